import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { account, passkeys } from '@wardvoice/contract';
import { beActive, notifyTabs } from '../../../api/activity.ts';
import { asApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { invalidateAll } from '../../../api/invalidate.ts';
import { endSession, resumeSession, type Session } from '../../../api/session.ts';
import { TopDialog } from '../../../ui/kit/top-dialog.tsx';
import classes from './lock-screen.module.css';
import { hasPasskeySupport } from '../passkeys/browser-passkey.ts';
import { usePasskey } from '../passkeys/use-passkey.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { SingleSignOnUnlock } from './single-sign-on-unlock.tsx';
import { atSubPath } from '../../../api/sub-path.ts';

/** Over the whole page, which stays as it was: a half-filled form is there afterwards. */
export function LockScreen({ session }: { session: Session }) {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const { name } = session.current_user;

  useEffect(() => field.current?.focus(), []);

  const resume = (reply: account.SessionReply) => {
    beActive();
    resumeSession(reply);
    notifyTabs('unlocked');
    // What lies under the lock may be hours old, and the person's permissions may be others.
    void invalidateAll(client);
  };
  const unlock = useMutation({
    mutationFn: () => call(account.unlockSession, { body: { password } }),
    meta: { failureIsShown: true },
    onSuccess: resume,
    onError: () => {
      setPassword('');
      field.current?.focus();
    },
  });
  const passkey = usePasskey({
    begin: () => call(passkeys.beginOwn, { body: { purpose: 'unlock' } }),
    send: (credential) => call(passkeys.unlock, { body: { credential } }),
    onDone: resume,
  });
  const signOut = useMutation({
    mutationFn: () => call(account.logout, {}),
    // The browser forgets the session all the same.
    onSettled: () => {
      endSession('signed_out');
      client.clear();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    passkey.reset();
    unlock.mutate();
  };
  const error = unlock.isError ? asApiError(unlock.error) : null;
  const isSingleSignOn = session.method === 'single_sign_on';

  return (
    <TopDialog className={classes.screen} labelledBy="lock-title" describedBy="lock-text">
      <form className={classes.form} onSubmit={submit} noValidate>
        <img src={atSubPath('/wardvoice.svg')} alt="" width={40} height={40} />
        <h1 id="lock-title" className={classes.title}>
          {t('lock.title')}
        </h1>
        <p id="lock-text" className={classes.text}>
          {isSingleSignOn ? t('lock.text_single_sign_on', { name }) : t('lock.text', { name })}
        </p>
        {isSingleSignOn ? (
          <SingleSignOnUnlock onUnlocked={resume} />
        ) : (
          <>
            {/* Tells the browser's password keeper whose password this is. */}
            <input type="text" value={session.current_user.email} autoComplete="username" readOnly hidden />
            <PasswordInput
              ref={field}
              label={t('password')}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={error && (error.errors['password']?.join(' ') ?? error.message)}
            />
            <Button type="submit" fullWidth loading={unlock.isPending}>
              {t('lock.submit')}
            </Button>
            <ProblemAlert text={passkey.isError ? asApiError(passkey.error).message : null} />
            {session.has_passkey && hasPasskeySupport() && (
              <Button variant="default" fullWidth loading={passkey.isPending} onClick={() => passkey.mutate()}>
                {t('passkeys.unlock')}
              </Button>
            )}
          </>
        )}
        <Button variant="default" fullWidth loading={signOut.isPending} onClick={() => signOut.mutate()}>
          {t('lock.sign_out')}
        </Button>
      </form>
    </TopDialog>
  );
}
