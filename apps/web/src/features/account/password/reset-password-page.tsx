import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { account, MIN_PASSWORD_CHARACTERS } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { endSession } from '../../../api/session.ts';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { AccountFrame } from '../account-frame.tsx';
import { ProblemAlert } from '../problem-alert.tsx';
import { useAccountForm } from '../use-account-form.ts';

/** The link of the e-mail leads here. Opening it changes nothing. */
export function ResetPasswordPage() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { reset_token } = useParams({ from: '/reset-password/$reset_token' });
  const { form, problem, isSending, submit } = useAccountForm({
    schema: account.resetPassword.body.shape.user.omit({ reset_token: true }),
    values: { email: '', password: '' },
    send: (user) => call(account.resetPassword, { body: { user: { ...user, reset_token } } }),
    onDone: ({ message }) => {
      // The server has also ended the session that this tab may have had.
      endSession();
      noticeSuccess(message);
      void navigate({ to: '/login' });
    },
  });
  return (
    <AccountFrame
      title={t('reset.title')}
      lead={t('reset.lead')}
      onSubmit={submit}
      links={
        <>
          <Anchor component={Link} to="/login" inherit>
            {t('back_to_sign_in')}
          </Anchor>
          <Anchor component={Link} to="/forgot-password" inherit>
            {t('reset.ask_again')}
          </Anchor>
        </>
      }
    >
      <ProblemAlert text={problem} />
      <TextInput
        label={t('username')}
        type="email"
        autoComplete="username"
        autoFocus
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t('new_password')}
        description={t('password_help', { count: MIN_PASSWORD_CHARACTERS })}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <Button type="submit" fullWidth loading={isSending}>
        {t('reset.submit')}
      </Button>
    </AccountFrame>
  );
}
