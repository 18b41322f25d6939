import { Modal, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { webhooks, type ReplyOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../ui/kit/form.tsx';

const HOUR_MS = 3_600_000;
const HOURS = [1, 24, 168, webhooks.KEPT_DAYS * 24];
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

interface ReplayFormProps {
  id: number;
  onClose: () => void;
}

/** Asks since when, and sends all again that was given up. */
export function ReplayDialog({ opened, ...props }: ReplayFormProps & { opened: boolean }) {
  const { t } = useTranslation(['webhooks', 'common']);
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={t('replay_failed')}
      size={480}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {opened && <ReplayForm {...props} />}
    </Modal>
  );
}

function ReplayForm({ id, onClose }: ReplayFormProps) {
  const { t } = useTranslation('webhooks');
  const [hours, setHours] = useState(24);
  const record = useRecordForm<{ webhook: { since: string } }, ReplyOf<typeof webhooks.replayWebhook>>({
    schema: webhooks.replayWebhook.body,
    wrapper: 'webhook',
    values: { webhook: { since: hoursAgo(hours) } },
    save: () => call(webhooks.replayWebhook, { params: { id }, body: { webhook: { since: hoursAgo(hours) } } }),
    changes: ['webhooks'],
    onSaved: ({ data }) => {
      noticeSuccess(t('replayed', { count: data.events }));
      onClose();
    },
  });
  return (
    <Form of={record} submit={t('replay_submit')} onCancel={onClose}>
      <Select
        label={t('replay_since')}
        description={t('replay_help')}
        data={HOURS.map((value) => ({ value: String(value), label: t('last_hours', { count: value }) }))}
        value={String(hours)}
        onChange={(value) => setHours(Number(value))}
        allowDeselect={false}
        data-autofocus
      />
    </Form>
  );
}
