import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { destinations } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { List } from '../../ui/domain/list-page.tsx';
import type { Column } from '../../ui/kit/data-table.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { DestinationState } from './destination-marks.tsx';

type Row = destinations.Destination;

/** The systems to which this application forwards the messages that it receives. */
export function DestinationsPage() {
  const { t } = useTranslation('destinations');
  const { number } = useFormats();
  const search = useSearch({ from: '/shell/destinations/index' });
  const navigate = useNavigate();
  const list = useQuery({
    ...ask(
      destinations.listDestinations,
      { query: search },
      { failureIsShown: true, topics: ['destinations', 'messages'] },
    ),
    placeholderData: keepPreviousData,
  });
  const create = <ButtonLink to="/destinations/create">{t('create')}</ButtonLink>;
  const columns: Column<Row>[] = [
    { id: 'name', title: t('column.name'), sort: 'name', render: (row) => <DestinationLink row={row} /> },
    {
      id: 'address',
      title: t('column.address'),
      from: 'medium',
      render: (row) => <span dir="ltr">{addressOf(row)}</span>,
    },
    { id: 'state', title: t('column.state'), width: 170, render: (row) => <DestinationState destination={row} /> },
    { id: 'waiting', title: t('column.waiting'), width: 90, align: 'end', render: (row) => number(row.waiting) },
    {
      id: 'oldest',
      title: t('column.oldest'),
      width: 130,
      from: 'medium',
      render: (row) => (row.oldest_at ? <RelativeTime at={row.oldest_at} /> : '–'),
    },
    { id: 'failed', title: t('column.failed'), width: 90, align: 'end', render: (row) => number(row.failed) },
  ];
  return (
    <Page title={t('title')} lead={t('lead')} actions={create}>
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={(row) => void navigate({ to: '/destinations/$id', params: { id: String(row.id) } })}
        card={(row) => (
          <RowCard
            title={<DestinationLink row={row} />}
            lines={[
              <span key="address" dir="ltr">
                {addressOf(row)}
              </span>,
              t('counts', { waiting: number(row.waiting), failed: number(row.failed) }),
            ]}
            marks={<DestinationState destination={row} />}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: create }}
        csv={{ address: csvAddressOf(destinations.listDestinations, search), name: t('title') }}
      />
    </Page>
  );
}

export const addressOf = ({ host, port }: Pick<Row, 'host' | 'port'>): string => `${host}:${port}`;

const DestinationLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/destinations/$id" params={{ id: String(row.id) }} c="inherit">
    <bdi>{row.name}</bdi>
  </AnchorLink>
);
