import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { consent } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { ConsentHistory } from '../../ui/domain/consent/consent-history.tsx';
import { PersonPurposes } from '../../ui/domain/consent/person-purposes.tsx';
import { useConsentWords } from '../../ui/domain/consent/use-consent-words.ts';
import { ChannelMark } from '../../ui/domain/marks.tsx';
import { FailedState } from '../../ui/kit/state-panels.tsx';
import classes from './patient-page.module.css';

/** Shows for each channel whether the patient is written to, and everything that the patient agreed to and refused. */
export function PatientConsent({ patientId }: { patientId: number }) {
  const { t } = useTranslation(['consent_ledger', 'common']);
  const words = useConsentWords();
  const query = useQuery(
    ask(consent.getPatientConsent, { params: { id: patientId } }, { topics: ['texts'], failureIsShown: true }),
  );
  if (query.isError && !query.data)
    return <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />;
  if (!query.data)
    return (
      <p className={classes.empty} aria-busy>
        {t('common:loading')}
      </p>
    );
  const { channels, purposes, events } = query.data.data;
  return (
    <>
      <ul className={classes.list} aria-label={t('channels')}>
        {channels.map(({ channel, address, source }) => (
          <li key={channel} className={classes.head}>
            <ChannelMark channel={channel} />
            <span className={classes.quiet}>
              {source ? t('not_written', { how: words.source(source) }) : t(address ? 'is_written' : 'no_address')}
            </span>
          </li>
        ))}
      </ul>
      <PersonPurposes purposes={purposes} />
      <ConsentHistory events={events} />
    </>
  );
}
