import { Anchor, Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { account } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { AccountFrame } from '../account-frame.tsx';
import { ProblemAlert } from '../problem-alert.tsx';
import { useAccountForm } from '../use-account-form.ts';

export function ForgotPasswordPage() {
  const { t } = useTranslation('account');
  const { form, problem, isSending, done, submit } = useAccountForm({
    schema: account.forgotPassword.body,
    values: { email: '' },
    send: (body) => call(account.forgotPassword, { body }),
  });
  const back = (
    <Anchor component={Link} to="/login" inherit>
      {t('back_to_sign_in')}
    </Anchor>
  );
  if (done) {
    return (
      <AccountFrame title={t('forgot.done_title')} links={back}>
        <p role="status">{done.message}</p>
        <p className="wv-quiet">{t('forgot.done_hint')}</p>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={t('forgot.title')} lead={t('forgot.lead')} onSubmit={submit} links={back}>
      <ProblemAlert text={problem} />
      <TextInput
        label={t('username')}
        type="email"
        autoComplete="username"
        autoFocus
        {...form.getInputProps('email')}
      />
      <Button type="submit" fullWidth loading={isSending}>
        {t('forgot.submit')}
      </Button>
    </AccountFrame>
  );
}
