import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account, passkeys } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { settleProof } from '../../../api/fresh-sign-in.ts';
import { hasPasskeySupport } from '../passkeys/browser-passkey.ts';
import { usePasskey } from '../passkeys/use-passkey.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { useAccountForm } from '../use-account-form.ts';
import classes from './proof-dialog.module.css';

interface PasswordProofProps {
  email: string;
  /** Whether the person can prove it with a passkey instead. */
  hasPasskey: boolean;
  onCancel: () => void;
}

/** Asks for the password and, once the server says that the person has two-step sign-in, for a code. */
export function PasswordProof({ email, hasPasskey, onCancel }: PasswordProofProps) {
  const { t } = useTranslation(['account', 'common']);
  const field = useRef<HTMLInputElement>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const { form, problem, isSending, submit } = useAccountForm({
    schema: account.proveIdentity.body.pick({ password: true }),
    values: { password: '', code: '' },
    send: async ({ password, code }) => {
      passkey.reset();
      try {
        await call(account.proveIdentity, { body: { password, ...(code.trim() ? { code } : {}) } });
      } catch (error) {
        if ('code' in asApiError(error).errors) setNeedsCode(true);
        throw error;
      }
    },
    onDone: () => settleProof(true),
  });
  const passkey = usePasskey({
    begin: () => call(passkeys.beginOwn, { body: { purpose: 'prove' } }),
    send: (credential) => call(passkeys.prove, { body: { credential } }),
    onDone: () => settleProof(true),
  });
  useEffect(() => field.current?.focus(), []);

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ProblemAlert text={passkey.isError ? asApiError(passkey.error).message : problem} />
      {/* Tells the browser's password keeper whose password this is. */}
      <input type="text" value={email} autoComplete="username" readOnly hidden />
      <PasswordInput
        ref={field}
        label={t('two_step.own_password')}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      {needsCode && (
        <TextInput
          label={t('two_step.code')}
          description={t('two_step.code_help')}
          autoComplete="one-time-code"
          autoFocus
          {...form.getInputProps('code')}
        />
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={isSending}>
          {t('proof.submit')}
        </Button>
        {hasPasskey && hasPasskeySupport() && (
          <Button variant="default" loading={passkey.isPending} onClick={() => passkey.mutate()}>
            {t('passkeys.confirm')}
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
