import { useTranslation } from 'react-i18next';
import type { consent } from '@wardvoice/contract';
import { useTerms } from '../terms.ts';
import classes from './consent-history.module.css';

/** Lists the purposes with their legal bases and, where it is consent, whether the person has given it. */
export function PersonPurposes({ purposes }: { purposes: readonly consent.PurposeConsent[] }) {
  const { t } = useTranslation('consent_ledger');
  const { word } = useTerms();
  const stated = purposes.filter(({ basis }) => basis !== null);
  if (stated.length === 0) return null;
  return (
    <ul className={classes.history} aria-label={t('purposes')}>
      {stated.map(({ purpose, channel, basis, agreed }) => (
        <li key={`${purpose}/${channel}`}>
          {t('basis_of', {
            purpose: t(`purpose.${purpose}`),
            channel: word('channel', channel),
            basis: basis && t(`basis.${basis}`),
          })}
          {agreed !== null && <strong> · {t(agreed ? 'has_consented' : 'has_not_consented')}</strong>}
        </li>
      ))}
    </ul>
  );
}
