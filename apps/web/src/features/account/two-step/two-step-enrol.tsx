import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { account } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { QrCode } from '../../../ui/kit/qr-code.tsx';
import classes from '../account-page.module.css';
import { ProblemAlert } from '../problem-alert.tsx';
import { useAccountForm } from '../use-account-form.ts';

export interface TwoStepKey {
  secret: string;
  otpauth_url: string;
}

interface TwoStepEnrolProps {
  secretKey: TwoStepKey;
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** Shows the key as a QR code and as text, and asks for a first code, which proves that the app has the key. */
export function TwoStepEnrol({ secretKey: { secret, otpauth_url }, onConfirmed, onCancel }: TwoStepEnrolProps) {
  const { t } = useTranslation(['account', 'common']);
  const { form, problem, isSending, submit } = useAccountForm({
    schema: account.confirmTwoStep.body,
    values: { code: '' },
    send: (body) => call(account.confirmTwoStep, { body }),
    onDone: ({ data }) => onConfirmed(data.recovery_codes),
  });
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.text}>{t('two_step.scan')}</p>
      <QrCode text={otpauth_url} label={t('two_step.qr_label')} />
      <p className={classes.text}>
        {t('two_step.key')} <span className={classes.key}>{secret.match(/.{4}/g)?.join(' ')}</span>
      </p>
      <ProblemAlert text={problem} />
      <TextInput
        label={t('two_step.first_code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        {...form.getInputProps('code')}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={isSending}>
          {t('two_step.enable')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
