import { queryOptions } from '@tanstack/react-query';
import type { dashboard, Endpoint } from '@wardvoice/contract';
import { call, type CallInput } from './call.ts';

type LiveTopic = dashboard.LiveTopic;

interface AskMeta {
  /** Live topics after which the data is fetched again. */
  topics?: readonly LiveTopic[];
  /** The page shows a failure itself, so no box is shown. */
  failureIsShown?: boolean;
}

/** A read of the contract, kept by TanStack Query and fetched again when one of its topics is told of. */
export function ask<E extends Endpoint>(endpoint: E, input: CallInput<E>, meta: AskMeta = {}) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }) => call(endpoint, input, signal),
    meta: { ...meta },
  });
}
