import { Checkbox, Modal, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { departments } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { Form } from '../../ui/kit/form.tsx';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { RecordMultiSelect, RecordSelect } from '../../ui/domain/pickers/record-select.tsx';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';

interface EscalationFormProps {
  departmentId: number;
  /** What is changed; 'new' adds one. */
  escalation: departments.Escalation | 'new';
  onClose: () => void;
}

interface EscalationDialogProps extends Omit<EscalationFormProps, 'escalation'> {
  /** Null: the dialog is closed. */
  escalation: departments.Escalation | 'new' | null;
}

export function EscalationDialog({ departmentId, escalation, onClose }: EscalationDialogProps) {
  const { t } = useTranslation(['departments', 'common']);
  return (
    <Modal
      opened={escalation !== null}
      onClose={onClose}
      title={t(escalation === 'new' ? 'form.title' : 'form.title_change')}
      size={520}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {escalation !== null && <EscalationForm departmentId={departmentId} escalation={escalation} onClose={onClose} />}
    </Modal>
  );
}

type Values = {
  department_escalation: {
    survey_id: number | null;
    user_ids: number[];
    sort_order: number;
    on_duty: boolean;
    version?: number;
  };
};

/** Those who would hear no longer are left out, because they cannot be chosen any more. */
const valuesOf = (escalation: departments.Escalation | 'new'): Values['department_escalation'] =>
  escalation === 'new'
    ? { survey_id: null, user_ids: [], sort_order: 1, on_duty: false }
    : {
        survey_id: escalation.survey_id,
        user_ids: escalation.users.map(({ id }) => id),
        sort_order: escalation.sort_order,
        on_duty: escalation.on_duty,
        version: escalation.version,
      };

function EscalationForm({ departmentId, escalation, onClose }: EscalationFormProps) {
  const { t } = useTranslation('departments');
  const { data: choices } = useQuery(ask(departments.listEscalationChoices, { params: { id: departmentId } }));
  const record = useRecordForm<Values, unknown>({
    schema: departments.updateEscalation.body,
    wrapper: 'department_escalation',
    values: { department_escalation: valuesOf(escalation) },
    save: (values) =>
      escalation === 'new'
        ? call(departments.createEscalation, { params: { id: departmentId }, body: values })
        : call(departments.updateEscalation, {
            params: { id: departmentId, escalationId: escalation.id },
            body: values,
          }),
    changes: ['departments'],
    onSaved: () => {
      noticeSuccess(t(escalation === 'new' ? 'form.added' : 'form.changed'));
      onClose();
    },
  });
  const { form } = record;
  return (
    <Form of={record} submit={t(escalation === 'new' ? 'form.submit' : 'form.submit_change')} onCancel={onClose}>
      <RecordSelect
        label={t('form.survey')}
        placeholder={t('form.select_survey')}
        required
        choices={choices?.data.surveys ?? []}
        {...form.getInputProps('department_escalation.survey_id')}
        value={form.values.department_escalation.survey_id}
        onChange={(id) => form.setFieldValue('department_escalation.survey_id', id)}
      />
      <RecordMultiSelect
        label={t('form.users')}
        placeholder={t('form.select_users')}
        required
        choices={choices?.data.users.map(({ id, name }) => ({ id, title: name })) ?? []}
        {...form.getInputProps('department_escalation.user_ids')}
        value={form.values.department_escalation.user_ids}
        onChange={(ids) => form.setFieldValue('department_escalation.user_ids', ids)}
      />
      <Checkbox
        label={t('form.on_duty')}
        description={t('form.on_duty_help')}
        {...form.getInputProps('department_escalation.on_duty', { type: 'checkbox' })}
      />
      <NumberInput
        label={t('form.sort_order')}
        description={t('form.sort_order_help')}
        required
        min={1}
        max={100}
        {...form.getInputProps('department_escalation.sort_order')}
      />
    </Form>
  );
}
