import { Group, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { results } from '@wardvoice/contract';
import { csvAddressOf } from '../../../api/address.ts';
import { ask } from '../../../api/ask.ts';
import { List } from '../../../ui/domain/list-page.tsx';
import { SurveyViews } from '../../../ui/domain/surveys/survey-views.tsx';
import type { Filter } from '../../../ui/kit/filters.tsx';
import { useFormats } from '../../../ui/kit/formats.ts';
import { Page } from '../../../ui/kit/page.tsx';
import { RowCard } from '../../../ui/kit/row-card.tsx';
import { SurveyTitle, Trend, useFigures } from './figures.tsx';
import { useOverviewColumns } from './overview-columns.tsx';

export function OverviewPage() {
  const { t } = useTranslation('results');
  const { plainDate } = useFormats();
  const search = useSearch({ from: '/shell/surveys/overview' });
  const navigate = useNavigate();
  const { countOf, changeOf, shareOf } = useFigures();
  const list = useQuery({
    ...ask(results.listSurveyFigures, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const found = list.data;
  const resultsOf = (id: number) => ({
    to: '/surveys/$id/results' as const,
    params: { id: String(id) },
    search: { from: found?.first_day, to: found?.last_day, location: search.location },
  });
  return (
    <Page
      title={t('overview.title')}
      path={[{ label: t('surveys'), to: '/surveys/index' }]}
      lead={found ? `${plainDate(found.first_day)} – ${plainDate(found.last_day)}` : t('overview.lead')}
    >
      <List
        caption={t('overview.title')}
        query={list}
        search={search}
        searchHint={t('overview.search_hint')}
        before={
          <Group gap="xs">
            <SurveyViews view="overview" />
            <Period days={search.days} />
          </Group>
        }
        filters={useOverviewFilters(found?.wards ?? [])}
        columns={useOverviewColumns(resultsOf)}
        rowKey={(row) => row.id}
        onRow={({ id }) => void navigate(resultsOf(id))}
        card={(row) => (
          <RowCard
            title={<SurveyTitle survey={row} link={resultsOf(row.id)} />}
            aside={<Trend survey={row} />}
            lines={[
              `${t('overview.sent')} ${countOf(row.sent)} · ${t('overview.delivered')} ${countOf(row.delivered)} · ${t('overview.opened')} ${countOf(row.opened)}`,
              row.hidden
                ? t('overview.too_few')
                : `${t('answers')} ${countOf(row.answered)} · ${t('response_rate')} ${shareOf(row.response_rate)} · ${t('overview.cases')} ${countOf(row.cases)}`,
              !row.hidden && (
                <>
                  {t('score')} {countOf(row.score)} · {t('overview.change')} <bdi dir="ltr">{changeOf(row.change)}</bdi>
                </>
              ),
            ]}
          />
        )}
        empty={{ title: t('overview.empty_title'), text: t('overview.empty_text') }}
        csv={{ address: csvAddressOf(results.listSurveyFigures, search), name: t('overview.title') }}
      />
      <p className="wv-quiet">{t('overview.note')}</p>
    </Page>
  );
}

function Period({ days }: { days: (typeof results.OVERVIEW_DAYS)[number] }) {
  const { t } = useTranslation('results');
  const navigate = useNavigate();
  return (
    <SegmentedControl
      aria-label={t('overview.period')}
      size="sm"
      value={days}
      onChange={(chosen) =>
        void navigate({
          from: '/surveys/overview',
          to: '.',
          search: ({ page: _page, ...old }) => ({ ...old, days: chosen }),
        })
      }
      data={results.OVERVIEW_DAYS.map((one) => ({ value: one, label: t(`overview.days.${one}`) }))}
    />
  );
}

function useOverviewFilters(wards: readonly string[]): Filter[] {
  const { t } = useTranslation('results');
  return [
    {
      id: 'location',
      kind: 'choice',
      label: t('filter.location'),
      options: wards.map((ward) => ({ value: ward, label: ward })),
    },
  ];
}
