import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { settleProof } from '../../../api/fresh-sign-in.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { useAccountForm } from '../use-account-form.ts';
import classes from './proof-dialog.module.css';

interface PasswordProofProps {
  email: string;
  onCancel: () => void;
}

/** Asks for the password and, once the server says that the person has two-step sign-in, for a code. */
export function PasswordProof({ email, onCancel }: PasswordProofProps) {
  const { t } = useTranslation(['account', 'common']);
  const field = useRef<HTMLInputElement>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const { form, problem, isSending, submit } = useAccountForm({
    schema: account.proveIdentity.body.pick({ password: true }),
    values: { password: '', code: '' },
    send: async ({ password, code }) => {
      try {
        await call(account.proveIdentity, { body: { password, ...(code.trim() ? { code } : {}) } });
      } catch (error) {
        if ('code' in asApiError(error).errors) setNeedsCode(true);
        throw error;
      }
    },
    onDone: () => settleProof(true),
  });
  useEffect(() => field.current?.focus(), []);

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ProblemAlert text={problem} />
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
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
