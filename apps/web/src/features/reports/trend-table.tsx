import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import type { reports } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnswersLink } from './answers-link.tsx';
import { MarkSign } from './charts/marks.tsx';
import classes from './reports.module.css';
import { useTrendWords } from './trend-findings.tsx';
import { useReportWords } from './use-report-words.ts';

interface TrendTableProps {
  report: reports.TrendReport;
  onPaperOnly?: boolean;
}

/** The figures behind the chart; each leads to its answers. */
export function TrendTable({ report, onPaperOnly = false }: TrendTableProps) {
  const { t } = useTranslation('reports');
  const { number } = useFormats();
  const { figure, periodName } = useReportWords();
  const { pointWords } = useTrendWords(report);
  const { measure, interval, points } = report;
  const isRate = measure === 'response_rate';
  return (
    <table className={clsx(classes.table, onPaperOnly && classes.onPaper)} aria-label={t(`measure.${measure}`)}>
      <thead>
        <tr>
          <th scope="col">{t(`period.${interval}`)}</th>
          <th scope="col" className={classes.end}>
            {t(`measure.${measure}`)}
          </th>
          <th scope="col" className={classes.end}>
            {t(isRate ? 'asked' : 'answers')}
          </th>
          <th scope="col">{t('meaning')}</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => {
          const [, , ...meaning] = pointWords(point);
          const { period, value, count, signal, answers } = point;
          return (
            <tr key={period}>
              <th scope="row" className={classes.period}>
                {value === null ? (
                  periodName(period, interval)
                ) : (
                  <AnswersLink answers={answers}>{periodName(period, interval)}</AnswersLink>
                )}
              </th>
              <td className={classes.end}>{value === null ? t('too_few') : figure(value, measure)}</td>
              <td className={classes.end}>{count !== null && number(count)}</td>
              <td>
                {signal && <MarkSign mark={signal} />} {value !== null && meaning.join(' · ')}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
