import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { apiKeys } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { List } from '../../ui/domain/list-page.tsx';
import type { Column } from '../../ui/kit/data-table.tsx';
import type { Filter } from '../../ui/kit/filters.tsx';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { KeyState } from './key-state.tsx';

type Row = apiKeys.ApiKey;

/** The keys by which programs call the API in this application. */
export function KeysPage() {
  const { t } = useTranslation('api_keys');
  const search = useSearch({ from: '/shell/api-keys/index' });
  const navigate = useNavigate();
  const mayCreate = useMay()('api_keys.create');
  const list = useQuery({
    ...ask(apiKeys.listApiKeys, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const create = mayCreate && <ButtonLink to="/api-keys/create">{t('create')}</ButtonLink>;
  const filters: Filter[] = [
    {
      id: 'state',
      kind: 'choice',
      label: t('column.state'),
      options: apiKeys.KEY_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
    },
  ];
  const columns: Column<Row>[] = [
    { id: 'name', title: t('column.name'), sort: 'name', render: (row) => <KeyLink row={row} /> },
    { id: 'prefix', title: t('column.prefix'), width: 150, from: 'medium', render: (row) => <Prefix row={row} /> },
    { id: 'state', title: t('column.state'), width: 150, render: (row) => <KeyState state={row.state} /> },
    {
      id: 'last_used_at',
      title: t('column.last_used_at'),
      sort: 'last_used_at',
      width: 150,
      render: (row) => <LastUse row={row} />,
    },
    {
      id: 'expires_at',
      title: t('column.expires_at'),
      sort: 'expires_at',
      width: 140,
      render: (row) => <RelativeTime at={row.expires_at} />,
    },
    {
      id: 'created_by',
      title: t('column.created_by'),
      width: 170,
      from: 'wide',
      render: (row) => <bdi>{row.created_by?.name ?? '–'}</bdi>,
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
        onRow={(row) => void navigate({ to: '/api-keys/$id', params: { id: String(row.id) } })}
        card={(row) => (
          <RowCard
            title={<KeyLink row={row} />}
            lines={[<Prefix key="prefix" row={row} />, <LastUse key="use" row={row} />]}
            marks={<KeyState state={row.state} />}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: create }}
        csv={{ address: csvAddressOf(apiKeys.listApiKeys, search), name: t('title') }}
      />
    </Page>
  );
}

const KeyLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/api-keys/$id" params={{ id: String(row.id) }} c="inherit">
    <bdi>{row.name}</bdi>
  </AnchorLink>
);

const Prefix = ({ row }: { row: Row }) => <code dir="ltr">{`${row.prefix}…`}</code>;

function LastUse({ row }: { row: Row }) {
  const { t } = useTranslation('api_keys');
  if (row.last_used_at === null) return <span className="wv-quiet">{t('never_used')}</span>;
  return <RelativeTime at={row.last_used_at} />;
}
