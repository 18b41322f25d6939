import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mailingLists } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import type { Filter } from '../../ui/kit/filters.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';

type Row = mailingLists.MailingList;

export function MailingListsPage() {
  const { t } = useTranslation('mailing_lists');
  const { number } = useFormats();
  const search = useSearch({ from: '/shell/mailingList/index' });
  const navigate = useNavigate();
  const may = useMay();
  const list = useQuery({
    ...ask(mailingLists.listMailingLists, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const create = may('mailing-lists.create') && <ButtonLink to="/mailingList/create">{t('create')}</ButtonLink>;
  const mayView = may('mailing-lists.view');
  const nameOf = (row: Row) => (mayView ? <MailingListLink row={row} /> : row.name);
  const filters: Filter[] = [
    {
      id: 'type_of',
      kind: 'choice',
      label: t('type'),
      options: mailingLists.LIST_TYPES.map((value) => ({ value, label: t(`types.${value}`) })),
    },
  ];
  const columns: Column<Row>[] = [
    { id: 'name', title: t('name'), sort: 'name', render: nameOf },
    { id: 'title', title: t('list_title'), from: 'medium', render: (row) => <span dir="auto">{row.title}</span> },
    { id: 'type', title: t('type'), width: 120, render: (row) => t(`types.${row.type_of}`) },
    {
      id: 'contacts',
      title: t('contacts'),
      width: 110,
      align: 'end',
      render: (row) => number(row.contacts_count),
    },
    {
      id: 'refreshed',
      title: t('refreshed'),
      width: 150,
      align: 'end',
      from: 'medium',
      render: (row) => row.refreshed_at && <RelativeTime at={row.refreshed_at} />,
    },
  ];
  return (
    <Page title={t('title')} lead={t('lead')} actions={create}>
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        filters={filters}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={mayView ? (row) => void navigate({ to: '/mailingList/$id', params: { id: String(row.id) } }) : undefined}
        card={(row) => (
          <RowCard
            title={nameOf(row)}
            aside={number(row.contacts_count)}
            lines={[[t(`types.${row.type_of}`), row.title].filter(Boolean).join(' · ')]}
          />
        )}
        csv={{ address: csvAddressOf(mailingLists.listMailingLists, search), name: t('title') }}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: create }}
      />
    </Page>
  );
}

const MailingListLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/mailingList/$id" params={{ id: String(row.id) }} c="inherit" dir="auto">
    {row.name}
  </AnchorLink>
);
