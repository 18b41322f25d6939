import { Modal, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { departments, duty } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { RecordMultiSelect } from '../../ui/domain/pickers/record-select.tsx';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../ui/kit/form.tsx';
import { useWeekdayName } from './use-shift-name.ts';

interface ShiftFormProps {
  departmentId: number;
  /** What is changed; 'new' adds one. */
  shift: duty.Shift | 'new';
  onClose: () => void;
}

interface ShiftDialogProps extends Omit<ShiftFormProps, 'shift'> {
  /** Null: the dialog is closed. */
  shift: duty.Shift | 'new' | null;
}

export function ShiftDialog({ departmentId, shift, onClose }: ShiftDialogProps) {
  const { t } = useTranslation(['departments', 'common']);
  return (
    <Modal
      opened={shift !== null}
      onClose={onClose}
      title={t(shift === 'new' ? 'duty.form_title' : 'duty.form_title_change')}
      size={520}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {shift !== null && <ShiftForm departmentId={departmentId} shift={shift} onClose={onClose} />}
    </Modal>
  );
}

type Values = {
  duty_shift: { weekday: number | null; starts: string; ends: string; user_ids: number[]; version?: number };
};

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** People who have left are left out, because they cannot be chosen any more. */
const valuesOf = (shift: duty.Shift | 'new'): Values['duty_shift'] =>
  shift === 'new'
    ? { weekday: null, starts: '', ends: '', user_ids: [] }
    : {
        weekday: shift.weekday,
        starts: shift.starts,
        ends: shift.ends,
        user_ids: shift.users.map(({ id }) => id),
        version: shift.version,
      };

function ShiftForm({ departmentId, shift, onClose }: ShiftFormProps) {
  const { t } = useTranslation('departments');
  const weekdayName = useWeekdayName();
  const { data: choices } = useQuery(ask(departments.listEscalationChoices, { params: { id: departmentId } }));
  const record = useRecordForm<Values, unknown>({
    schema: duty.updateShift.body,
    wrapper: 'duty_shift',
    values: { duty_shift: valuesOf(shift) },
    save: (values) =>
      shift === 'new'
        ? call(duty.createShift, { params: { id: departmentId }, body: values })
        : call(duty.updateShift, { params: { id: departmentId, shiftId: shift.id }, body: values }),
    changes: ['departments'],
    onSaved: () => {
      noticeSuccess(t(shift === 'new' ? 'duty.added' : 'duty.changed'));
      onClose();
    },
  });
  const { form } = record;
  const { weekday, user_ids } = form.values.duty_shift;
  return (
    <Form of={record} submit={t(shift === 'new' ? 'duty.submit' : 'duty.submit_change')} onCancel={onClose}>
      <Select
        label={t('duty.weekday')}
        placeholder={t('duty.weekday_placeholder')}
        required
        data={WEEKDAYS.map((day) => ({ value: String(day), label: weekdayName(day) }))}
        {...form.getInputProps('duty_shift.weekday')}
        value={weekday === null ? null : String(weekday)}
        onChange={(day) => form.setFieldValue('duty_shift.weekday', day === null ? null : Number(day))}
      />
      <TextInput type="time" label={t('duty.starts')} required {...form.getInputProps('duty_shift.starts')} />
      <TextInput
        type="time"
        label={t('duty.ends')}
        description={t('duty.ends_help')}
        required
        {...form.getInputProps('duty_shift.ends')}
      />
      <RecordMultiSelect
        label={t('duty.users')}
        placeholder={t('duty.users_placeholder')}
        required
        choices={choices?.data.users.map(({ id, name }) => ({ id, title: name }))}
        {...form.getInputProps('duty_shift.user_ids')}
        value={user_ids}
        onChange={(ids) => form.setFieldValue('duty_shift.user_ids', ids)}
      />
    </Form>
  );
}
