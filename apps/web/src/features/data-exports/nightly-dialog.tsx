import { Checkbox, Modal, NumberInput, Select, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dataExports, type ReplyOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../ui/kit/form.tsx';
import { isOneOf } from './is-one-of.ts';

interface NightlyFormProps {
  nightly: dataExports.NightlyExport;
  onClose: () => void;
}

/** Asks what is exported each night. */
export function NightlyDialog({ opened, ...props }: NightlyFormProps & { opened: boolean }) {
  const { t } = useTranslation(['data_exports', 'common']);
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={t('nightly')}
      size={480}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {opened && <NightlyForm {...props} />}
    </Modal>
  );
}

function NightlyForm({ nightly, onClose }: NightlyFormProps) {
  const { t } = useTranslation(['data_exports', 'common']);
  const mayReadComments = useMay()('feedback.list');
  const record = useRecordForm<
    { nightly_export: dataExports.NightlyExport },
    ReplyOf<typeof dataExports.updateNightlyExport>
  >({
    schema: dataExports.updateNightlyExport.body,
    wrapper: 'nightly_export',
    values: { nightly_export: nightly },
    save: (body) => call(dataExports.updateNightlyExport, { body }),
    changes: ['data_exports'],
    onSaved: onClose,
  });
  const { form } = record;
  const { subjects, format, days } = form.values.nightly_export;
  return (
    <Form of={record} submit={t('common:record.save')} onCancel={onClose}>
      <Switch
        label={t('nightly_active')}
        description={t('nightly_help')}
        data-autofocus
        {...form.getInputProps('nightly_export.active', { type: 'checkbox' })}
      />
      <Checkbox.Group
        label={t('what')}
        value={subjects}
        onChange={(values) =>
          form.setFieldValue(
            'nightly_export.subjects',
            values.filter((value) => isOneOf(dataExports.EXPORT_SUBJECTS, value)),
          )
        }
        error={form.errors['nightly_export.subjects']}
      >
        {dataExports.EXPORT_SUBJECTS.map((value) => (
          <Checkbox key={value} value={value} label={t(`subject.${value}`)} mt="xs" />
        ))}
      </Checkbox.Group>
      <Select
        label={t('column.format')}
        description={t(`format_help.${format}`)}
        data={dataExports.EXPORT_FORMATS.map((value) => ({ value, label: t(`format.${value}`) }))}
        value={format}
        onChange={(value) =>
          isOneOf(dataExports.EXPORT_FORMATS, value) && form.setFieldValue('nightly_export.format', value)
        }
        allowDeselect={false}
      />
      <NumberInput
        label={t('nightly_days')}
        description={t('nightly_days_help')}
        min={1}
        max={3660}
        allowDecimal={false}
        value={days ?? ''}
        onChange={(value) => form.setFieldValue('nightly_export.days', typeof value === 'number' ? value : null)}
        error={form.errors['nightly_export.days']}
      />
      {mayReadComments && (
        <Checkbox
          label={t('with_comments')}
          description={t('with_comments_help')}
          {...form.getInputProps('nightly_export.with_comments', { type: 'checkbox' })}
        />
      )}
    </Form>
  );
}
