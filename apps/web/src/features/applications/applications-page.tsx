import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { applications } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { useChooseApplication } from '../../api/use-choose-application.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { useTerms } from '../../ui/domain/terms.ts';

type Row = applications.ApplicationSummary;

export function ApplicationsPage() {
  const { t } = useTranslation('applications');
  const search = useSearch({ from: '/shell/applications/index' });
  const choose = useChooseApplication();
  const navigate = useNavigate();
  const may = useMay();
  const { languageName } = useTerms();
  const list = useQuery({
    ...ask(applications.listApplications, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const countries = useCountriesOf(list.data?.data, search.country);
  const columns: Column<Row>[] = [
    {
      id: 'title',
      title: t('column.title'),
      sort: 'title',
      render: (row) => (
        <AnchorLink to="/applications/$id" params={{ id: String(row.id) }} fw={500}>
          {row.title}
        </AnchorLink>
      ),
    },
    { id: 'country', title: t('column.country'), width: 120, from: 'medium', render: (row) => row.country },
    { id: 'time_zone', title: t('column.time_zone'), width: 200, render: (row) => row.time_zone.replaceAll('_', ' ') },
    {
      id: 'language',
      title: t('column.language'),
      width: 160,
      from: 'medium',
      render: (row) => languageName(row.language),
    },
    {
      id: 'open',
      title: t('column.open'),
      titleHidden: true,
      width: 110,
      align: 'end',
      render: (row) => (
        <Button
          size="compact-sm"
          variant="default"
          disabled={choose.isPending}
          aria-label={t('open_label', { title: row.title })}
          onClick={() => choose.mutate(row.id)}
        >
          {t('open')}
        </Button>
      ),
    },
  ];

  const create = may('superuser') && (
    <ButtonLink to="/applications/create" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}>
      {t('create')}
    </ButtonLink>
  );
  return (
    <Page title={t('title')} lead={t('lead')} actions={create}>
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={(row) => void navigate({ to: '/applications/$id', params: { id: String(row.id) } })}
        filters={[{ kind: 'choice', id: 'country', label: t('column.country'), options: countries }]}
        csv={{ address: csvAddressOf(applications.listApplications, search), name: t('title') }}
        card={(row) => (
          <RowCard
            title={
              <AnchorLink to="/applications/$id" params={{ id: String(row.id) }} fw={500}>
                {row.title}
              </AnchorLink>
            }
            lines={[[row.country, row.time_zone.replaceAll('_', ' ')].join(' · ')]}
          />
        )}
        empty={{
          title: t('empty_title'),
          text: t(may('superuser') ? 'empty_text_superuser' : 'empty_text'),
          action: create,
        }}
      />
    </Page>
  );
}

/** Those on the page, and the one that is chosen. */
function useCountriesOf(rows: readonly Row[] | undefined, chosen: string | undefined) {
  const { i18n } = useTranslation();
  const names = new Intl.DisplayNames([i18n.language], { type: 'region' });
  const codes = new Set([...(rows ?? []).map(({ country }) => country), ...(chosen ? [chosen] : [])]);
  return [...codes].map((code) => ({ value: code, label: names.of(code) ?? code }));
}
