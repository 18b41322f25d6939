import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { permissions } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { Form } from '../../ui/kit/form.tsx';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';

interface PermissionFormProps {
  /** Undefined: a new one. */
  permission?: permissions.PermissionRecord;
  onReload?: () => void;
}

type Values = { permission: { name: string; version?: number } };

export function PermissionForm({ permission, onReload }: PermissionFormProps) {
  const { t } = useTranslation(['permissions', 'common']);
  const navigate = useNavigate();
  const open = (id: number) => void navigate({ to: '/permissions/$id', params: { id: String(id) } });
  const record = useRecordForm<Values, { data: { id: number } }>({
    schema: permission ? permissions.updatePermission.body : permissions.createPermission.body,
    wrapper: 'permission',
    values: {
      permission: { name: permission?.name ?? '', ...(permission ? { version: permission.version } : {}) },
    },
    save: (values) =>
      permission
        ? call(permissions.updatePermission, { params: { id: permission.id }, body: values })
        : call(permissions.createPermission, { body: values }),
    changes: ['permissions'],
    onSaved: ({ data }) => open(data.id),
    ...(onReload ? { onReload } : {}),
  });
  return (
    <Form
      of={record}
      submit={permission ? t('common:record.save') : t('create')}
      onCancel={() => (permission ? open(permission.id) : void navigate({ to: '/permissions/index' }))}
    >
      <TextInput
        label={t('name')}
        description={t('name_help')}
        required
        maxLength={80}
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...record.form.getInputProps('permission.name')}
      />
    </Form>
  );
}
