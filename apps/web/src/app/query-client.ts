import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { asApiError } from '../api/api-error.ts';
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
      retry: (failures, error) => failures < 1 && asApiError(error).isPassing,
      retryDelay: 500,
    },
  },
});
