import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import { markOfPlace, reports } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Record } from '../../ui/domain/record.tsx';
import { FilterChip } from '../../ui/kit/filters.tsx';
import { listed, named, useFormats } from '../../ui/kit/formats.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { EmptyState } from '../../ui/kit/state-panels.tsx';
import type { FunnelPoint } from './charts/funnel-chart.tsx';
import { PlaceSign } from './charts/marks.tsx';
import { FunnelReport } from './funnel-report.tsx';
import { ReportTabs } from './report-tabs.tsx';
import classes from './reports.module.css';
import { useReportWords } from './use-report-words.ts';

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
  const { days, figure, people } = useReportWords();
  const { number } = useFormats();
  const { centre, count, tau_squared, organisations, curve, left_off } = report;
  const outside = organisations.filter(({ place }) => markOfPlace(place) !== 'plain');
  const points = organisations.flatMap(({ title, count: many, share, place }): FunnelPoint[] => {
    if (place === null || many === null || share === null) return [];
    const words = [
      named(title, figure(share, 'satisfied')),
      people(many, 'satisfied'),
      t(`organisations.place.${place}`),
    ];
    return [{ name: title, count: many, share, mark: markOfPlace(place), words }];
  });
  return (
    <>
      <FunnelReport
        units="organisations"
        title={t('organisations.share')}
        caption={days(report)}
        found={
          outside.length === 0
            ? t('organisations.none_outside')
            : t('organisations.outside', { names: listed(outside.map(({ title }) => title)) })
        }
        all={centre === null ? '' : t('wards.all', { share: figure(centre, 'satisfied'), count: number(count ?? 0) })}
        notes={[
          t('organisations.lead'),
          ...(tau_squared !== null && tau_squared > 0 ? [t('organisations.widened')] : []),
          ...(left_off > 0 ? [t('organisations.left_off', { count: left_off })] : []),
        ]}
        points={points}
        curve={curve}
        centre={centre ?? 0}
        countLabel={t('answers')}
        onChoose={undefined}
      />
      <Panel title={t('organisations.by_name')}>
        <OrganisationsTable report={report} />
      </Panel>
    </>
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
                <span className={clsx(classes.help, classes.detail)}>
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
              <PlaceSign place={place} />{' '}
              {some_wards ? t('organisations.some_wards') : place && t(`organisations.place.${place}`)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
