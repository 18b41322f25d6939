import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { passkeys, type account } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { FailedState } from '../../../ui/kit/state-panels.tsx';
import classes from '../account-page.module.css';
import { AddPasskey } from './add-passkey.tsx';
import { PasskeyRow } from './passkey-row.tsx';

/** Lists the person's passkeys, which can be added, named and removed. */
export function PasskeysSetting({ own }: { own: account.OwnAccount }) {
  const { t } = useTranslation('account');
  const query = useQuery(ask(passkeys.listPasskeys, {}, { failureIsShown: true }));
  const { can_add, hindrance } = own.passkeys;

  if (query.isError && !query.data)
    return <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={120} />;
  const kept = query.data.data;
  return (
    <>
      {kept.length > 0 && (
        <ul className={classes.sessions} aria-label={t('passkeys.title')}>
          {kept.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        <div className={classes.form}>
          <p className={classes.text}>
            {hindrance ? t(`passkeys.hindrance.${hindrance}`) : can_add ? t('passkeys.text') : t('passkeys.not_here')}
          </p>
          {kept.length > 0 && !own.two_step.enabled && (
            <p className={classes.text}>{t('passkeys.codes_left', { count: own.two_step.recovery_codes_left })}</p>
          )}
          {can_add &&
            (kept.length < passkeys.MAX_PASSKEYS ? (
              <AddPasskey />
            ) : (
              <p className={classes.text}>{t('passkeys.full', { count: passkeys.MAX_PASSKEYS })}</p>
            ))}
        </div>
      </div>
    </>
  );
}
