import { useTranslation } from 'react-i18next';
import type { texts } from '@wardvoice/contract';
import { DeliveryStateMark } from '../../ui/domain/marks.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { SentText } from '../../ui/domain/sent-text/sent-text.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { TextMarks } from './text-marks.tsx';
import classes from './texts.module.css';

interface TextThreadProps {
  thread: readonly texts.ThreadEntry[];
  /** The text that the page is about. */
  currentId: number;
  name: string;
}

/** Lists what was sent to an address and came from it, oldest first. Each text is written in its own direction. */
export function TextThread({ thread, currentId, name }: TextThreadProps) {
  const { t } = useTranslation('texts');
  return (
    <ol className={classes.thread} aria-label={t('thread')}>
      {thread.map((entry) => (
        <li
          key={`${entry.from} ${entry.id}`}
          className={classes.entry}
          data-from={entry.from}
          aria-current={entry.from === 'them' && entry.id === currentId ? 'true' : undefined}
        >
          <div className={classes.who}>
            <bdi>{whoWrote(entry)}</bdi>
            <RelativeTime at={entry.at} />
          </div>
          <div className={classes.bubble}>
            {entry.channel === 'email' && entry.subject && (
              <p className={classes.subject} dir="auto">
                {entry.subject}
              </p>
            )}
            <p dir="auto">{entry.from === 'them' ? entry.text : <SentText text={entry.text} />}</p>
          </div>
          <Below entry={entry} />
        </li>
      ))}
    </ol>
  );

  function whoWrote(entry: texts.ThreadEntry): string {
    if (entry.from === 'them') return t('them', { name });
    if (entry.purpose === 'automatic_reply') return t('us_automatic');
    return entry.user_name === null ? t('us') : t('us_named', { name: entry.user_name });
  }
}

/** Says how a text was understood, or what became of a reply. */
function Below({ entry }: { entry: texts.ThreadEntry }) {
  const { t } = useTranslation('texts');
  const { word } = useTerms();
  if (entry.from === 'us')
    return (
      <div className={classes.below}>
        <DeliveryStateMark state={entry.state} />
        {entry.reason && <span>{t('reply_refused', { reason: word('reason', entry.reason) })}</span>}
      </div>
    );
  return (
    <div className={classes.below}>
      <TextMarks text={entry} />
      {entry.attachments > 0 && <span>{t('attachments_not_kept')}</span>}
      {entry.reply && (
        <span>
          {t('automatic')} <bdi>{entry.reply}</bdi>
        </span>
      )}
    </div>
  );
}
