import { Anchor, Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { account, passkeys } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { AccountForm } from '../account-frame.tsx';
import classes from '../account-frame.module.css';
import { hasPasskeySupport } from '../passkeys/browser-passkey.ts';
import { usePasskey } from '../passkeys/use-passkey.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { useAccountForm } from '../use-account-form.ts';

interface TwoStepFormProps {
  token: string;
  /** Whether a passkey is accepted as well as a code. */
  acceptsPasskey: boolean;
  onDone: (reply: typeof account.login.reply._zod.output) => void;
  onAgain: () => void;
}

/** The second step of signing in. */
export function TwoStepForm({ token, acceptsPasskey, onDone, onAgain }: TwoStepFormProps) {
  const { t } = useTranslation('account');
  const { form, problem, isSending, submit } = useAccountForm({
    schema: account.loginTwoStep.body,
    values: { two_step_token: token, code: '' },
    send: (body) => {
      passkey.reset();
      return call(account.loginTwoStep, { body });
    },
    onDone,
  });
  const passkey = usePasskey({
    begin: () => call(passkeys.beginSecondStep, { body: { two_step_token: token } }),
    send: (credential) => call(passkeys.finishSecondStep, { body: { two_step_token: token, credential } }),
    onDone,
  });
  const isOffered = acceptsPasskey && hasPasskeySupport();
  return (
    <AccountForm
      title={t('two_step.sign_in_title')}
      lead={t('two_step.sign_in_lead')}
      onSubmit={submit}
      links={
        <Anchor component="button" type="button" inherit onClick={onAgain}>
          {t('two_step.again')}
        </Anchor>
      }
    >
      <ProblemAlert text={passkey.isError ? asApiError(passkey.error).message : problem} />
      {isOffered && (
        <>
          <Button fullWidth loading={passkey.isPending} onClick={() => passkey.mutate()}>
            {t('passkeys.use')}
          </Button>
          <div className={classes.or}>{t('or')}</div>
        </>
      )}
      <TextInput
        label={t('two_step.code')}
        description={t('two_step.code_help')}
        autoComplete="one-time-code"
        autoFocus={!isOffered}
        {...form.getInputProps('code')}
      />
      <Button type="submit" variant={isOffered ? 'default' : 'filled'} fullWidth loading={isSending}>
        {t('submit')}
      </Button>
    </AccountForm>
  );
}
