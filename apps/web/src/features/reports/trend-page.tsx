import { NativeSelect, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { markOfPoint, RANGES, reports } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { linkToAnswers } from './answers-link.tsx';
import { ChartPanel } from './chart-panel.tsx';
import type { ControlPoint } from './charts/control-chart.tsx';
import { Legend } from './legend.tsx';
import { ReportPage } from './report-page.tsx';
import { SingleFigure } from './single-figure.tsx';
import { TrendFindings, useTrendWords } from './trend-findings.tsx';
import { TrendTable } from './trend-table.tsx';
import { useReportWords } from './use-report-words.ts';

const ControlChart = lazy(async () => ({ default: (await import('./charts/control-chart.tsx')).ControlChart }));

export function TrendPage() {
  const search = useSearch({ from: '/shell/reports/trend' });
  const query = useQuery({
    ...ask(reports.getTrend, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  return (
    <ReportPage
      name="trend"
      endpoint={reports.getTrend}
      query={query}
      search={search}
      controls={() => <Controls measure={search.measure} interval={search.interval} />}
    >
      {(report) => <Trend report={report} />}
    </ReportPage>
  );
}

function Controls({ measure, interval }: Pick<reports.TrendReport, 'measure' | 'interval'>) {
  const { t } = useTranslation('reports');
  const navigate = useNavigate({ from: '/reports/trend' });
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t('measure_label')}
        value={measure}
        data={reports.MEASURES.map((value) => ({ value, label: t(`measure.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: (old) => ({ ...old, measure: value as reports.Measure }) })
        }
      />
      <SegmentedControl
        size="xs"
        aria-label={t('interval_label')}
        value={interval}
        data={(['week', 'month'] as const).map((value) => ({ value, label: t(`by.${value}`) }))}
        onChange={(value) => void navigate({ search: (old) => ({ ...old, interval: value }) })}
      />
    </>
  );
}

function Trend({ report }: { report: reports.TrendReport }) {
  const { t } = useTranslation('reports');
  const { figure } = useReportWords();
  const { days } = useReportWords();
  const application = useSession()?.application_user.application;
  const { summary } = useTrendWords(report);
  const { measure, survey } = report;
  const told = report.points.filter(({ value }) => value !== null);
  const [only] = told;
  const title = t(`measure.${measure}`);
  if (told.length === 0 || !only || only.value === null) return <p className="wv-quiet">{t('all_too_few')}</p>;
  if (told.length === 1)
    return <SingleFigure title={title} value={figure(only.value, measure)} help={days(only)} answers={only.answers} />;
  return (
    <>
      <TrendFindings report={report} />
      <ChartPanel
        title={title}
        caption={[[application?.title, survey?.title, days(report)].filter(Boolean).join(' · ')]}
        label={summary}
        chart={<Chart report={report} />}
        legend={<Legend marks={marksIn(report)} hasLimits={report.baselines.some(({ chart }) => chart !== null)} />}
        table={<TrendTable report={report} />}
      />
      {/* On paper the figures stand under the chart. */}
      <TrendTable report={report} onPaperOnly />
    </>
  );
}

const marksIn = ({ points }: reports.TrendReport) =>
  new Set(points.filter(({ value }) => value !== null).map(markOfPoint));

function Chart({ report }: { report: reports.TrendReport }) {
  const { measure, interval, points, baselines } = report;
  const { percent, number } = useFormats();
  const { shortPeriod } = useReportWords();
  const { pointWords, splitName } = useTrendWords(report);
  const navigate = useNavigate();
  const may = useMay();
  const placeOf = (period: string) => baselines.findLastIndex(({ from }) => from <= period);
  const drawn = points.map((point): ControlPoint => {
    const baseline = placeOf(point.period);
    return {
      period: point.period,
      value: point.value,
      centre: baselines[baseline]?.centre ?? null,
      lower: point.lower,
      upper: point.upper,
      baseline,
      mark: markOfPoint(point),
      words: pointWords(point),
    };
  });
  return (
    <ControlChart
      points={drawn}
      splits={baselines.slice(1).map((baseline) => ({ period: baseline.from, name: splitName(baseline) }))}
      range={RANGES[measure]}
      axis={(value) => (reports.isShare(measure) ? percent(value) : number(value))}
      period={(period) => shortPeriod(period, interval)}
      onChoose={
        may('feedback.list')
          ? (period) => {
              const point = points.find((one) => one.period === period);
              if (point) void navigate(linkToAnswers(point.answers));
            }
          : undefined
      }
    />
  );
}
