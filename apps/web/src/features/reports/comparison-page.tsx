import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { reports } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnswersLink } from './answers-link.tsx';
import { MarkSign } from './charts/marks.tsx';
import { ReportPage } from './report-page.tsx';
import classes from './reports.module.css';
import { useReportWords } from './use-report-words.ts';

export function ComparisonPage() {
  const search = useSearch({ from: '/shell/reports/comparison' });
  const query = useQuery({
    ...ask(reports.getComparison, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  return (
    <ReportPage name="comparison" endpoint={reports.getComparison} query={query} search={search}>
      {(report) => <Comparison report={report} />}
    </ReportPage>
  );
}

function Comparison({ report }: { report: reports.ComparisonReport }) {
  const { t } = useTranslation('reports');
  const { days, changeWords } = useReportWords();
  const { plainDate } = useFormats();
  const { rows, changes } = report;
  return (
    <>
      <section className={classes.findings} aria-label={t('findings')}>
        <p className={classes.finding}>{t('comparison.lead', { now: days(report), before: days(report.before) })}</p>
        {changes.map((change) => (
          <p key={change.kind + change.detail}>
            {t('comparison.changed', { day: plainDate(change.day), what: changeWords(change) })}
          </p>
        ))}
        {changes.length > 0 && <p className={classes.help}>{t('comparison.not_alike')}</p>}
      </section>
      <div className={classes.cards}>
        {rows.map((row) => (
          <Compared key={row.measure} row={row} report={report} />
        ))}
      </div>
    </>
  );
}

function Compared({ row, report }: { row: reports.ComparisonRow; report: reports.ComparisonReport }) {
  const { t } = useTranslation('reports');
  const { figure, difference, people } = useReportWords();
  const { measure, verdict } = row;
  const told = (value: number | null) => (value === null ? t('too_few') : figure(value, measure));
  const counted = (count: number | null) => (count === null ? '' : people(count, measure));
  return (
    <section className={classes.card} aria-label={t(`measure.${measure}`)}>
      <h2>{t(`measure.${measure}`)}</h2>
      <dl>
        <div>
          <dt>{t('comparison.now')}</dt>
          <dd>
            <AnswersLink answers={row.now === null ? null : report.answers}>{told(row.now)}</AnswersLink>
          </dd>
          <dd className={classes.help}>{counted(row.count)}</dd>
        </div>
        <div>
          <dt>{t('comparison.before')}</dt>
          <dd>
            <AnswersLink answers={row.before === null ? null : report.answers_before}>{told(row.before)}</AnswersLink>
          </dd>
          <dd className={classes.help}>{counted(row.count_before)}</dd>
        </div>
      </dl>
      <p className={classes.finding}>
        {verdict === 'higher' && <MarkSign mark="high" />}
        {verdict === 'lower' && <MarkSign mark="low" />} {t(`verdict.${verdict}`)}
      </p>
      {row.difference !== null && row.lower !== null && row.upper !== null && (
        <p className={classes.help}>
          {t('comparison.difference', {
            difference: difference(row.difference, measure),
            lower: difference(row.lower, measure),
            upper: difference(row.upper, measure),
          })}
        </p>
      )}
    </section>
  );
}
