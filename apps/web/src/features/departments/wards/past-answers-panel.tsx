import { Button, Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { wardDepartments } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { noticeFailedRequest } from '../../../ui/domain/notices.ts';
import { confirm } from '../../../ui/kit/confirm.ts';
import { Panel } from '../../../ui/kit/panel.tsx';
import { FailedState } from '../../../ui/kit/state-panels.tsx';
import { RelativeTime } from '../../../ui/kit/time/relative-time.tsx';

const POLL_MS = 1_000;

/** Gives answers already given the department of their ward: says how many, asks, starts, and shows how far it has come. */
export function PastAnswersPanel() {
  const { t } = useTranslation('departments');
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const asked = ask(wardDepartments.getPastAnswers, {}, { topics: ['feedback'], failureIsShown: true });
  const query = useQuery({
    ...asked,
    refetchInterval: ({ state }) => (state.data?.data.backfill?.state === 'running' ? POLL_MS : false),
  });
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(wardDepartments.startBackfill, {}),
    onSuccess: (reply) => client.setQueryData(asked.queryKey, reply),
    onError: async (cause) => {
      noticeFailedRequest(cause);
      await invalidate('departments');
    },
  });
  if (query.isError && !query.data)
    return (
      <Panel title={t('past.title')}>
        <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />
      </Panel>
    );
  const { count = 0, backfill = null } = query.data?.data ?? {};
  const start = async () => {
    if (await confirm({ title: t('past.question', { count }), text: t('past.question_text') })) mutate();
  };
  return (
    <Panel title={t('past.title')}>
      <div aria-busy={query.isPending}>
        <p>{t('past.count', { count })}</p>
        {backfill?.state === 'running' ? (
          <Running backfill={backfill} />
        ) : (
          <Button mt={12} variant="default" disabled={count === 0} loading={isPending} onClick={() => void start()}>
            {t('past.start')}
          </Button>
        )}
        {backfill?.finished_at && (
          <p className="wv-quiet">
            {t('past.finished', { count: backfill.done })} <RelativeTime at={backfill.finished_at} />
          </p>
        )}
      </div>
    </Panel>
  );
}

function Running({ backfill: { done, total } }: { backfill: wardDepartments.Backfill }) {
  const { t } = useTranslation('departments');
  return (
    <div role="status">
      <p>{t('past.progress', { done, total })}</p>
      <Progress value={(100 * done) / Math.max(1, total)} size={6} aria-label={t('past.title')} />
    </div>
  );
}
