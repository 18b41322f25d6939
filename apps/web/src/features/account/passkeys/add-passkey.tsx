import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account, passkeys } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { renewSession } from '../../../api/session.ts';
import { noticeFailedRequest, noticeSuccess } from '../../../ui/domain/notices.ts';
import classes from '../account-page.module.css';
import { ProblemAlert } from '../problem-alert.tsx';
import { browserIn } from '../sessions/browser-in.ts';
import { RecoveryCodes } from '../two-step/recovery-codes.tsx';
import { useAccountForm } from '../use-account-form.ts';
import { hasPasskeySupport, makePasskey } from './browser-passkey.ts';

interface AddPasskeyProps {
  /** Is called when it was added and the recovery codes, if there are any, were shown. It has the session renewed. */
  onAdded?: () => void;
}

/** Leads through adding a passkey: name, the browser's own dialog, recovery codes where the person has none. */
export function AddPasskey({ onAdded }: AddPasskeyProps) {
  const { t } = useTranslation('account');
  const invalidate = useInvalidate();
  const [isAsking, setIsAsking] = useState(false);
  const [codes, setCodes] = useState<string[]>([]);
  const finish = () => {
    setCodes([]);
    void invalidate('account');
    // The session says whether it can be unlocked with a passkey.
    if (onAdded) onAdded();
    else void call(account.getSession, {}).then(renewSession, noticeFailedRequest);
  };
  const added = (recoveryCodes: string[]) => {
    setIsAsking(false);
    if (recoveryCodes.length > 0) return setCodes(recoveryCodes);
    noticeSuccess(t('passkeys.added'));
    return finish();
  };

  if (!hasPasskeySupport()) return <p className={classes.text}>{t('passkeys.unsupported')}</p>;
  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={finish} />;
  if (isAsking) return <NameForm onAdded={added} onCancel={() => setIsAsking(false)} />;
  return (
    <Button variant="default" onClick={() => setIsAsking(true)}>
      {t('passkeys.add')}
    </Button>
  );
}

interface NameFormProps {
  onAdded: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

function NameForm({ onAdded, onCancel }: NameFormProps) {
  const { t } = useTranslation(['account', 'common']);
  const { form, problem, isSending, submit } = useAccountForm({
    schema: passkeys.renamePasskey.body,
    values: { name: browserIn(navigator.userAgent) ?? t('passkeys.one') },
    send: async ({ name }) => {
      const options = await call(passkeys.beginPasskey, {});
      const credential = await makePasskey(options.data);
      return call(passkeys.addPasskey, { body: { name, credential } });
    },
    onDone: ({ data }) => onAdded(data.recovery_codes),
  });
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ProblemAlert text={problem} />
      <TextInput
        label={t('passkeys.name')}
        description={t('passkeys.name_help')}
        maxLength={passkeys.MAX_NAME_CHARACTERS}
        autoFocus
        {...form.getInputProps('name')}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={isSending}>
          {t('two_step.continue')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
