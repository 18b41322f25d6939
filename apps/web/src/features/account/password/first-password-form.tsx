import { Button, PasswordInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD_CHARACTERS, newPassword } from '@wardvoice/contract';
import { z } from 'zod';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { AccountFrame } from '../account-frame.tsx';
import { BackToSignIn } from '../back-to-sign-in.tsx';
import { ProblemAlert } from '../problem-alert.tsx';
import { useAccountForm } from '../use-account-form.ts';

const schema = z
  .object({ password: newPassword, password_confirm: z.string() })
  .refine(({ password, password_confirm }) => password === password_confirm, {
    path: ['password_confirm'],
    error: 'does not match',
    // This is checked even while the password itself is wrong.
    when: () => true,
  });

interface FirstPasswordFormProps {
  title: string;
  lead: string;
  submit: string;
  send: (password: string) => Promise<{ message: string }>;
}

/** Asks somebody who came by the link of an e-mail for their first password, and leads to the sign-in. */
export function FirstPasswordForm({ title, lead, submit: submitLabel, send }: FirstPasswordFormProps) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { form, problem, isSending, submit } = useAccountForm({
    schema,
    values: { password: '', password_confirm: '' },
    send: ({ password }) => send(password),
    onDone: ({ message }) => {
      noticeSuccess(message);
      void navigate({ to: '/login' });
    },
  });
  return (
    <AccountFrame title={title} lead={lead} onSubmit={submit} links={<BackToSignIn />}>
      <ProblemAlert text={problem} />
      <PasswordInput
        label={t('password')}
        description={t('password_help', { count: MIN_PASSWORD_CHARACTERS })}
        autoComplete="new-password"
        autoFocus
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label={t('password_confirm')}
        autoComplete="new-password"
        {...form.getInputProps('password_confirm')}
      />
      <Button type="submit" fullWidth loading={isSending}>
        {submitLabel}
      </Button>
    </AccountFrame>
  );
}
