import { useTranslation } from 'react-i18next';
import type { results } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { Bar } from './bar.tsx';
import classes from './results.module.css';

/** Score by week or month; a week with too few answers keeps its place. */
export function Trend({ results: { trend, by } }: { results: results.Results }) {
  const { t } = useTranslation('results');
  const { number, plainDate, month } = useFormats();
  const beginning = by === 'month' ? month : plainDate;
  return (
    <Panel title={t('trend')}>
      <table className={classes.table} aria-label={t('trend')}>
        <thead>
          <tr>
            <th scope="col">{t(`period.${by}`)}</th>
            <th scope="col" colSpan={2}>
              {t('score')}
            </th>
            <th scope="col" className={classes.end}>
              {t('answers')}
            </th>
          </tr>
        </thead>
        <tbody>
          {trend.map(({ period, figures }) => (
            <tr key={period}>
              <th scope="row">{beginning(period)}</th>
              <td className={classes.wide}>{figures && <Bar share={(figures.score ?? 0) / 100} />}</td>
              <td className={classes.end}>
                {figures ? (figures.score === null ? t('not_told') : number(figures.score)) : t('too_few')}
              </td>
              <td className={classes.end}>{figures && number(figures.answered)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
