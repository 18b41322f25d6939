import { Button, Modal, Text, Textarea } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendingHolds, type BodyInputOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../ui/kit/form.tsx';

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
  const { t } = useTranslation('deliveries');
  const record = useRecordForm<BodyInputOf<typeof sendingHolds.stopSending>, unknown>({
    schema: sendingHolds.stopSending.body,
    wrapper: 'sending_hold',
    values: { sending_hold: { note: '' } },
    save: (body) => call(sendingHolds.stopSending, { body }),
    changes: ['deliveries'],
    onSaved: () => {
      noticeSuccess(t('hold.stopped'));
      onClose();
    },
  });
  return (
    <Form of={record} submit={t('hold.stop')} onCancel={onClose}>
      <Text fz={14}>{t('hold.stop_text')}</Text>
      <Textarea
        label={t('hold.note')}
        description={t('hold.note_help')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={sendingHolds.MAX_HOLD_NOTE}
        dir="auto"
        data-autofocus
        {...record.form.getInputProps('sending_hold.note')}
      />
    </Form>
  );
}
