import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deliveries } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { noticeFailedRequest, noticeSuccess, noticeTrouble } from '../../ui/domain/notices.ts';

const OFTEN_MS = 1000;
const SELDOM_MS = 10_000;
/** A retry that takes longer waits for quiet hours or for a gateway, and is asked about less often. */
const OFTEN_FOR_MS = 60_000;

const pauseOf = (retry: deliveries.DeliveryRetry | undefined): number | false => {
  if (!retry || retry.waiting === 0) return false;
  return Date.now() - Date.parse(retry.created_at) < OFTEN_FOR_MS ? OFTEN_MS : SELDOM_MS;
};

/** What a person chose in the dialog to try again. */
export interface RetryChoice {
  what: Partial<deliveries.WhatToRetry>;
  /** Includes deliveries that may have arrived. */
  unknown: boolean;
  /** Reason to send also what only a setting forbids. */
  overrideReason?: string;
}

/** Starts a retry, and follows the newest until nothing of it waits any more. */
export function useRetries(enabled: boolean) {
  const { t } = useTranslation('deliveries');
  const invalidate = useInvalidate();
  /** Id of the retry that was started on this page. Its result is shown until it is hidden. */
  const [followedId, setFollowedId] = useState<number | null>(null);
  const { data } = useQuery({
    ...ask(deliveries.listRetries, { query: { per_page: 1 } }, { failureIsShown: true }),
    enabled,
    refetchInterval: (query) => pauseOf(query.state.data?.data[0]),
  });
  const newest = data?.data[0];
  const isOver = newest?.waiting === 0;
  useEffect(() => {
    if (isOver) void invalidate('deliveries');
  }, [isOver, invalidate]);

  const start = useMutation({
    mutationFn: ({ what, unknown, overrideReason }: RetryChoice) =>
      call(deliveries.startRetry, {
        query: what,
        body: { retry: { include_unknown: unknown, override_reason: overrideReason } },
      }),
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
    onSettled: () => void invalidate('deliveries'),
  });

  const shown = newest && (newest.waiting > 0 || newest.id === followedId) ? newest : null;
  return { start, shown, hide: () => setFollowedId(null) };
}
