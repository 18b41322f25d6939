import { Switch, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { roles } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { Form } from '../../ui/kit/form.tsx';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { PermissionsInput } from '../../ui/domain/permissions/permissions-input.tsx';

interface RoleFormProps {
  /** Undefined: a new one. */
  role?: roles.Role;
  /** What a new one begins with. */
  from?: roles.Role;
  onReload?: () => void;
}

type Values = {
  role: { name: string; description: string; permissions: string[]; two_step_required: boolean; version?: number };
};

const startOf = (role: roles.Role | undefined, from: roles.Role | undefined): Values => ({
  role: {
    name: role?.name ?? '',
    description: (role ?? from)?.description ?? '',
    permissions: (role ?? from)?.permissions ?? [],
    two_step_required: (role ?? from)?.two_step_required ?? false,
    ...(role ? { version: role.version } : {}),
  },
});

export function RoleForm({ role, from, onReload }: RoleFormProps) {
  const { t } = useTranslation(['roles', 'common']);
  const navigate = useNavigate();
  const open = (id: number) => void navigate({ to: '/roles/$id', params: { id: String(id) } });
  const record = useRecordForm<Values, { data: { id: number } }>({
    schema: role ? roles.updateRole.body : roles.createRole.body,
    wrapper: 'role',
    values: startOf(role, from),
    save: (values) =>
      role
        ? call(roles.updateRole, { params: { id: role.id }, body: values })
        : call(roles.createRole, { body: values }),
    changes: ['roles', 'users', 'account'],
    onSaved: ({ data }) => open(data.id),
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  return (
    <Form
      of={record}
      submit={role ? t('common:record.save') : t('create')}
      onCancel={() => (role ? open(role.id) : void navigate({ to: '/roles/index' }))}
    >
      <TextInput
        label={t('name')}
        description={t('name_help')}
        required
        maxLength={80}
        data-autofocus
        {...form.getInputProps('role.name')}
      />
      <Textarea
        label={t('description')}
        description={t('description_help')}
        maxLength={300}
        autosize
        minRows={2}
        {...form.getInputProps('role.description')}
      />
      <Switch
        label={t('two_step_required')}
        description={t('two_step_required_help')}
        {...form.getInputProps('role.two_step_required', { type: 'checkbox' })}
      />
      <PermissionsInput
        value={form.values.role.permissions}
        onChange={(permissions) => form.setFieldValue('role.permissions', permissions)}
        error={form.errors['role.permissions']}
      />
    </Form>
  );
}
