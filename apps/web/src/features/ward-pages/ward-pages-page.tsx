import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { wardPages } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { List } from '../../ui/domain/list-page.tsx';
import type { Column } from '../../ui/kit/data-table.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { WardPageState } from './ward-page-state.tsx';

type Row = wardPages.WardPage;

/** The public pages of the wards that the caller sees. */
export function WardPagesPage() {
  const { t } = useTranslation('ward_pages');
  const { number } = useFormats();
  const mayWrite = useMay()('ward_pages.update');
  const search = useSearch({ from: '/shell/ward_pages/index' });
  const navigate = useNavigate();
  const list = useQuery({
    ...ask(wardPages.listWardPages, { query: search }, { failureIsShown: true, topics: ['ward_pages'] }),
    placeholderData: keepPreviousData,
  });
  const create = mayWrite && <ButtonLink to="/ward_pages/create">{t('create')}</ButtonLink>;
  const columns: Column<Row>[] = [
    { id: 'title', title: t('column.title'), sort: 'title', render: (row) => <PageLink row={row} /> },
    { id: 'ward', title: t('column.ward'), from: 'medium', render: (row) => <Ward row={row} /> },
    { id: 'state', title: t('column.state'), width: 150, render: (row) => <WardPageState page={row} /> },
    {
      id: 'published',
      title: t('column.published'),
      width: 110,
      align: 'end',
      render: (row) => number(row.published_count),
    },
    { id: 'drafts', title: t('column.drafts'), width: 90, align: 'end', render: (row) => number(row.draft_count) },
    {
      id: 'last',
      title: t('column.last'),
      width: 150,
      sort: 'last_published_at',
      from: 'medium',
      render: (row) => (row.last_published_at ? <RelativeTime at={row.last_published_at} /> : '–'),
    },
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
        onRow={(row) => void navigate({ to: '/ward_pages/$id', params: { id: String(row.id) } })}
        card={(row) => (
          <RowCard
            title={<PageLink row={row} />}
            lines={[
              <Ward key="ward" row={row} />,
              t('counts', { published: number(row.published_count), drafts: number(row.draft_count) }),
            ]}
            marks={<WardPageState page={row} />}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: create }}
        csv={{ address: csvAddressOf(wardPages.listWardPages, search), name: t('title') }}
      />
    </Page>
  );
}

function Ward({ row: { location } }: { row: Row }) {
  const { t } = useTranslation('ward_pages');
  return location === null ? <span className="wv-quiet">{t('whole')}</span> : <bdi>{location}</bdi>;
}

const PageLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/ward_pages/$id" params={{ id: String(row.id) }} c="inherit">
    <bdi>{row.title}</bdi>
  </AnchorLink>
);
