import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { reports } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Record } from '../../ui/domain/record.tsx';
import { FilterChip } from '../../ui/kit/filters.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { EmptyState } from '../../ui/kit/state-panels.tsx';
import { ChartPanel } from './chart-panel.tsx';
import type { FunnelPoint } from './charts/funnel-chart.tsx';
import { MarkSign } from './charts/marks.tsx';
import { Legend } from './legend.tsx';
import { ReportTabs } from './report-tabs.tsx';
import classes from './reports.module.css';
import { useReportWords } from './use-report-words.ts';
import { markOfPlace } from './wards-table.tsx';

const FunnelChart = lazy(async () => ({ default: (await import('./charts/funnel-chart.tsx')).FunnelChart }));

type Report = reports.OrganisationsReport;

/** The organisations of whoever is signed in, beside each other, by the one question that is alike in all of them. */
export function OrganisationsPage() {
  const { t } = useTranslation('reports');
  const { days } = useReportWords();
  const search = useSearch({ from: '/shell/reports/organisations' });
  const navigate = useNavigate({ from: '/reports/organisations' });
  const query = useQuery({
    ...ask(reports.getOrganisations, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const title = t('name.organisations');
  const path = [{ label: t('title'), to: '/reports/trend' }];
  return (
    <Record query={query} title={title} path={path}>
      {(report) => (
        <Page
          title={title}
          path={path}
          lead={days(report)}
          actions={
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('print')}
            </Button>
          }
        >
          <ReportTabs search={search} />
          <div className={classes.filters} role="group" aria-label={t('filter.group')}>
            {(['from', 'to'] as const).map((id) => (
              <FilterChip
                key={`${id}=${search[id] ?? ''}`}
                filter={{ id, kind: 'date', label: t(`filter.${id}`) }}
                value={search[id]}
                onChange={(day) => void navigate({ search: (old) => ({ ...old, [id]: day }) })}
              />
            ))}
          </div>
          <div className={classes.body} aria-busy={query.isPlaceholderData}>
            {report.organisations.some(({ count }) => count !== null) ? (
              <Organisations report={report} />
            ) : (
              <EmptyState title={t('hidden_title')} text={t('organisations.none_text')} />
            )}
          </div>
        </Page>
      )}
    </Record>
  );
}

function Organisations({ report }: { report: Report }) {
  const { t } = useTranslation('reports');
  const { days, figure } = useReportWords();
  const { number } = useFormats();
  const { centre, count, tau_squared, organisations, curve, left_off } = report;
  const inFunnel = organisations.filter(({ place }) => place !== null);
  const outside = inFunnel.filter(({ place }) => place === 'far_below' || place === 'far_above');
  const found =
    outside.length === 0
      ? t('organisations.none_outside')
      : t('organisations.outside', { names: outside.map(({ title }) => title).join(', ') });
  const all = centre === null ? '' : t('wards.all', { share: figure(centre, 'satisfied'), count: number(count ?? 0) });
  const title = t('organisations.share');
  const lines = [
    { name: t('organisations.limits_95'), dashes: '3 4' },
    { name: t('organisations.limits_998'), dashes: '0' },
  ];
  return (
    <>
      <section className={classes.findings} aria-label={t('findings')}>
        <p className={classes.finding}>{inFunnel.length > 0 ? found : t('organisations.no_funnel')}</p>
        <p>{all}</p>
        <p className={classes.help}>{t('organisations.lead')}</p>
        {tau_squared !== null && tau_squared > 0 && <p className={classes.help}>{t('organisations.widened')}</p>}
        {left_off > 0 && <p className={classes.help}>{t('organisations.left_off', { count: left_off })}</p>}
      </section>
      {inFunnel.length > 0 && (
        <ChartPanel
          title={title}
          caption={[days(report)]}
          label={`${title}. ${found} ${all}`}
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
      <Panel title={t('organisations.by_name')}>
        <OrganisationsTable report={report} />
      </Panel>
    </>
  );
}

function Funnel({ report: { organisations, curve, centre } }: { report: Report }) {
  const { t } = useTranslation('reports');
  const { percent, number } = useFormats();
  const { people } = useReportWords();
  const points = organisations.flatMap(({ title, count, share, place }): FunnelPoint[] =>
    place === null || count === null || share === null
      ? []
      : [
          {
            name: title,
            count,
            share,
            mark: markOfPlace(place),
            words: [`${title}: ${percent(share)}`, people(count, 'satisfied'), t(`organisations.place.${place}`)],
          },
        ],
  );
  return (
    <FunnelChart
      points={points}
      curve={curve}
      centre={centre ?? 0}
      axis={percent}
      count={(value) => number(value)}
      countLabel={t('answers')}
      onChoose={undefined}
    />
  );
}

/** By name, each with its interval and what its share means. It is no ranking. */
function OrganisationsTable({ report: { organisations } }: { report: Report }) {
  const { t } = useTranslation('reports');
  const { percent, number } = useFormats();
  return (
    <table className={classes.table} aria-label={t('organisations.by_name')}>
      <thead>
        <tr>
          <th scope="col">{t('organisations.organisation')}</th>
          <th scope="col" className={classes.end}>
            {t('organisations.share')}
          </th>
          <th scope="col" className={classes.end}>
            {t('answers')}
          </th>
          <th scope="col">{t('meaning')}</th>
        </tr>
      </thead>
      <tbody>
        {organisations.map(({ id, title, survey, some_wards, count, share, lower, upper, place }) => (
          <tr key={id}>
            <th scope="row">
              <bdi>{title}</bdi>{' '}
              {survey && (
                <span className={classes.help}>
                  <bdi>{survey.title}</bdi>
                </span>
              )}
            </th>
            <td className={classes.end}>
              {share === null ? t(survey ? 'too_few' : 'organisations.no_question') : percent(share)}
              {lower !== null && upper !== null && (
                <span className={classes.range}>
                  {t('questions.range', { lower: percent(lower), upper: percent(upper) })}
                </span>
              )}
            </td>
            <td className={classes.end}>{count !== null && number(count)}</td>
            <td>
              {markOfPlace(place) !== 'plain' && <MarkSign mark={markOfPlace(place)} />}{' '}
              {some_wards ? t('organisations.some_wards') : place && t(`organisations.place.${place}`)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
