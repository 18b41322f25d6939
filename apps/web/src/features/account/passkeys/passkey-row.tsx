import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account, passkeys } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { renewSession } from '../../../api/session.ts';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { confirm } from '../../../ui/kit/confirm.ts';
import { RelativeTime } from '../../../ui/kit/time/relative-time.tsx';
import classes from '../account-page.module.css';
import { ProblemAlert } from '../problem-alert.tsx';
import { useAccountForm } from '../use-account-form.ts';

export function PasskeyRow({ passkey }: { passkey: passkeys.Passkey }) {
  const { t } = useTranslation('account');
  const invalidate = useInvalidate();
  const [isNaming, setIsNaming] = useState(false);
  const { id, name } = passkey;
  const remove = useMutation({
    mutationFn: () => call(passkeys.removePasskey, { params: { id } }),
    onSuccess: async () => {
      noticeSuccess(t('passkeys.removed'));
      void invalidate('account');
      renewSession(await call(account.getSession, {}));
    },
  });
  const askToRemove = async () => {
    const text = t('passkeys.remove_text');
    if (await confirm({ title: t('passkeys.remove_title', { name }), text, dangerous: true })) remove.mutate();
  };
  if (isNaming)
    return (
      <li className={classes.session}>
        <RenameForm passkey={passkey} onDone={() => setIsNaming(false)} />
      </li>
    );
  return (
    <li className={classes.session}>
      <div>
        <div className={classes.sessionName}>{name}</div>
        <div className={classes.sessionFacts}>
          {passkey.synced ? t('passkeys.synced') : t('passkeys.device_bound')}
          {' · '}
          {t('passkeys.made')} <RelativeTime at={passkey.created_at} exact />
          {' · '}
          {passkey.last_used_at ? (
            <>
              {t('passkeys.last_used')} <RelativeTime at={passkey.last_used_at} />
            </>
          ) : (
            t('passkeys.never_used')
          )}
          {!passkey.usable && ` · ${t('passkeys.other_address')}`}
        </div>
      </div>
      <div className={classes.rowButtons}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('passkeys.rename_label', { name })}
          onClick={() => setIsNaming(true)}
        >
          {t('passkeys.rename')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          loading={remove.isPending}
          aria-label={t('passkeys.remove_label', { name })}
          onClick={() => void askToRemove()}
        >
          {t('passkeys.remove')}
        </Button>
      </div>
    </li>
  );
}

function RenameForm({ passkey: { id, name }, onDone }: { passkey: passkeys.Passkey; onDone: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const invalidate = useInvalidate();
  const { form, problem, isSending, submit } = useAccountForm({
    schema: passkeys.renamePasskey.body,
    values: { name },
    send: (body) => call(passkeys.renamePasskey, { params: { id }, body }),
    onDone: () => {
      void invalidate('account');
      onDone();
    },
  });
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ProblemAlert text={problem} />
      <TextInput
        label={t('passkeys.name')}
        maxLength={passkeys.MAX_NAME_CHARACTERS}
        autoFocus
        {...form.getInputProps('name')}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={isSending}>
          {t('common:record.save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
