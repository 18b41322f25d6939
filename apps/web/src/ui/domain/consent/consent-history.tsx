import { useTranslation } from 'react-i18next';
import type { consent } from '@wardvoice/contract';
import { listed, useFormats } from '../../kit/formats.ts';
import { RelativeTime } from '../../kit/time/relative-time.tsx';
import classes from './consent-history.module.css';
import { useConsentWords } from './use-consent-words.ts';

/** Lists what a person agreed to and refused, newest first: when, by which way, by whom, and in which words. */
export function ConsentHistory({ events }: { events: readonly consent.ConsentEvent[] }) {
  const { t } = useTranslation('consent_ledger');
  if (events.length === 0) return <p className={`${classes.empty} wv-quiet`}>{t('history_empty')}</p>;
  return (
    <ol className={classes.history} aria-label={t('history')}>
      {events.map((event) => (
        <Entry key={event.id} event={event} />
      ))}
    </ol>
  );
}

function Entry({ event }: { event: consent.ConsentEvent }) {
  const { t } = useTranslation('consent_ledger');
  const words = useConsentWords();
  const { plainDate } = useFormats();
  const { address, user_name, source, note, carried_from, is_earlier, manner, given_on, bases } = event;
  return (
    <li>
      <div>
        {words.change(event)}, <RelativeTime at={event.at} exact />
      </div>
      <div className={classes.more}>
        <span dir="ltr">{address ?? t('erased')}</span> · {words.source(source)}
        {user_name && ` · ${t('by', { name: user_name })}`}
      </div>
      {carried_from && (
        <div className={classes.more}>
          {t('carried_from')} <span dir="ltr">{carried_from}</span>
        </div>
      )}
      {note && (
        <div className={classes.more} dir="auto">
          {note}
        </div>
      )}
      {manner && given_on && (
        <div className={classes.more}>{t('said_on', { manner: t(`manner.${manner}`), day: plainDate(given_on) })}</div>
      )}
      <Words event={event} />
      {bases.length > 0 && (
        <div className={classes.more}>{t('then', { bases: listed(bases.map((basis) => t(`basis.${basis}`))) })}</div>
      )}
      {is_earlier && <div className={classes.more}>{t('earlier')}</div>}
    </li>
  );
}

/** Shows the words of the page, or of the person, behind a summary that opens them. */
function Words({ event: { wording, wording_language, written } }: { event: consent.ConsentEvent }) {
  const { t } = useTranslation('consent_ledger');
  if (written === null && wording === null) return null;
  return (
    <details>
      <summary>{t(written === null ? 'wording' : 'written')}</summary>
      <p className={classes.words} dir="auto" lang={written === null ? (wording_language ?? undefined) : undefined}>
        {written ?? wording}
      </p>
    </details>
  );
}
