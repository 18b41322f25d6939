import { Anchor, Button, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_PER_PAGE, webhooks } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { useMay } from '../../api/session.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { DataTable, type Column } from '../../ui/kit/data-table.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { Pager } from '../../ui/kit/pager.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { CardList, RowCard } from '../../ui/kit/row-card.tsx';
import { EmptyState, FailedState } from '../../ui/kit/state-panels.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { EventDialog } from './event-dialog.tsx';
import classes from './log-panel.module.css';
import { ReplayDialog } from './replay-dialog.tsx';
import { useEventWords } from './use-event-words.ts';
import { EventState } from './webhook-marks.tsx';

type Row = webhooks.WebhookEvent;

/** Lists what was sent in the last thirty days, and what came back. Any event can be sent again. */
export function LogPanel({ webhook: { id, active, failed } }: { webhook: webhooks.Webhook }) {
  const { t } = useTranslation('webhooks');
  const mayReplay = useMay()('webhooks.update') && active;
  const [state, setState] = useState<webhooks.EventState | undefined>();
  const [page, setPage] = useState(1);
  const [per_page, setPerPage] = useState(DEFAULT_PER_PAGE);
  const [isReplaying, setReplaying] = useState(false);
  const list = useQuery({
    ...ask(
      webhooks.listWebhookEvents,
      { params: { id }, query: { page, per_page, ...(state ? { state } : {}) } },
      { failureIsShown: true, topics: ['webhooks'] },
    ),
    placeholderData: keepPreviousData,
  });
  const choose = (value: string) => {
    setState(webhooks.EVENT_STATES.find((one) => one === value));
    setPage(1);
  };
  return (
    <Panel
      title={t('log.title')}
      flush
      actions={
        <div className={classes.actions}>
          <NativeSelect
            size="xs"
            aria-label={t('log.state')}
            value={state ?? ''}
            onChange={(event) => choose(event.currentTarget.value)}
            data={[
              { value: '', label: t('log.all') },
              ...webhooks.EVENT_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
            ]}
          />
          {mayReplay && failed > 0 && (
            <Button size="compact-sm" variant="default" onClick={() => setReplaying(true)}>
              {t('replay_failed')}
            </Button>
          )}
        </div>
      }
    >
      {list.isError && !list.data ? (
        <FailedState error={asApiError(list.error)} onRetry={() => void list.refetch()} />
      ) : list.data?.data.length === 0 ? (
        <EmptyState
          title={state ? t('log.none_title') : t('log.empty_title')}
          text={state ? t('log.none_text') : t('log.empty_text')}
        />
      ) : (
        <Events webhookId={id} rows={list.data?.data} mayReplay={mayReplay} />
      )}
      {list.data && list.data.last_page > 1 && <Pager list={list.data} onPage={setPage} onPageSize={setPerPage} />}
      <ReplayDialog id={id} opened={isReplaying} onClose={() => setReplaying(false)} />
    </Panel>
  );
}

interface EventsProps {
  webhookId: number;
  rows: readonly Row[] | undefined;
  mayReplay: boolean;
}

function Events({ webhookId, rows, mayReplay }: EventsProps) {
  const { t } = useTranslation('webhooks');
  const words = useEventWords();
  const { number } = useFormats();
  const isPhone = useMediaQuery('(width < 640px)', false, { getInitialValueInEffect: false });
  const [shown, setShown] = useState<Row | null>(null);
  const replay = useReplay(webhookId);
  const link = (row: Row) => (
    <Anchor component="button" type="button" c="inherit" ta="start" onClick={() => setShown(row)}>
      {words(row.type)}
    </Anchor>
  );
  const button = (row: Row) =>
    mayReplay &&
    row.type !== webhooks.TEST_EVENT && (
      <Button
        size="compact-sm"
        variant="default"
        loading={replay.busyWith === row.id}
        aria-label={t('replay_of', { event: words(row.type), id: row.id })}
        onClick={() => replay.start(row)}
      >
        {t('replay')}
      </Button>
    );
  const answer = ({ status, error, next_attempt_at }: Row) => (
    <>
      {(error && inOwnWords(error)) ?? status ?? '–'}
      {next_attempt_at && (
        <span className="wv-quiet">
          {' '}
          {t('log.next')} <RelativeTime at={next_attempt_at} />
        </span>
      )}
    </>
  );
  const dialog = <EventDialog title={shown ? words(shown.type) : ''} event={shown} onClose={() => setShown(null)} />;
  if (isPhone)
    return (
      <>
        <CardList
          label={t('log.title')}
          rows={rows}
          rowKey={(row) => row.id}
          card={(row) => (
            <RowCard
              title={link(row)}
              aside={<RelativeTime at={row.happened_at} />}
              lines={[answer(row), button(row)]}
              marks={<EventState state={row.state} />}
            />
          )}
        />
        {dialog}
      </>
    );
  const columns: Column<Row>[] = [
    { id: 'type', title: t('log.event'), width: 190, render: link },
    { id: 'state', title: t('log.state'), width: 120, render: (row) => <EventState state={row.state} /> },
    { id: 'attempts', title: t('log.attempts'), width: 90, align: 'end', render: (row) => number(row.attempts) },
    { id: 'answer', title: t('log.last_answer'), render: answer },
    {
      id: 'happened_at',
      title: t('log.happened_at'),
      width: 120,
      align: 'end',
      render: (row) => <RelativeTime at={row.happened_at} />,
    },
    { id: 'replay', title: t('log.actions'), titleHidden: true, width: 120, align: 'end', render: button },
  ];
  return (
    <>
      <DataTable
        caption={t('log.title')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        onRow={setShown}
        skeletonRows={3}
      />
      {dialog}
    </>
  );
}

function useReplay(webhookId: number) {
  const { t } = useTranslation('webhooks');
  const invalidate = useInvalidate();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id }: Row) => call(webhooks.replayWebhookEvent, { params: { id: webhookId, eventId: id } }),
    onSuccess: () => noticeSuccess(t('replayed_single')),
    onSettled: () => invalidate('webhooks'),
  });
  return { busyWith: isPending ? variables.id : null, start: (row: Row) => mutate(row) };
}
