import { Button, Group, Modal, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconHandStop } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deliveries } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { noticeInvalid, noticeSuccess } from '../../ui/domain/notices.ts';
import { checkValues } from '../../ui/domain/record-form/check-values.ts';

/** Lets nothing more leave for patients, after a question. */
export function StopSending() {
  const { t } = useTranslation(['deliveries', 'common']);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHandStop size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('hold.stop')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('hold.stop_title')}
        size={520}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <StopForm onClose={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function StopForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['deliveries', 'common']);
  const invalidate = useInvalidate();
  const form = useForm({
    initialValues: { sending_hold: { note: '' } },
    validate: checkValues(deliveries.stopSending.body),
  });
  const stop = useMutation({
    mutationFn: (body: typeof form.values) => call(deliveries.stopSending, { body }),
    onSuccess: () => {
      noticeSuccess(t('hold.stopped'));
      onClose();
    },
    onSettled: () => void invalidate('deliveries'),
  });
  return (
    <form onSubmit={form.onSubmit((values) => stop.mutate(values), noticeInvalid)} noValidate>
      <Text fz={14}>{t('hold.stop_text')}</Text>
      <Textarea
        label={t('hold.note')}
        description={t('hold.note_help')}
        mt={16}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={deliveries.MAX_HOLD_NOTE}
        data-autofocus
        {...form.getInputProps('sending_hold.note')}
      />
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" color="red" loading={stop.isPending}>
          {t('hold.stop')}
        </Button>
      </Group>
    </form>
  );
}
