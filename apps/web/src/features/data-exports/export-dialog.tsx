import { Checkbox, Modal, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dataExports, type ReplyOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../ui/kit/form.tsx';
import { isOneOf } from './is-one-of.ts';

type Values = {
  data_export: {
    subject: dataExports.ExportSubject;
    format: dataExports.ExportFormat;
    with_comments: boolean;
    from_day: string | null;
    to_day: string | null;
  };
};

/** Asks what is exported, of which days, and in which format. */
export function ExportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['data_exports', 'common']);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('export_now')}
      size={480}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {opened && <ExportForm onClose={onClose} />}
    </Modal>
  );
}

function ExportForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('data_exports');
  const mayReadComments = useMay()('feedback.list');
  const record = useRecordForm<Values, ReplyOf<typeof dataExports.createDataExport>>({
    schema: dataExports.createDataExport.body,
    wrapper: 'data_export',
    values: {
      data_export: { subject: 'answers', format: 'parquet', with_comments: false, from_day: null, to_day: null },
    },
    save: ({ data_export: { with_comments, ...wanted } }) =>
      call(dataExports.createDataExport, {
        body: { data_export: { ...wanted, with_comments: with_comments && wanted.subject === 'answers' } },
      }),
    changes: ['data_exports'],
    onSaved: () => {
      noticeSuccess(t('asked'));
      onClose();
    },
  });
  const { form } = record;
  const { subject, format } = form.values.data_export;
  const day = (name: 'from_day' | 'to_day') => (
    <TextInput
      type="date"
      label={t(name)}
      description={t(`${name}_help`)}
      value={form.values.data_export[name] ?? ''}
      onChange={({ currentTarget }) => form.setFieldValue(`data_export.${name}`, currentTarget.value || null)}
      error={form.errors[`data_export.${name}`]}
    />
  );
  return (
    <Form of={record} submit={t('export_now')} onCancel={onClose}>
      <Select
        label={t('what')}
        description={t(`subject_help.${subject}`)}
        data={dataExports.EXPORT_SUBJECTS.map((value) => ({ value, label: t(`subject.${value}`) }))}
        value={subject}
        onChange={(value) =>
          isOneOf(dataExports.EXPORT_SUBJECTS, value) && form.setFieldValue('data_export.subject', value)
        }
        allowDeselect={false}
        data-autofocus
      />
      <Select
        label={t('column.format')}
        description={t(`format_help.${format}`)}
        data={dataExports.EXPORT_FORMATS.map((value) => ({ value, label: t(`format.${value}`) }))}
        value={format}
        onChange={(value) =>
          isOneOf(dataExports.EXPORT_FORMATS, value) && form.setFieldValue('data_export.format', value)
        }
        allowDeselect={false}
      />
      {day('from_day')}
      {day('to_day')}
      {mayReadComments && subject === 'answers' && (
        <Checkbox
          label={t('with_comments')}
          description={t('with_comments_help')}
          {...form.getInputProps('data_export.with_comments', { type: 'checkbox' })}
        />
      )}
    </Form>
  );
}
