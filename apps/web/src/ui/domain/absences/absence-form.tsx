import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { duty } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { Form } from '../../kit/form.tsx';
import { noticeSuccess } from '../notices.ts';
import { RecordSelect } from '../pickers/record-select.tsx';
import { useRecordForm } from '../record-form/use-record-form.ts';

interface AbsenceFormProps {
  userId: number | null;
  /** Undefined while they are being fetched. */
  deputies: readonly { id: number; name: string }[] | undefined;
  onClose: () => void;
}

type Values = { absence: { from_day: string; to_day: string; deputy_id: number | null } };

export function AbsenceForm({ userId, deputies, onClose }: AbsenceFormProps) {
  const { t } = useTranslation();
  const record = useRecordForm<Values, unknown>({
    schema: duty.createOwnAbsence.body,
    wrapper: 'absence',
    values: { absence: { from_day: '', to_day: '', deputy_id: null } },
    save: (body) =>
      userId === null
        ? call(duty.createOwnAbsence, { body })
        : call(duty.createAbsence, { params: { id: userId }, body }),
    changes: ['users'],
    onSaved: () => {
      noticeSuccess(t('absence.added'));
      onClose();
    },
  });
  const { form } = record;
  return (
    <Form of={record} submit={t('absence.add')} onCancel={onClose}>
      <TextInput type="date" label={t('absence.from_day')} required {...form.getInputProps('absence.from_day')} />
      <TextInput type="date" label={t('absence.to_day')} required {...form.getInputProps('absence.to_day')} />
      <RecordSelect
        label={t('absence.deputy')}
        placeholder={t('absence.deputy_placeholder')}
        required
        choices={deputies?.map(({ id, name }) => ({ id, title: name }))}
        {...form.getInputProps('absence.deputy_id')}
        value={form.values.absence.deputy_id}
        onChange={(id) => form.setFieldValue('absence.deputy_id', id)}
      />
    </Form>
  );
}
