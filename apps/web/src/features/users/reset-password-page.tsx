import { PasswordInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { users } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { Form } from '../../ui/kit/form.tsx';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';

export function ResetPasswordPage() {
  const { t } = useTranslation('users');
  const { id } = useParams({ from: '/shell/users/$id/reset-password' });
  const query = useQuery(ask(users.getUser, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/users/index' }];
  return (
    <Record query={query} title={t('reset_password')} path={path}>
      {(user) => (
        <Page
          title={t('reset_title', { name: user.name })}
          lead={t('reset_text')}
          path={[...path, { label: user.name, to: `/users/${id}` }]}
        >
          <ResetPasswordForm user={user} />
        </Page>
      )}
    </Record>
  );
}

function ResetPasswordForm({ user }: { user: users.User }) {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const open = () => void navigate({ to: '/users/$id', params: { id: String(user.id) } });
  const record = useRecordForm({
    schema: users.resetPassword.body,
    wrapper: 'user',
    values: { user: { password: '' } },
    save: (body) => call(users.resetPassword, { params: { id: user.id }, body }),
    changes: ['users', 'account_emails'],
    onSaved: () => {
      noticeSuccess(t('reset_done', { name: user.name }));
      open();
    },
  });
  return (
    <Form of={record} submit={t('reset_submit')} onCancel={open}>
      <PasswordInput
        label={t('new_password')}
        description={t('password_help')}
        required
        maxLength={200}
        autoComplete="new-password"
        data-autofocus
        {...record.form.getInputProps('user.password')}
      />
    </Form>
  );
}
