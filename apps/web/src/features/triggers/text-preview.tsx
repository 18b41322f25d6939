import { useTranslation } from 'react-i18next';
import { measureSms, type BodyInputOf, type triggers } from '@wardvoice/contract';
import { SAMPLE_LINK } from '../../ui/domain/surveys/sample-link.ts';
import classes from './triggers.module.css';

interface TextPreviewProps {
  action: string;
  config: BodyInputOf<typeof triggers.createTrigger>['trigger']['config'];
  hospital: string;
}

/** Shows the text as a patient would get it, while it is being written. */
export function TextPreview({ action, config, hospital }: TextPreviewProps) {
  const { t } = useTranslation('triggers');
  if (action === 'api_push') return null;
  const values: Record<string, string> = {
    given_name: t('sample.given_name'),
    ward: t('sample.ward'),
    hospital,
    link: SAMPLE_LINK,
  };
  const isSms = action === 'send_sms' || config.channel === 'sms' || config.channel === 'sms_or_email';
  const text = config.text ?? '';
  const hasLink = /\{\{\s*link\s*\}\}/.test(text);
  // A survey's link is put at the end where the text does not say where.
  const whole = action === 'send_survey_request' && text && !hasLink ? `${text} {{link}}` : text;
  const filled = fill(whole, values);
  const length = measureSms(filled);
  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      <h3>{t('preview.title')}</h3>
      {!isSms && config.subject && <p className={classes.subject}>{fill(config.subject, values)}</p>}
      <p className={classes.bubble} dir="auto">
        {filled || t(action === 'send_survey_request' ? 'preview.standard' : 'preview.empty')}
      </p>
      {isSms && filled && (
        <p className={classes.count} role="status">
          {t('preview.segments', { count: length.segments, characters: length.units })}
          {length.alphabet === 'UCS-2' && ` ${t('preview.unicode')}`}
        </p>
      )}
    </section>
  );
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_placeholder, name: string) => values[name] ?? '');
