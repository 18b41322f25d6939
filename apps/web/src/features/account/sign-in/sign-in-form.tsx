import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account, passkeys } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { AccountForm } from '../account-frame.tsx';
import classes from '../account-frame.module.css';
import { hasPasskeySupport } from '../passkeys/browser-passkey.ts';
import { usePasskey } from '../passkeys/use-passkey.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { readReturnTo } from './single-sign-on.ts';
import { SingleSignOnOnly } from './single-sign-on-only.tsx';
import { TwoStepForm } from '../two-step/two-step-form.tsx';
import { useEnter } from './use-enter.ts';
import { useFollowTab } from './use-follow-tab.ts';
import { useSignInOptions } from './use-sign-in-options.ts';

/** Asks for e-mail and password, then for a code where one is needed, or offers single sign-on. */
export function SignInForm() {
  const { t } = useTranslation('account');
  const search: { redirect?: string; signed_on?: '1' } = useSearch({ strict: false });
  const enter = useEnter();
  useFollowTab(search.redirect);
  const form = useForm({ initialValues: { username: '', password: '' } });
  const [isMissing, setIsMissing] = useState(false);
  const [twoStep, setTwoStep] = useState<{ token: string; acceptsPasskey: boolean } | null>(null);
  const [isEmergency, setIsEmergency] = useState(false);
  const options = useSignInOptions().data?.data;

  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => call(account.login, { body }),
    meta: { failureIsShown: true },
    onSuccess: (reply) => enter(reply, search.redirect),
    onError: (error) => {
      const asked = account.twoStepRequired.safeParse(asApiError(error).body);
      if (asked.success) setTwoStep({ token: asked.data.two_step_token, acceptsPasskey: asked.data.passkey });
    },
  });
  const finish = useMutation({
    mutationFn: () => call(account.finishSingleSignOn, {}),
    meta: { failureIsShown: true },
    onSuccess: (reply) => enter(reply, readReturnTo()),
  });
  const passkey = usePasskey({
    begin: () => call(passkeys.beginLogin, {}),
    send: (credential) => call(passkeys.login, { body: { credential } }),
    onDone: (reply) => void enter(reply, search.redirect),
  });
  const { mutate: fetchSession } = finish;
  const isFetched = useRef(false);
  useEffect(() => {
    // It is fetched once only, because the server gives the session out once.
    if (search.signed_on !== '1' || isFetched.current) return;
    isFetched.current = true;
    fetchSession();
  }, [search.signed_on, fetchSession]);

  const submit = (values: typeof form.values) => {
    const missing = values.username.trim() === '' || values.password === '';
    setIsMissing(missing);
    finish.reset();
    passkey.reset();
    if (missing) signIn.reset();
    else signIn.mutate(values);
  };

  if (twoStep) {
    const again = () => {
      setTwoStep(null);
      signIn.reset();
      form.setFieldValue('password', '');
    };
    return <TwoStepForm {...twoStep} onDone={(reply) => void enter(reply, search.redirect)} onAgain={again} />;
  }

  const failure = isMissing ? null : (signIn.error ?? finish.error ?? passkey.error);
  const isFailed = isMissing || failure !== null;
  const wrong = isMissing || signIn.isError;
  if (options?.single_sign_on_only && !isEmergency) {
    return (
      <SingleSignOnOnly
        providers={options.providers}
        problem={failure && asApiError(failure).message}
        isBusy={finish.isPending}
        returnTo={search.redirect}
        onEmergency={() => setIsEmergency(true)}
      />
    );
  }
  const isPasskeyOffered = options?.passkeys && hasPasskeySupport();
  const withPasskey = () => {
    setIsMissing(false);
    signIn.reset();
    finish.reset();
    passkey.mutate();
  };
  return (
    <AccountForm
      title={t('title')}
      lead={isEmergency ? t('single_sign_on_only.emergency_lead') : t('lead')}
      onSubmit={form.onSubmit(submit)}
      links={
        <>
          {!options?.single_sign_on_only && (
            <Anchor component={Link} to="/forgot-password" inherit>
              {t('forgot.link')}
            </Anchor>
          )}
          {options?.registration && (
            <Anchor component={Link} to="/register" inherit>
              {t('register.link')}
            </Anchor>
          )}
        </>
      }
    >
      <TextInput
        label={t('username')}
        type="email"
        autoComplete="username"
        autoFocus
        aria-describedby="sign-in-help"
        aria-invalid={wrong || undefined}
        {...form.getInputProps('username')}
      />
      <PasswordInput
        label={t('password')}
        autoComplete="current-password"
        aria-describedby="sign-in-help"
        aria-invalid={wrong || undefined}
        {...form.getInputProps('password')}
      />
      <p
        id="sign-in-help"
        className={clsx(classes.help, isFailed && classes.wrong)}
        role={isFailed ? 'alert' : undefined}
      >
        {failure ? asApiError(failure).message : t('help')}
      </p>
      <Button type="submit" fullWidth loading={signIn.isPending || finish.isPending}>
        {t('submit')}
      </Button>
      {(isPasskeyOffered || options?.single_sign_on) && <div className={classes.or}>{t('or')}</div>}
      {isPasskeyOffered && (
        <Button variant="default" fullWidth loading={passkey.isPending} onClick={withPasskey}>
          {t('passkeys.sign_in')}
        </Button>
      )}
      <ProviderButtons providers={options?.providers ?? []} returnTo={search.redirect} variant="default" />
    </AccountForm>
  );
}
