import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { reports } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { linkToAnswers } from './answers-link.tsx';
import { ChartPanel } from './chart-panel.tsx';
import type { FunnelPoint } from './charts/funnel-chart.tsx';
import { Legend } from './legend.tsx';
import { ReportPage } from './report-page.tsx';
import classes from './reports.module.css';
import { useReportWords } from './use-report-words.ts';
import { markOfPlace, WardsTable } from './wards-table.tsx';

const FunnelChart = lazy(async () => ({ default: (await import('./charts/funnel-chart.tsx')).FunnelChart }));

export function WardsPage() {
  const { t } = useTranslation('reports');
  const search = useSearch({ from: '/shell/reports/wards' });
  const navigate = useNavigate({ from: '/reports/wards' });
  const query = useQuery({
    ...ask(reports.getWards, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  return (
    <ReportPage
      name="wards"
      endpoint={reports.getWards}
      query={query}
      search={search}
      controls={() => (
        <NativeSelect
          size="xs"
          aria-label={t('measure_label')}
          value={search.measure}
          data={reports.SHARES.map((value) => ({ value, label: t(`measure.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: (old) => ({ ...old, measure: value as reports.Share }) })
          }
        />
      )}
    >
      {(report) => <Wards report={report} />}
    </ReportPage>
  );
}

function Wards({ report }: { report: reports.WardsReport }) {
  const { t } = useTranslation('reports');
  const { figure, days } = useReportWords();
  const { number } = useFormats();
  const application = useSession()?.application_user.application;
  const { measure, centre, count, curve, wards, survey, tau_squared } = report;
  const title = t(`measure.${measure}`);
  const outside = wards.filter(({ place }) => place === 'far_below' || place === 'far_above');
  const inFunnel = wards.filter(({ place }) => place !== null);
  const summary =
    outside.length === 0
      ? t('wards.none_outside')
      : t('wards.outside', { names: outside.map((one) => one.title).join(', ') });
  const all = t('wards.all', { share: figure(centre ?? 0, measure), count: number(count ?? 0) });
  const lines = [
    { name: t('wards.limits_95'), dashes: '3 4' },
    { name: t('wards.limits_998'), dashes: '0' },
  ];
  return (
    <>
      <section className={classes.findings} aria-label={t('findings')}>
        {inFunnel.length > 0 && <p className={classes.finding}>{summary}</p>}
        <p>{all}</p>
        {inFunnel.length === 0 && <p>{t('wards.no_funnel')}</p>}
        {tau_squared !== null && tau_squared > 0 && <p className={classes.help}>{t('wards.widened')}</p>}
      </section>
      {inFunnel.length > 0 && (
        <ChartPanel
          title={title}
          caption={[[application?.title, survey?.title, days(report)].filter(Boolean).join(' · ')]}
          label={`${title}. ${summary} ${all}`}
          chart={<Funnel report={report} />}
          legend={
            <Legend
              marks={new Set(inFunnel.map(({ place }) => markOfPlace(place)))}
              hasLimits={curve.length > 0}
              lines={lines}
            />
          }
        />
      )}
      <Panel title={t('wards.by_name')}>
        <WardsTable report={report} />
      </Panel>
    </>
  );
}

function Funnel({ report }: { report: reports.WardsReport }) {
  const { t } = useTranslation('reports');
  const { percent, number } = useFormats();
  const { figure, people } = useReportWords();
  const navigate = useNavigate();
  const may = useMay();
  const { wards, curve, centre, measure } = report;
  const points = wards
    .filter(({ place }) => place !== null)
    .map(({ title, count, share, place }): FunnelPoint => ({
      name: title ?? '',
      count,
      share,
      mark: markOfPlace(place),
      words: [`${title}: ${figure(share, measure)}`, people(count, measure), ...(place ? [t(`place.${place}`)] : [])],
    }));
  return (
    <FunnelChart
      points={points}
      curve={curve}
      centre={centre ?? 0}
      axis={percent}
      count={(value) => number(value)}
      countLabel={t(measure === 'satisfied' ? 'answers' : 'asked')}
      onChoose={
        may('feedback.list')
          ? (name) => {
              const ward = wards.find(({ title }) => title === name);
              if (ward?.answers) void navigate(linkToAnswers(ward.answers));
            }
          : undefined
      }
    />
  );
}
