import { MutationCache, notifyManager, QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import { asApiError, isRefused } from '../api/api-error.ts';
import { noticeFailedRequest } from '../ui/domain/notices.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Live topics after which the data is fetched again. */
      topics?: readonly string[];
      /** The page shows the failure itself, so no box is shown. */
      failureIsShown?: boolean;
    };
    mutationMeta: { failureIsShown?: boolean };
  }
}

// What a click began is shown before the next event comes: a second click finds its button busy, and sends nothing.
notifyManager.setScheduler(queueMicrotask);

/** A request that the server refused (4xx) is refused again. */
function isWorthRepeating(cause: unknown): boolean {
  const { isPassing, status } = asApiError(cause);
  return isPassing && status !== 429;
}

const isNotRefused = ({ state: { error } }: Query): boolean => !isRefused(error);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // A refresh in the background that fails keeps what is shown; the live indicator tells the rest.
    onError: (error, query) => {
      if (!query.meta?.failureIsShown && query.state.data === undefined) noticeFailedRequest(error);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.failureIsShown) noticeFailedRequest(error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 1 && isWorthRepeating(error),
      retryDelay: 500,
      refetchOnWindowFocus: isNotRefused,
      refetchOnReconnect: isNotRefused,
    },
    // What cannot be sent fails at once and says so, rather than being sent minutes later when nobody expects it any more.
    mutations: { networkMode: 'always' },
  },
});
