import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { departments } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { Form } from '../../ui/kit/form.tsx';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';

interface DepartmentFormProps {
  /** Undefined: a new one. */
  department?: departments.DepartmentDetail;
  onReload?: () => void;
}

type Values = { department: { title: string; version?: number } };

export function DepartmentForm({ department, onReload }: DepartmentFormProps) {
  const { t } = useTranslation(['departments', 'common']);
  const navigate = useNavigate();
  const open = (id: number) => void navigate({ to: '/departments/$id', params: { id: String(id) } });
  const record = useRecordForm<Values, { data: { id: number } }>({
    schema: department ? departments.updateDepartment.body : departments.createDepartment.body,
    wrapper: 'department',
    values: {
      department: { title: department?.title ?? '', ...(department ? { version: department.version } : {}) },
    },
    save: (values) =>
      department
        ? call(departments.updateDepartment, { params: { id: department.id }, body: values })
        : call(departments.createDepartment, { body: values }),
    changes: ['departments'],
    onSaved: ({ data }) => open(data.id),
    ...(onReload ? { onReload } : {}),
  });
  return (
    <Form
      of={record}
      submit={department ? t('common:record.save') : t('create')}
      onCancel={() => (department ? open(department.id) : void navigate({ to: '/departments/index' }))}
    >
      <TextInput
        label={t('common:record.title')}
        required
        maxLength={200}
        data-autofocus
        {...record.form.getInputProps('department.title')}
      />
    </Form>
  );
}
