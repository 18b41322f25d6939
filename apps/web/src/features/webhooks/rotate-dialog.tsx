import { Modal, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { webhooks, type ReplyOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../ui/kit/form.tsx';

const OVERLAPS = [0, 1, 24, 72, webhooks.MAX_OVERLAP_HOURS];

interface RotateFormProps {
  id: number;
  onClose: () => void;
  onRotated: (secret: string) => void;
}

/** Asks for how long the old secret is to sign as well, and makes the new one. */
export function RotateDialog({ opened, ...props }: RotateFormProps & { opened: boolean }) {
  const { t } = useTranslation(['webhooks', 'common']);
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={t('rotate_title')}
      size={480}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {opened && <RotateForm {...props} />}
    </Modal>
  );
}

function RotateForm({ id, onClose, onRotated }: RotateFormProps) {
  const { t } = useTranslation('webhooks');
  const record = useRecordForm<{ webhook: { overlap_hours: number } }, ReplyOf<typeof webhooks.rotateWebhook>>({
    schema: webhooks.rotateWebhook.body,
    wrapper: 'webhook',
    values: { webhook: { overlap_hours: webhooks.DEFAULT_OVERLAP_HOURS } },
    save: (values) => call(webhooks.rotateWebhook, { params: { id }, body: values }),
    changes: ['webhooks'],
    onSaved: ({ data }) => {
      noticeSuccess(t('rotated'));
      onRotated(data.secret);
    },
  });
  const { form } = record;
  return (
    <Form of={record} submit={t('rotate_submit')} onCancel={onClose}>
      <Select
        label={t('overlap')}
        description={t('overlap_help')}
        data={OVERLAPS.map((hours) => ({
          value: String(hours),
          label: hours === 0 ? t('no_overlap') : t('hours', { count: hours }),
        }))}
        value={String(form.values.webhook.overlap_hours)}
        onChange={(hours) => form.setFieldValue('webhook.overlap_hours', Number(hours))}
        error={form.errors['webhook.overlap_hours']}
        allowDeselect={false}
        data-autofocus
      />
    </Form>
  );
}
