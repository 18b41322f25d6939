import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import clsx from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { startSession } from '../../api/session.ts';
import { useAnnouncedPage } from '../../ui/page-store.ts';
import { LoginInformation } from './login-information.tsx';
import classes from './login-page.module.css';

/** One of our own screens; anything else could lead out of the house. */
const isScreen = (address: string | null | undefined): address is string => /^\/(?![/\\])(?!login)/.test(address ?? '');

export function LoginPage() {
  const { t } = useTranslation(['account', 'common']);
  useAnnouncedPage(t('common:page_title', { title: t('title'), product: t('common:product') }), []);
  const { redirect } = useSearch({ from: '/login' });
  const navigate = useNavigate();
  const router = useRouter();
  const client = useQueryClient();
  const form = useForm({ initialValues: { username: '', password: '' } });
  const [isMissing, setIsMissing] = useState(false);

  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => call(account.login, { body }),
    meta: { failureIsShown: true },
    onSuccess: async ({ auth_token, ...session }) => {
      client.clear();
      startSession(auth_token, session);
      const landing = session.application_user.landing_page;
      const to = isScreen(redirect) ? redirect : isScreen(landing) ? landing : '/dashboard';
      if (to === '/dashboard') await navigate({ to });
      else router.history.push(to);
    },
  });

  const submit = (values: typeof form.values) => {
    const missing = values.username.trim() === '' || values.password === '';
    setIsMissing(missing);
    if (missing) signIn.reset();
    else signIn.mutate(values);
  };

  const wrong = isMissing || signIn.isError;
  return (
    <div className={classes.screen}>
      <main className={classes.side}>
        <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate aria-labelledby="sign-in">
          <img src="/wardvoice.svg" alt={t('common:product')} width={40} height={40} />
          <h1 id="sign-in" className={classes.title}>
            {t('title')}
          </h1>
          <p className={classes.lead}>{t('lead')}</p>
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
            className={clsx(classes.help, wrong && classes.wrong)}
            role={wrong ? 'alert' : undefined}
          >
            {signIn.isError && !isMissing ? asApiError(signIn.error).message : t('help')}
          </p>
          <Button type="submit" fullWidth loading={signIn.isPending}>
            {t('submit')}
          </Button>
        </form>
      </main>
      <LoginInformation />
    </div>
  );
}
