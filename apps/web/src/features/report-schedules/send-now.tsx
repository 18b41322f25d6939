import { Button, Group, Modal, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportPacks } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { useFormats } from '../../ui/kit/formats.ts';

/** Sends the report of the last week, month or quarter now: to oneself, to look at it, or to everybody, when that is confirmed. */
export function SendNow({ id, peopleCount }: { id: number; peopleCount: number }) {
  const { t } = useTranslation(['report_schedules', 'common']);
  const { number } = useFormats();
  const invalidate = useInvalidate();
  const [isAsking, setAsking] = useState(false);
  const send = useMutation({
    mutationFn: (only_me: boolean) =>
      call(reportPacks.sendReportNow, { params: { id }, body: { sending: { only_me } } }),
    onSuccess: (_reply, only_me) => {
      setAsking(false);
      noticeSuccess(t(only_me ? 'sent_to_me' : 'sent_to_all'));
      void invalidate('report_schedules');
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('send_now')}
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('send_now')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <Text mb="md">{t('send_text')}</Text>
        <Group justify="flex-end">
          <Button variant="default" loading={send.isPending} onClick={() => send.mutate(true)} data-autofocus>
            {t('send_me')}
          </Button>
          <Button loading={send.isPending} onClick={() => send.mutate(false)}>
            {t('send_all', { count: peopleCount, number: number(peopleCount) })}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
