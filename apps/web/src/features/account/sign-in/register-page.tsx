import { Anchor, Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { account } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { AccountFrame } from '../account-frame.tsx';
import { BackToSignIn } from '../back-to-sign-in.tsx';
import { ProblemAlert } from '../problem-alert.tsx';
import { useAccountForm } from '../use-account-form.ts';
import { useSignInOptions } from './use-sign-in-options.ts';

/** Asks for an e-mail with a link that makes an account or, where nobody may register, says whom to ask. */
export function RegisterPage() {
  const { t } = useTranslation('account');
  const options = useSignInOptions();
  const { form, problem, isSending, done, submit } = useAccountForm({
    schema: account.register.body.shape.user.omit({ password: true }),
    values: { name: '', email: '' },
    send: (user) => call(account.register, { body: { user } }),
  });
  if (options.data?.data.registration === false) {
    return (
      <AccountFrame title={t('register.off_title')} links={<BackToSignIn />}>
        <p>{t('register.off_text')}</p>
      </AccountFrame>
    );
  }
  if (done) {
    return (
      <AccountFrame title={t('forgot.done_title')} links={<BackToSignIn />}>
        <p role="status">{done.message}</p>
        <p className="wv-quiet">{t('forgot.done_hint')}</p>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title={t('register.title')}
      lead={t('register.lead')}
      onSubmit={submit}
      links={
        <>
          <BackToSignIn />
          <Anchor component={Link} to="/forgot-password" inherit>
            {t('forgot.link')}
          </Anchor>
        </>
      }
    >
      <ProblemAlert text={problem} />
      <TextInput label={t('name')} autoComplete="name" autoFocus {...form.getInputProps('name')} />
      <TextInput label={t('username')} type="email" autoComplete="username" {...form.getInputProps('email')} />
      <Button type="submit" fullWidth loading={isSending}>
        {t('register.submit')}
      </Button>
    </AccountFrame>
  );
}
