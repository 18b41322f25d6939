import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { messages } from '@wardvoice/contract';
import { csvAddressOf } from '../../../api/address.ts';
import { ask } from '../../../api/ask.ts';
import { inOwnWords } from '../../../api/sentences.ts';
import { useApplication, useMay } from '../../../api/session.ts';
import type { Column } from '../../../ui/kit/data-table.tsx';
import type { Filter } from '../../../ui/kit/filters.tsx';
import { List } from '../../../ui/domain/list-page.tsx';
import { EventMark } from '../../../ui/domain/marks.tsx';
import { RelativeTime } from '../../../ui/kit/time/relative-time.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { RowCard } from '../../../ui/kit/row-card.tsx';
import { ErrorCauses } from './error-causes.tsx';
import { MessageLink } from '../record/message-link.tsx';
import { ReprocessButton } from '../record/reprocess-button.tsx';
import { ProgressPanel } from '../progress-panel.tsx';
import { useReprocessErrors } from './reprocess-errors.tsx';

const LIVE = { topics: ['errors', 'messages'] } as const;

export function ErrorsPage() {
  const { t } = useTranslation(['messages', 'common']);
  const search = useSearch({ from: '/shell/messages/errors' });
  const navigate = useNavigate();
  const may = useMay();
  const application = useApplication();
  const mayReprocess = may('messages.reprocess') && application !== null;
  const list = useQuery({
    ...ask(messages.listErrors, { query: search }, { ...LIVE, failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const causes = useQuery(ask(messages.listErrorCauses, {}, LIVE));
  const reprocess = useReprocessErrors();
  const total = causes.data?.data.reduce((sum, { count }) => sum + count, 0) ?? 0;

  return (
    <Page
      title={t('title.errors')}
      lead={t('errors.lead')}
      path={[{ label: t('title.messages'), to: '/messages/index' }]}
      actions={
        mayReprocess &&
        total > 0 && (
          <Button disabled={reprocess.isBusy} onClick={() => void reprocess.all(total)}>
            {t('errors.all')}
          </Button>
        )
      }
    >
      {reprocess.progress && (
        <ProgressPanel
          label={t('errors.queued', { count: reprocess.progress.total })}
          words={t('errors.progress', { ...reprocess.progress })}
          share={reprocess.progress.done / reprocess.progress.total}
        />
      )}
      {total > 0 && (
        <ErrorCauses causes={causes.data?.data ?? []} search={search} reprocess={mayReprocess ? reprocess : null} />
      )}
      <List
        caption={t('errors.list')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        filters={useErrorFilters()}
        columns={useErrorColumns(mayReprocess)}
        rowKey={(row) => row.id}
        onRow={(row) => void navigate({ to: '/messages/$id', params: { id: String(row.id) } })}
        card={(row) => (
          <RowCard
            title={<MessageLink message={row} />}
            aside={<RelativeTime at={row.received_at} />}
            lines={[row.error && inOwnWords(row.error.text), row.sending_application]}
            marks={<EventMark event={row.event} />}
          />
        )}
        empty={{ title: t('errors.empty_title'), text: t('errors.empty_text') }}
        csv={{ address: csvAddressOf(messages.listErrors, search), name: t('title.errors') }}
      />
      {reprocess.dialog}
    </Page>
  );
}

function useErrorFilters(): Filter[] {
  const { t } = useTranslation('messages');
  return [
    { id: 'code', kind: 'text', label: t('filter.code') },
    { id: 'field', kind: 'text', label: t('filter.field') },
    { id: 'sending_application', kind: 'text', label: t('filter.sending_application') },
  ];
}

function useErrorColumns(mayReprocess: boolean): Column<messages.Message>[] {
  const { t } = useTranslation('messages');
  return [
    { id: 'patient', title: t('column.patient'), width: 240, render: (row) => <MessageLink message={row} /> },
    { id: 'cause', title: t('column.cause'), render: (row) => row.error && inOwnWords(row.error.text) },
    {
      id: 'event',
      title: t('column.event'),
      width: 204,
      from: 'widest',
      render: (row) => <EventMark event={row.event} />,
    },
    { id: 'sender', title: t('column.sender'), width: 110, from: 'medium', render: (row) => row.sending_application },
    {
      id: 'control_id',
      title: t('column.control_id'),
      width: 150,
      from: 'widest',
      render: (row) => <span className="wv-code">{row.message_control_id}</span>,
    },
    {
      id: 'received_at',
      title: t('column.received_at'),
      width: 120,
      align: 'end',
      sort: 'received_at',
      render: (row) => <RelativeTime at={row.received_at} />,
    },
    ...(mayReprocess
      ? [
          {
            id: 'reprocess',
            title: t('reprocess'),
            titleHidden: true,
            width: 116,
            fits: [t('reprocess')],
            align: 'end' as const,
            render: (row: messages.Message) => (
              <ReprocessButton id={row.id} compact label={`${t('reprocess')} ${row.message_control_id ?? row.id}`} />
            ),
          },
        ]
      : []),
  ];
}
