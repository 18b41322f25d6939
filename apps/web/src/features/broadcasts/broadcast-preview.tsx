import { useTranslation } from 'react-i18next';
import { measureSms, type broadcasts, type ReplyOf } from '@wardvoice/contract';
import { SAMPLE_LINK } from '../../ui/domain/surveys/sample-link.ts';
import classes from './broadcasts.module.css';

export type BroadcastChoices = ReplyOf<typeof broadcasts.getBroadcastForm>['data'];

interface BroadcastPreviewProps {
  choices: BroadcastChoices;
  channel: string;
  subject: string | null | undefined;
  text: string | null | undefined;
}

/** Shows the words as a person would get them, while they are being written. */
export function BroadcastPreview({ choices, channel, subject, text }: BroadcastPreviewProps) {
  const { t } = useTranslation('broadcasts');
  const { hospital, standard } = choices;
  const isSms = channel.startsWith('sms');
  const fill = (words: string) => {
    const values: Record<string, string> = { given_name: t('preview.given_name'), hospital, link: SAMPLE_LINK };
    return words.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_placeholder, name: string) => values[name] ?? '');
  };
  const written = text && !/\{\{\s*link\s*\}\}/.test(text) ? `${text} {{link}}` : text;
  const filled = fill(written || (isSms ? standard.sms : standard.email));
  const { alphabet, segments, left } = measureSms(filled);
  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      <h3>{t('preview.title')}</h3>
      {!isSms && (
        <p className={classes.subject} dir="auto">
          {fill(subject || standard.subject)}
        </p>
      )}
      <p className={classes.bubble} dir="auto">
        {filled}
      </p>
      {channel.includes('sms') && (
        <p className={classes.count} role="status">
          {t('preview.segments', { count: segments, left })}
          {alphabet === 'UCS-2' && ` ${t('preview.unicode')}`}
        </p>
      )}
      {!text && <p className={classes.count}>{t('preview.standard')}</p>}
    </section>
  );
}
