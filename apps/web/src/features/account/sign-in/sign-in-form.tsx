import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { AccountForm } from '../account-frame.tsx';
import classes from '../account-frame.module.css';
import { leaveForSingleSignOn, readReturnTo } from './single-sign-on.ts';
import { SingleSignOnOnly } from './single-sign-on-only.tsx';
import { TwoStepForm } from '../two-step/two-step-form.tsx';
import { useEnter } from './use-enter.ts';
import { useSignInOptions } from './use-sign-in-options.ts';

/** Asks for e-mail and password, then for a code where one is needed, or offers single sign-on. */
export function SignInForm() {
  const { t } = useTranslation('account');
  const search: { redirect?: string; signed_on?: '1' } = useSearch({ strict: false });
  const enter = useEnter();
  const form = useForm({ initialValues: { username: '', password: '' } });
  const [isMissing, setIsMissing] = useState(false);
  const [twoStepToken, setTwoStepToken] = useState<string | null>(null);
  const [isEmergency, setIsEmergency] = useState(false);
  const options = useSignInOptions().data?.data;

  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => call(account.login, { body }),
    meta: { failureIsShown: true },
    onSuccess: (reply) => enter(reply, search.redirect),
    onError: (error) => {
      const asked = account.twoStepRequired.safeParse(asApiError(error).body);
      if (asked.success) setTwoStepToken(asked.data.two_step_token);
    },
  });
  const finish = useMutation({
    mutationFn: () => call(account.finishSingleSignOn, {}),
    meta: { failureIsShown: true },
    onSuccess: (reply) => enter(reply, readReturnTo()),
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
    if (missing) signIn.reset();
    else signIn.mutate(values);
  };

  if (twoStepToken !== null) {
    const again = () => {
      setTwoStepToken(null);
      signIn.reset();
      form.setFieldValue('password', '');
    };
    return <TwoStepForm token={twoStepToken} onDone={(reply) => void enter(reply, search.redirect)} onAgain={again} />;
  }

  const failure = isMissing ? null : (signIn.error ?? finish.error);
  const wrong = isMissing || failure !== null;
  if (options?.single_sign_on_only && !isEmergency) {
    return (
      <SingleSignOnOnly
        problem={failure && asApiError(failure).message}
        isBusy={finish.isPending}
        returnTo={search.redirect}
        onEmergency={() => setIsEmergency(true)}
      />
    );
  }
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
      <p id="sign-in-help" className={clsx(classes.help, wrong && classes.wrong)} role={wrong ? 'alert' : undefined}>
        {failure ? asApiError(failure).message : t('help')}
      </p>
      <Button type="submit" fullWidth loading={signIn.isPending || finish.isPending}>
        {t('submit')}
      </Button>
      {options?.single_sign_on && (
        <>
          <div className={classes.or}>{t('or')}</div>
          <Button variant="default" fullWidth onClick={() => leaveForSingleSignOn(search.redirect)}>
            {t('single_sign_on')}
          </Button>
        </>
      )}
    </AccountForm>
  );
}
