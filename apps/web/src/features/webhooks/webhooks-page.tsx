import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { webhooks } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { List } from '../../ui/domain/list-page.tsx';
import type { Column } from '../../ui/kit/data-table.tsx';
import type { Filter } from '../../ui/kit/filters.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { WebhookState } from './webhook-marks.tsx';

type Row = webhooks.Webhook;

/** The addresses that are told of events in this application. */
export function WebhooksPage() {
  const { t } = useTranslation('webhooks');
  const { number } = useFormats();
  const search = useSearch({ from: '/shell/webhooks/index' });
  const navigate = useNavigate();
  const mayCreate = useMay()('webhooks.create');
  const list = useQuery({
    ...ask(webhooks.listWebhooks, { query: search }, { failureIsShown: true, topics: ['webhooks'] }),
    placeholderData: keepPreviousData,
  });
  const create = mayCreate && <ButtonLink to="/webhooks/create">{t('create')}</ButtonLink>;
  const filters: Filter[] = [
    {
      id: 'active',
      kind: 'choice',
      label: t('column.state'),
      options: [
        { value: '1', label: t('filter.on') },
        { value: '0', label: t('filter.off') },
      ],
    },
  ];
  const columns: Column<Row>[] = [
    { id: 'url', title: t('column.url'), sort: 'url', render: (row) => <WebhookLink row={row} /> },
    {
      id: 'description',
      title: t('column.description'),
      sort: 'description',
      from: 'medium',
      render: (row) => (
        <>
          <bdi>{row.description || '–'}</bdi>
          {row.topic && <span className="wv-quiet"> · {t('fhir')}</span>}
        </>
      ),
    },
    { id: 'state', title: t('column.state'), width: 190, render: (row) => <WebhookState webhook={row} /> },
    { id: 'waiting', title: t('column.waiting'), width: 90, align: 'end', render: (row) => number(row.waiting) },
    { id: 'failed', title: t('column.failed'), width: 90, align: 'end', render: (row) => number(row.failed) },
    {
      id: 'created_at',
      title: t('column.created_at'),
      sort: 'created_at',
      width: 130,
      from: 'wide',
      render: (row) => <RelativeTime at={row.created_at} />,
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
        onRow={(row) => void navigate({ to: '/webhooks/$id', params: { id: String(row.id) } })}
        card={(row) => (
          <RowCard
            title={<WebhookLink row={row} />}
            lines={[
              row.description,
              ...(row.topic ? [t('fhir')] : []),
              t('counts', { waiting: number(row.waiting), failed: number(row.failed) }),
            ]}
            marks={<WebhookState webhook={row} />}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: create }}
        csv={{ address: csvAddressOf(webhooks.listWebhooks, search), name: t('title') }}
      />
    </Page>
  );
}

const WebhookLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/webhooks/$id" params={{ id: String(row.id) }} c="inherit">
    <span dir="ltr" title={row.url}>
      {row.url}
    </span>
  </AnchorLink>
);
