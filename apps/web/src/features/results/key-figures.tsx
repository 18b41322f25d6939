import { useTranslation } from 'react-i18next';
import type { results } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';
import classes from './results.module.css';

export function KeyFigures({ results: { total, sent, response_rate, nps } }: { results: results.Results }) {
  const { t } = useTranslation('results');
  const { number, percent } = useFormats();
  const told = (value: number | null | undefined, show: (value: number) => string) =>
    value === null || value === undefined ? t('not_told') : show(value);
  const figures = [
    { label: t('answers'), value: told(total?.answered, number), help: '' },
    {
      label: t('response_rate'),
      value: told(response_rate, percent),
      help: sent === null ? '' : t('of_sent', { sent: number(sent) }),
    },
    { label: t('score'), value: told(total?.score, number), help: t('score_unit') },
    { label: t('satisfied'), value: told(total?.satisfied, percent), help: t('satisfied_help') },
    // Only where a recommendation is asked for.
    ...(nps === null
      ? []
      : [{ label: t('nps'), value: number(nps, { signDisplay: 'exceptZero' }), help: t('nps_help') }]),
  ];
  return (
    <div>
      <dl className={classes.figures}>
        {figures.map(({ label, value, help }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value} {help && <span className={classes.help}>{help}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {sent !== null && <p className={classes.note}>{t('rate_note')}</p>}
    </div>
  );
}
