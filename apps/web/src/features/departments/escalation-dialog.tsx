import { Modal, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { departments } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { Form } from '../../ui/kit/form.tsx';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { RecordMultiSelect, RecordSelect } from '../../ui/domain/pickers/record-select.tsx';
import { useRecordForm } from '../../ui/domain/use-record-form.ts';

interface EscalationDialogProps {
  departmentId: number;
  opened: boolean;
  onClose: () => void;
}

export function EscalationDialog({ departmentId, opened, onClose }: EscalationDialogProps) {
  const { t } = useTranslation(['departments', 'common']);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('form.title')}
      size={520}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <EscalationForm departmentId={departmentId} onClose={onClose} />
    </Modal>
  );
}

type Values = { department_escalation: { survey_id: number | null; user_ids: number[]; sort_order: number } };

function EscalationForm({ departmentId, onClose }: Omit<EscalationDialogProps, 'opened'>) {
  const { t } = useTranslation('departments');
  const { data: choices } = useQuery(ask(departments.listEscalationChoices, { params: { id: departmentId } }));
  const record = useRecordForm<Values, unknown>({
    schema: departments.createEscalation.body,
    wrapper: 'department_escalation',
    values: { department_escalation: { survey_id: null, user_ids: [], sort_order: 1 } },
    save: (values) => call(departments.createEscalation, { params: { id: departmentId }, body: values }),
    changes: ['departments'],
    onSaved: () => {
      noticeSuccess(t('form.added'));
      onClose();
    },
  });
  const { form } = record;
  return (
    <Form of={record} submit={t('form.submit')} onCancel={onClose}>
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
