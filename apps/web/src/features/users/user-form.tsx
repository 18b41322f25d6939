import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { users, type BodyInputOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useApplication, useSession } from '../../api/session.ts';
import { Form, FormSection } from '../../ui/kit/form.tsx';
import { useRecordForm } from '../../ui/domain/use-record-form.ts';
import { WardsInput } from './wards-input.tsx';

interface UserFormProps {
  /** Undefined: a new one. */
  user?: users.User;
  onReload?: () => void;
}

interface Values {
  user: { name?: string; email?: string; phone?: string; password?: string; super_user?: 0 | 1; version?: number };
  application_user?: { landing_page: string; locations: string[]; version?: number };
}

/** Leaves out what the signed-in person may not change, so that it is neither shown nor sent. */
function valuesOf(user: users.User | undefined, hasSeat: boolean, isSuperuser: boolean): Values {
  const seat = user?.application_user;
  return {
    user: {
      ...(!user || user.may_manage
        ? { name: user?.name ?? '', email: user?.email ?? '', phone: user?.phone ?? '' }
        : {}),
      ...(user ? { version: user.version } : { password: '' }),
      ...(isSuperuser ? { super_user: user?.super_user === 1 ? 1 : 0 } : {}),
    },
    ...(hasSeat
      ? {
          application_user: {
            landing_page: seat?.landing_page ?? '',
            locations: seat?.locations ?? [],
            ...(seat ? { version: seat.version } : {}),
          },
        }
      : {}),
  };
}

export function UserForm({ user, onReload }: UserFormProps) {
  const { t } = useTranslation(['users', 'common']);
  const navigate = useNavigate();
  const application = useApplication();
  const isSuperuser = useSession()?.current_user.super_user === 1;
  const hasSeat = application !== null && (!user || (user.application_user !== null && user.may_place));
  const open = (id: number) => void navigate({ to: '/users/$id', params: { id: String(id) } });
  const record = useRecordForm<Values, { data: { id: number } }>({
    schema: user ? users.updateUser.body : users.createUser.body,
    wrapper: 'user',
    values: valuesOf(user, hasSeat, isSuperuser),
    save: (values) =>
      user
        ? call(users.updateUser, { params: { id: user.id }, body: values })
        : call(users.createUser, { body: values as BodyInputOf<typeof users.createUser> }),
    changes: ['users', 'account', 'account_emails'],
    onSaved: ({ data }) => open(data.id),
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  const seat = form.values.application_user;
  return (
    <Form
      of={record}
      submit={user ? t('common:record.save') : t('create')}
      onCancel={() => (user ? open(user.id) : void navigate({ to: '/users/index' }))}
    >
      {form.values.user.name !== undefined && (
        <>
          <TextInput
            label={t('name')}
            required
            maxLength={200}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('user.name')}
          />
          <TextInput
            label={t('email')}
            type="email"
            required
            maxLength={320}
            autoComplete="off"
            dir="ltr"
            {...form.getInputProps('user.email')}
          />
          <TextInput
            label={t('phone')}
            description={t('phone_help')}
            type="tel"
            maxLength={40}
            autoComplete="off"
            dir="ltr"
            {...form.getInputProps('user.phone')}
          />
        </>
      )}
      {!user && (
        <PasswordInput
          label={t('password')}
          description={t('password_help')}
          required
          maxLength={200}
          autoComplete="new-password"
          {...form.getInputProps('user.password')}
        />
      )}
      {isSuperuser && (
        <Checkbox
          label={t('super_user')}
          description={t('super_user_help')}
          checked={form.values.user.super_user === 1}
          onChange={(event) => form.setFieldValue('user.super_user', event.currentTarget.checked ? 1 : 0)}
        />
      )}
      {seat && application && (
        <FormSection title={t('here', { application: application.title })}>
          <TextInput
            label={t('landing_page')}
            description={t('landing_page_help')}
            maxLength={300}
            dir="ltr"
            {...form.getInputProps('application_user.landing_page')}
          />
          <WardsInput
            {...form.getInputProps('application_user.locations')}
            value={seat.locations}
            onChange={(locations) => form.setFieldValue('application_user.locations', locations)}
          />
        </FormSection>
      )}
    </Form>
  );
}
