import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reports } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { AnswersLink } from './answers-link.tsx';
import { MarkSign } from './charts/marks.tsx';
import { IntervalBar } from './interval-bar.tsx';
import { ReportPage } from './report-page.tsx';
import classes from './reports.module.css';
import { useReportWords } from './use-report-words.ts';

export function ThemesPage() {
  const search = useSearch({ from: '/shell/reports/themes' });
  const query = useQuery({
    ...ask(reports.getThemes, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  return (
    <ReportPage name="themes" endpoint={reports.getThemes} query={query} search={search}>
      {(report) => <Themes report={report} />}
    </ReportPage>
  );
}

function Themes({ report }: { report: reports.ThemesReport }) {
  const { t } = useTranslation('reports');
  const { number } = useFormats();
  const { days } = useReportWords();
  const { answered, commented, tagged, themes } = report;
  const told = (count: number | null) => (count === null ? t('themes.fewer') : number(count));
  const moved = (verdict: 'higher' | 'lower') =>
    themes.filter((theme) => theme.verdict === verdict).map(({ tag }) => <bdi key={tag}>{tag}</bdi>);
  return (
    <>
      <section className={classes.findings} aria-label={t('findings')}>
        <p className={classes.finding}>
          {t('themes.looked_at', { answered: told(answered), commented: told(commented), tagged: told(tagged) })}
        </p>
        {(['higher', 'lower'] as const).map((verdict) => (
          <Moved key={verdict} verdict={verdict} themes={moved(verdict)} />
        ))}
        <p className={classes.help}>{t('themes.lead')}</p>
      </section>
      {themes.length === 0 ? (
        <p className="wv-quiet">{t('themes.none')}</p>
      ) : (
        <Panel title={t('themes.title')}>
          <p className={classes.help}>{t('comparison.lead', { now: days(report), before: days(report.before) })}</p>
          <ThemesTable report={report} />
          {report.left_off > 0 && <p className="wv-quiet">{t('themes.left_off', { count: report.left_off })}</p>}
        </Panel>
      )}
    </>
  );
}

/** Themes that more, or fewer, of the answers are about than before, if any. */
function Moved({ verdict, themes }: { verdict: 'higher' | 'lower'; themes: readonly ReactNode[] }) {
  const { t } = useTranslation('reports');
  if (themes.length === 0) return null;
  return (
    <p>
      <MarkSign mark={verdict === 'higher' ? 'high' : 'low'} /> {t(`themes.${verdict}`)}{' '}
      {themes.flatMap((theme, at) => (at === 0 ? [theme] : [' · ', theme]))}
    </p>
  );
}

function ThemesTable({ report: { themes } }: { report: reports.ThemesReport }) {
  const { t } = useTranslation('reports');
  const { percent } = useFormats();
  const { people } = useReportWords();
  return (
    <table className={classes.table} aria-label={t('themes.title')}>
      <thead>
        <tr>
          <th scope="col">{t('themes.theme')}</th>
          <th scope="col" className={classes.end}>
            {t('themes.share')}
          </th>
          <th scope="col" className={classes.picture}>
            {t('themes.picture')}
          </th>
          <th scope="col" className={classes.end}>
            {t('measure.satisfied')}
          </th>
        </tr>
      </thead>
      <tbody>
        {themes.map((theme) => (
          <tr key={theme.tag}>
            <th scope="row">
              <bdi>{theme.answers ? <AnswersLink answers={theme.answers}>{theme.tag}</AnswersLink> : theme.tag}</bdi>
              <span className={classes.range}>
                {theme.count === null ? t('too_few') : people(theme.count, 'satisfied')}
              </span>
            </th>
            <td className={classes.end}>
              {theme.verdict === 'higher' && <MarkSign mark="high" />}
              {theme.verdict === 'lower' && <MarkSign mark="low" />} {theme.share !== null && percent(theme.share)}
              {theme.share_before !== null && (
                <span className={classes.range}>{t('themes.was', { share: percent(theme.share_before) })}</span>
              )}
            </td>
            <td className={classes.picture}>
              <IntervalBar figures={{ ...theme, share: theme.satisfied }} />
            </td>
            <td className={classes.end}>
              {theme.satisfied !== null && percent(theme.satisfied)}
              {theme.lower !== null && theme.upper !== null && (
                <span className={classes.range}>
                  {t('questions.range', { lower: percent(theme.lower), upper: percent(theme.upper) })}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
