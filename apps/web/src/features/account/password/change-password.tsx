import { Button, PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { account, MIN_PASSWORD_CHARACTERS } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import classes from '../account-page.module.css';
import { ProblemAlert } from '../problem-alert.tsx';
import { useAccountForm } from '../use-account-form.ts';

export function ChangePassword({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const invalidate = useInvalidate();
  const { form, problem, isSending, submit } = useAccountForm({
    schema: account.changePassword.body.shape.user,
    values: { old_password: '', password: '' },
    send: (user) => call(account.changePassword, { body: { user } }),
    onDone: ({ message }) => {
      form.reset();
      noticeSuccess(message);
      void invalidate('account', 'audit');
    },
  });
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ProblemAlert text={problem} />
      {/* Tells the browser's password keeper whose password this is. */}
      <input type="text" value={email} autoComplete="username" readOnly hidden />
      <PasswordInput
        label={t('own.old_password')}
        autoComplete="current-password"
        {...form.getInputProps('old_password')}
      />
      <PasswordInput
        label={t('new_password')}
        description={t('password_help', { count: MIN_PASSWORD_CHARACTERS })}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <Button type="submit" loading={isSending}>
        {t('own.change_password')}
      </Button>
    </form>
  );
}
