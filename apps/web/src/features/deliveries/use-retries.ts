import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deliveries } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask, refreshTopics } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { noticeFailedRequest, noticeSuccess, noticeTrouble } from '../../ui/notices.ts';

const OFTEN_MS = 1000;
const SELDOM_MS = 10_000;
/** What takes longer waits for its quiet hours, or for a gateway. */
const OFTEN_FOR_MS = 60_000;

const pauseOf = (retry: deliveries.DeliveryRetry | undefined): number | false => {
  if (!retry || retry.waiting === 0) return false;
  return Date.now() - Date.parse(retry.created_at) < OFTEN_FOR_MS ? OFTEN_MS : SELDOM_MS;
};

/** Starts a retry, and follows the newest until nothing of it waits any more. */
export function useRetries(enabled: boolean) {
  const { t } = useTranslation('deliveries');
  const client = useQueryClient();
  /** Of this page: its result is shown until it is hidden. */
  const [followedId, setFollowedId] = useState<number | null>(null);
  const { data } = useQuery({
    ...ask(deliveries.listRetries, { query: { per_page: 1 } }, { failureIsShown: true }),
    enabled,
    refetchInterval: (query) => pauseOf(query.state.data?.data[0]),
  });
  const newest = data?.data[0];
  const isOver = newest?.waiting === 0;
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: [deliveries.getDeliveryFunnel.path] });
    if (isOver) refreshTopics(client, ['deliveries']);
  }, [isOver, client]);

  const start = useMutation({
    mutationFn: ({ what, unknown }: { what: Partial<deliveries.WhatToRetry>; unknown: boolean }) =>
      call(deliveries.startRetry, { query: what, body: { retry: { include_unknown: unknown } } }),
    meta: { failureIsShown: true },
    onSuccess: ({ data: retry }) => {
      setFollowedId(retry.id);
      noticeSuccess(t('retries.started', { count: retry.total }));
    },
    onError: (cause) => {
      const error = asApiError(cause);
      if (error.status === 409) noticeTrouble(t('retries.nothing'), error.message);
      else noticeFailedRequest(error);
    },
    onSettled: () => {
      for (const { path } of [deliveries.listRetries, deliveries.getDeliveryFunnel])
        void client.invalidateQueries({ queryKey: [path] });
      refreshTopics(client, ['deliveries']);
    },
  });

  const shown = newest && (newest.waiting > 0 || newest.id === followedId) ? newest : null;
  return { start, shown, hide: () => setFollowedId(null) };
}
