import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dashboard, messages } from '@wardvoice/contract';
import { asApiError, type ApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { confirm } from '../../../ui/kit/confirm.ts';
import { ErrorDialog } from '../../../ui/kit/error-dialog.tsx';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { selectionOf, type CauseSelection } from './cause-selection.ts';

const POLL_MS = 1000;

export interface Progress {
  total: number;
  done: number;
}

export interface ReprocessErrors {
  isBusy: boolean;
  /** Null while nothing is being processed again. */
  progress: Progress | null;
  all: (count: number) => Promise<void>;
  group: (cause: messages.ErrorCause, text: string) => Promise<void>;
  dialog: ReactNode;
}

/** Asks, queues the messages, and follows them until none is waiting any more. */
export function useReprocessErrors(): ReprocessErrors {
  const { t } = useTranslation('messages');
  const invalidate = useInvalidate();
  const [selection, setSelection] = useState<CauseSelection>({});
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [total, setTotal] = useState(0);

  const queue = useMutation({
    mutationFn: (query: CauseSelection) => call(messages.reprocessErrors, { query }),
    meta: { failureIsShown: true },
    onMutate: (query) => {
      setSelection(query);
      setFailure(null);
    },
    onSuccess: (reply) => setTotal(reply.data.queued),
    onError: (error) => setFailure(asApiError(error)),
  });

  const waiting = useWaiting(total > 0);
  useEffect(() => {
    if (total === 0 || waiting !== 0) return;
    setTotal(0);
    void invalidate('messages', 'errors');
    noticeSuccess(t('errors.finished', { count: total }));
  }, [total, waiting, invalidate, t]);

  const askFirst = async (title: string, text: string, query: CauseSelection) => {
    if (await confirm({ title, text })) queue.mutate(query);
  };

  return {
    isBusy: queue.isPending || total > 0,
    progress: total > 0 ? { total, done: Math.max(0, total - (waiting ?? total)) } : null,
    all: (count) => askFirst(t('errors.all_title', { count }), t('errors.all_text'), {}),
    group: (cause, text) =>
      askFirst(t('errors.group_title', { count: cause.count }), t('errors.group_text', { text }), selectionOf(cause)),
    dialog: <ErrorDialog title={t('reprocess_failed')} error={failure} onRetry={() => queue.mutate(selection)} />,
  };
}

/** Messages stored and not yet processed, asked for again each second while it matters. */
function useWaiting(enabled: boolean): number | undefined {
  const { data } = useQuery({
    ...ask(dashboard.getDashboard, {}),
    queryKey: [dashboard.getDashboard.path, 'waiting'],
    enabled,
    gcTime: 0,
    staleTime: 0,
    refetchInterval: POLL_MS,
    select: (reply) => reply.data?.feed.waiting ?? 0,
  });
  return enabled ? data : undefined;
}
