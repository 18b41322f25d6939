import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { account, MIN_PASSWORD_CHARACTERS } from '@wardvoice/contract';
import { z } from 'zod';
import { call } from '../../../api/call.ts';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { AccountFrame } from '../account-frame.tsx';
import { ProblemAlert } from '../problem-alert.tsx';
import { useAccountForm } from '../use-account-form.ts';

const schema = z
  .object({ ...account.register.body.shape.user.shape, password_confirm: z.string() })
  .refine(({ password, password_confirm }) => password === password_confirm, {
    path: ['password_confirm'],
    error: 'does not match',
    // This is checked even while other fields are missing.
    when: () => true,
  });

/** Anybody may register. An administrator then decides what the account may do. */
export function RegisterPage() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { form, problem, isSending, submit } = useAccountForm({
    schema,
    values: { name: '', email: '', password: '', password_confirm: '' },
    send: ({ password_confirm: _confirm, ...user }) => call(account.register, { body: { user } }),
    onDone: () => {
      noticeSuccess(t('register.done'));
      void navigate({ to: '/login' });
    },
  });
  return (
    <AccountFrame
      title={t('register.title')}
      lead={t('register.lead')}
      onSubmit={submit}
      links={
        <Anchor component={Link} to="/login" inherit>
          {t('back_to_sign_in')}
        </Anchor>
      }
    >
      <ProblemAlert text={problem} />
      <TextInput label={t('name')} autoComplete="name" autoFocus {...form.getInputProps('name')} />
      <TextInput label={t('username')} type="email" autoComplete="username" {...form.getInputProps('email')} />
      <PasswordInput
        label={t('password')}
        description={t('password_help', { count: MIN_PASSWORD_CHARACTERS })}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label={t('password_confirm')}
        autoComplete="new-password"
        {...form.getInputProps('password_confirm')}
      />
      <Button type="submit" fullWidth loading={isSending}>
        {t('register.submit')}
      </Button>
    </AccountFrame>
  );
}
