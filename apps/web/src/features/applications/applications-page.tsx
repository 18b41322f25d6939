import { Button, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { applications } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useChooseApplication } from '../../api/use-choose-application.ts';
import type { Column } from '../../ui/data-table.tsx';
import { List } from '../../ui/list-page.tsx';
import { Page } from '../../ui/page.tsx';
import { RowCard } from '../../ui/row-card.tsx';
import { useTerms } from '../../ui/terms.ts';

type Row = applications.ApplicationSummary;

export function ApplicationsPage() {
  const { t } = useTranslation('applications');
  const search = useSearch({ from: '/shell/applications/index' });
  const choose = useChooseApplication();
  const { languageName } = useTerms();
  const list = useQuery({
    ...ask(applications.listApplications, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<Row>[] = [
    {
      id: 'title',
      title: t('column.title'),
      sort: 'title',
      render: (row) => (
        <UnstyledButton fz="inherit" fw={500} onClick={() => choose.mutate(row.id)}>
          {row.title}
        </UnstyledButton>
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

  return (
    <Page title={t('title')} lead={t('lead')}>
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={(row) => choose.mutate(row.id)}
        card={(row) => (
          <RowCard
            title={
              <UnstyledButton fz="inherit" fw={500} onClick={() => choose.mutate(row.id)}>
                {row.title}
              </UnstyledButton>
            }
            lines={[[row.country, row.time_zone.replaceAll('_', ' ')].join(' · ')]}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text') }}
      />
    </Page>
  );
}
