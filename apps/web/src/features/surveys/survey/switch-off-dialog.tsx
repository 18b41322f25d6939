import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { surveys } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { SurveyUses, useSurveyUses } from './survey-uses.tsx';

interface SwitchOffProps {
  survey: Pick<surveys.SurveyDetail, 'id' | 'title' | 'version' | 'offered'>;
}

/** Switching a survey off names what goes on asking with it, and offers to stop that too. */
export function SwitchOffDialog({ survey }: SwitchOffProps) {
  const { t } = useTranslation(['surveys', 'common']);
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('deactivate')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t('deactivate_title', { title: survey.title })}
        size={520}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <SwitchOff survey={survey} onClose={close} />
      </Modal>
    </>
  );
}

function SwitchOff({ survey: { id, version, offered }, onClose }: SwitchOffProps & { onClose: () => void }) {
  const { t } = useTranslation(['surveys', 'common']);
  const invalidate = useInvalidate();
  const uses = useSurveyUses(id);
  const switchOff = useMutation({
    mutationFn: async () => {
      await uses.stopFirst();
      return call(surveys.updateSurvey, { params: { id }, body: { survey: { active: false, version } } });
    },
    onSuccess: () => {
      noticeSuccess(t('deactivated'));
      onClose();
    },
    onSettled: () => invalidate('surveys', 'triggers', 'broadcasts', 'kiosks', 'deliveries'),
  });
  return (
    <>
      <Stack gap={12}>
        {offered && <Text size="sm">{t('deactivate_text')}</Text>}
        <SurveyUses of={uses} />
      </Stack>
      <Group justify="flex-end" mt={20}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button disabled={!uses.lines} loading={switchOff.isPending} onClick={() => switchOff.mutate()}>
          {t('deactivate')}
        </Button>
      </Group>
    </>
  );
}
