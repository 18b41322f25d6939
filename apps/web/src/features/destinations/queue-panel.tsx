import { Button, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_PER_PAGE, destinations } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { DataTable, type Column } from '../../ui/kit/data-table.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { Pager } from '../../ui/kit/pager.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { CardList, RowCard } from '../../ui/kit/row-card.tsx';
import { EmptyState, FailedState } from '../../ui/kit/state-panels.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { QueuedState } from './destination-marks.tsx';

type Row = destinations.DestinationMessage;

/** Lists what waits and what was sent in the last thirty days, newest first. What is not on its way can be sent again. */
export function QueuePanel({ id }: { id: number }) {
  const { t } = useTranslation('destinations');
  const [state, setState] = useState<destinations.DestinationMessageState | undefined>();
  const [page, setPage] = useState(1);
  const [per_page, setPerPage] = useState(DEFAULT_PER_PAGE);
  const list = useQuery({
    ...ask(
      destinations.listDestinationMessages,
      { params: { id }, query: { page, per_page, ...(state ? { state } : {}) } },
      { failureIsShown: true, topics: ['destinations', 'messages'] },
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      title={t('queue.title')}
      flush
      actions={
        <NativeSelect
          size="xs"
          aria-label={t('queue.state')}
          value={state ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setState(destinations.DESTINATION_MESSAGE_STATES.find((one) => one === value));
            setPage(1);
          }}
          data={[
            { value: '', label: t('queue.all') },
            ...destinations.DESTINATION_MESSAGE_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
          ]}
        />
      }
    >
      {list.isError && !list.data ? (
        <FailedState error={asApiError(list.error)} onRetry={() => void list.refetch()} />
      ) : list.data?.data.length === 0 ? (
        <EmptyState
          title={state ? t('queue.none_title') : t('queue.empty_title')}
          text={state ? t('queue.none_text') : t('queue.empty_text')}
        />
      ) : (
        <Messages destinationId={id} rows={list.data?.data} />
      )}
      {list.data && list.data.last_page > 1 && <Pager list={list.data} onPage={setPage} onPageSize={setPerPage} />}
    </Panel>
  );
}

/** The received message, or the answered survey. */
const linkOf = ({ message_id, feedback_id }: Row) =>
  feedback_id === null
    ? linkOptions({ to: '/messages/$id', params: { id: String(message_id) } })
    : linkOptions({ to: '/feedback/records/$id', params: { id: String(feedback_id) } });

function Messages({ destinationId, rows }: { destinationId: number; rows: readonly Row[] | undefined }) {
  const { t } = useTranslation('destinations');
  const { number } = useFormats();
  const navigate = useNavigate();
  const isPhone = useMediaQuery('(width < 640px)', false, { getInitialValueInEffect: false });
  const resend = useResend(destinationId);
  const link = (row: Row) => (
    <AnchorLink {...linkOf(row)} c="inherit">
      <bdi>{row.message_control_id ?? t('queue.no_id')}</bdi>
    </AnchorLink>
  );
  const kind = ({ message_type, event }: Row) => (
    <span dir="ltr">{[message_type, event].filter(Boolean).join('^') || '–'}</span>
  );
  const button = (row: Row) =>
    row.state !== 'sending' && (
      <Button
        size="compact-sm"
        variant="default"
        loading={resend.busyWith === row.id}
        aria-label={t('resend_of', { id: row.message_control_id ?? row.message_id })}
        onClick={() => resend.start(row)}
      >
        {t(row.state === 'waiting' ? 'send_now' : 'resend')}
      </Button>
    );
  const answer = ({ answer: code, application_answer, error, next_attempt_at }: Row) => (
    <>
      {(error && inOwnWords(error)) ?? ([code, application_answer].filter(Boolean).join(', ') || '–')}
      {next_attempt_at && (
        <span className="wv-quiet">
          {' '}
          {t('queue.next')} <RelativeTime at={next_attempt_at} />
        </span>
      )}
    </>
  );
  if (isPhone)
    return (
      <CardList
        label={t('queue.title')}
        rows={rows}
        rowKey={(row) => row.id}
        card={(row) => (
          <RowCard
            title={link(row)}
            aside={<RelativeTime at={row.queued_at} />}
            lines={[kind(row), answer(row), button(row)]}
            marks={<QueuedState state={row.state} />}
          />
        )}
      />
    );
  const columns: Column<Row>[] = [
    { id: 'message', title: t('queue.message'), width: 190, render: link },
    { id: 'kind', title: t('queue.kind'), width: 110, render: kind },
    { id: 'state', title: t('queue.state'), width: 120, render: (row) => <QueuedState state={row.state} /> },
    { id: 'attempts', title: t('queue.attempts'), width: 90, align: 'end', render: (row) => number(row.attempts) },
    { id: 'answer', title: t('queue.last_answer'), render: answer },
    {
      id: 'queued_at',
      title: t('queue.queued_at'),
      width: 120,
      align: 'end',
      render: (row) => <RelativeTime at={row.queued_at} />,
    },
    { id: 'resend', title: t('queue.actions'), titleHidden: true, width: 130, align: 'end', render: button },
  ];
  return (
    <DataTable
      caption={t('queue.title')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      onRow={(row) => void navigate(linkOf(row))}
      skeletonRows={3}
    />
  );
}

function useResend(destinationId: number) {
  const { t } = useTranslation('destinations');
  const invalidate = useInvalidate();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id }: Row) =>
      call(destinations.resendDestinationMessage, { params: { id: destinationId, queuedId: id } }),
    onSuccess: () => noticeSuccess(t('resent')),
    onSettled: () => invalidate('destinations'),
  });
  return { busyWith: isPending ? variables.id : null, start: (row: Row) => mutate(row) };
}
