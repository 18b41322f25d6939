import { Modal, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { apiKeys, type ReplyOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../ui/kit/form.tsx';

const OVERLAPS = Array.from({ length: apiKeys.MAX_OVERLAP_DAYS + 1 }, (_, days) => days);

interface RotateFormProps {
  apiKey: apiKeys.ApiKey;
  onClose: () => void;
  onRotated: (key: string) => void;
}

/** Asks for how long the old secret is to work, and makes the new one. */
export function RotateDialog({ opened, ...props }: RotateFormProps & { opened: boolean }) {
  const { t } = useTranslation(['api_keys', 'common']);
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={t('rotate_title', { name: props.apiKey.name })}
      size={480}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {opened && <RotateForm {...props} />}
    </Modal>
  );
}

function RotateForm({ apiKey: { id, name }, onClose, onRotated }: RotateFormProps) {
  const { t } = useTranslation('api_keys');
  const record = useRecordForm<{ api_key: { overlap_days: number } }, ReplyOf<typeof apiKeys.rotateApiKey>>({
    schema: apiKeys.rotateApiKey.body,
    wrapper: 'api_key',
    values: { api_key: { overlap_days: 1 } },
    save: (values) => call(apiKeys.rotateApiKey, { params: { id }, body: values }),
    changes: ['api_keys'],
    onSaved: ({ data }) => {
      noticeSuccess(t('rotated', { name }));
      onRotated(data.key);
    },
  });
  const { form } = record;
  return (
    <Form of={record} submit={t('rotate_submit')} onCancel={onClose}>
      <Select
        label={t('overlap_days')}
        description={t('overlap_days_help')}
        data={OVERLAPS.map((days) => ({
          value: String(days),
          label: days === 0 ? t('no_overlap') : t('days', { count: days }),
        }))}
        value={String(form.values.api_key.overlap_days)}
        onChange={(days) => form.setFieldValue('api_key.overlap_days', Number(days))}
        error={form.errors['api_key.overlap_days']}
        allowDeselect={false}
        data-autofocus
      />
    </Form>
  );
}
