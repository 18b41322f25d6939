import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { accountInvitations, users } from '@wardvoice/contract';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useApplication, useSession } from '../../api/session.ts';
import { Form, FormSection } from '../../ui/kit/form.tsx';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { LandingPageInput } from './landing-page-input.tsx';
import { RoleSelect } from './role-select.tsx';
import { WardsInput } from '../../ui/domain/pickers/wards-input.tsx';

interface UserFormProps {
  /** Undefined: a new one. */
  user?: users.User;
  onReload?: () => void;
}

/** A new user. Without a password they are invited, and choose their own. */
const newUser = accountInvitations.inviteUser.body.extend({
  user: accountInvitations.inviteUser.body.shape.user.extend({ password: z.string() }),
});

interface Values {
  user: { name?: string; email?: string; phone?: string; password?: string; super_user?: 0 | 1; version?: number };
  application_user?: { landing_page: string; locations: string[]; role_id?: number | null; version?: number };
}

/** Leaves out what the signed-in person may not change, so that it is neither shown nor sent. */
function valuesOf(
  user: users.User | undefined,
  { hasSeat, isSuperuser, mayChangeRole }: { hasSeat: boolean; isSuperuser: boolean; mayChangeRole: boolean },
): Values {
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
            ...(mayChangeRole ? { role_id: seat?.role?.id ?? null } : {}),
            ...(seat ? { version: seat.version } : {}),
          },
        }
      : {}),
  };
}

type Saved = { userId: number } | { invited: string } | { added: { id: number; name: string } };

async function save(user: users.User | undefined, values: Values): Promise<Saved> {
  if (user) {
    const { data } = await call(users.updateUser, { params: { id: user.id }, body: values });
    return { userId: data.id };
  }
  const { user: typed, application_user } = newUser.parse(values);
  const { password, ...person } = typed;
  if (password !== '') {
    const body = { user: { ...person, password }, application_user };
    const { data } = await call(users.createUser, { body });
    return { userId: data.id };
  }
  const { data } = await call(accountInvitations.inviteUser, { body: { user: person, application_user } });
  return data.added ? { added: data.added } : { invited: person.email };
}

export function UserForm({ user, onReload }: UserFormProps) {
  const { t } = useTranslation(['users', 'common']);
  const navigate = useNavigate();
  const application = useApplication();
  const current = useSession()?.current_user;
  const isSuperuser = current?.super_user === 1;
  // Nobody changes their own role.
  const mayChangeRole = isSuperuser || user?.id !== current?.id;
  const hasSeat = application !== null && (!user || (user.application_user !== null && user.may_place));
  const open = (id: number) => void navigate({ to: '/users/$id', params: { id: String(id) } });
  const record = useRecordForm<Values, Saved>({
    schema: user ? users.updateUser.body : newUser,
    wrapper: 'user',
    values: valuesOf(user, { hasSeat, isSuperuser, mayChangeRole }),
    save: (values) => save(user, values),
    changes: ['users', 'account', 'account_emails'],
    onSaved: (saved) => {
      if ('userId' in saved) return open(saved.userId);
      if ('added' in saved) {
        noticeSuccess(t('application_added', { name: saved.added.name, application: application?.title }));
        return open(saved.added.id);
      }
      noticeSuccess(t('invited.sent', { email: saved.invited }));
      void navigate({ to: '/users/index' });
    },
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  const seat = form.values.application_user;
  return (
    <Form
      of={record}
      submit={user ? t('common:record.save') : form.values.user.password ? t('create') : t('invite')}
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
          description={t('password_or_invitation')}
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
          {seat.role_id !== undefined && (
            <RoleSelect
              {...form.getInputProps('application_user.role_id')}
              value={seat.role_id}
              current={user?.application_user?.role ?? null}
              onChange={(roleId) => form.setFieldValue('application_user.role_id', roleId)}
            />
          )}
          <LandingPageInput
            {...form.getInputProps('application_user.landing_page')}
            value={seat.landing_page}
            onChange={(path) => form.setFieldValue('application_user.landing_page', path)}
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
