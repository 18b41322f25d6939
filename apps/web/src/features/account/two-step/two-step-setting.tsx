import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import classes from '../account-page.module.css';
import { ProblemAlert } from '../problem-alert.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoStepEnrol, type TwoStepKey } from './two-step-enrol.tsx';
import { useAccountForm } from '../use-account-form.ts';

interface TwoStepSettingProps {
  two_step: account.OwnAccount['two_step'];
  /** Whether passkeys are a second step already, so that the app can be switched off. */
  hasPasskeys?: boolean;
  /** Is called when it was switched on and the recovery codes were shown. */
  onEnabled?: () => void;
}

/** Shows whether two-step sign-in is on, and leads through switching it: password, key, first code, recovery codes. */
export function TwoStepSetting({ two_step, hasPasskeys = false, onEnabled }: TwoStepSettingProps) {
  const { t } = useTranslation('account');
  const invalidate = useInvalidate();
  const [key, setKey] = useState<TwoStepKey | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const refresh = () => invalidate('account');

  if (codes) {
    const done = () => {
      setCodes(null);
      void refresh();
      onEnabled?.();
    };
    return <RecoveryCodes codes={codes} onDone={done} />;
  }
  if (key) {
    const confirmed = (recoveryCodes: string[]) => {
      setKey(null);
      setCodes(recoveryCodes);
    };
    return <TwoStepEnrol secretKey={key} onConfirmed={confirmed} onCancel={() => setKey(null)} />;
  }

  const begin = async (body: { password: string }) => setKey((await call(account.beginTwoStep, { body })).data);
  const disable = async (body: { password: string }) => {
    await call(account.disableTwoStep, { body });
    noticeSuccess(t('two_step.disabled'));
    await refresh();
  };
  return (
    <div className={classes.form}>
      <p className={classes.text}>
        {two_step.enabled
          ? t('two_step.on', { count: two_step.recovery_codes_left })
          : t(hasPasskeys ? 'two_step.off_with_passkey' : 'two_step.off')}
      </p>
      {two_step.enabled && two_step.required && !hasPasskeys ? (
        <p className={classes.text}>{t('two_step.required')}</p>
      ) : isAsking ? (
        <ProofForm
          submitLabel={two_step.enabled ? t('two_step.disable') : t('two_step.continue')}
          send={two_step.enabled ? disable : begin}
          onDone={() => setIsAsking(false)}
          onCancel={() => setIsAsking(false)}
        />
      ) : (
        <Button variant={two_step.enabled ? 'default' : 'filled'} onClick={() => setIsAsking(true)}>
          {two_step.enabled ? t('two_step.disable') : t('two_step.enable')}
        </Button>
      )}
    </div>
  );
}

interface ProofFormProps {
  submitLabel: string;
  send: (body: { password: string }) => Promise<void>;
  onDone: () => void;
  onCancel: () => void;
}

function ProofForm({ submitLabel, send, onDone, onCancel }: ProofFormProps) {
  const { t } = useTranslation(['account', 'common']);
  const { form, problem, isSending, submit } = useAccountForm({
    schema: account.beginTwoStep.body,
    values: { password: '' },
    send,
    onDone,
  });
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ProblemAlert text={problem} />
      <PasswordInput
        label={t('two_step.own_password')}
        autoComplete="current-password"
        autoFocus
        {...form.getInputProps('password')}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={isSending}>
          {submitLabel}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
