import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isRefused } from './api-error.ts';
import { topicsOf, type Topic } from './topics.ts';

/**
 * For what changes something: `invalidate('surveys', 'triggers')` has fetched again whatever is shown of these topics, and
 * marks the rest of it as old. Resolves when what is on the screen is fresh.
 */
export function useInvalidate(): (...topics: [Topic, ...Topic[]]) => Promise<void> {
  const client = useQueryClient();
  return useCallback((...topics) => invalidateTopics(client, topics), [client]);
}

let changedAt = 0;

/** When something was last changed on this screen, in milliseconds; 0 when nothing was. */
export const lastChangeHere = (): number => changedAt;

export function invalidateTopics(client: QueryClient, changed: readonly Topic[]): Promise<void> {
  changedAt = Date.now();
  const isChanged = (topic: unknown) => changed.some((one) => one === topic);
  return fetchAgain(client, (query) => topicsOfQuery(query)?.some(isChanged) ?? true);
}

/**
 * Has fetched again whatever is shown of these queries. One that is fetched for the first time is fetched once more: TanStack Query goes on
 * with what is under way where there are no data yet, and that may have been read before the change.
 */
async function fetchAgain(client: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  const firstTime = new Set(
    client
      .getQueryCache()
      .findAll({ predicate, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined && !onceMore.has(query)),
  );
  for (const query of firstTime) onceMore.add(query);
  await client.invalidateQueries({ predicate });
  for (const query of firstTime) onceMore.delete(query);
  if (firstTime.size > 0) await client.invalidateQueries({ predicate: (query) => firstTime.has(query) });
}

/** Queries whose first fetch is followed by another, which serves for all changes until then. */
const onceMore = new WeakSet<Query>();

/** Undefined for a query that is of no path: it may show anything, so every change concerns it. */
function topicsOfQuery({ queryKey: [path], meta }: Query): readonly unknown[] | undefined {
  const topics = typeof path === 'string' ? topicsOf(path) : undefined;
  return topics && [...topics, ...(meta?.topics ?? [])];
}

/** Fetches again what asked for the live topics that the server told of, except what it refused: that is not there. */
export function invalidateLive(client: QueryClient, topics: Iterable<string>): void {
  const told = new Set(topics);
  void fetchAgain(
    client,
    ({ meta, state: { error } }) => !isRefused(error) && (meta?.topics?.some((topic) => told.has(topic)) ?? false),
  );
}

/**
 * Fetches everything again. Only for when nobody can say what has changed: after a lock, with an organisation gone, or when
 * the connection is back. After any other change, name its topics with `useInvalidate`.
 */
export const invalidateAll = (client: QueryClient): Promise<void> => client.invalidateQueries();

/** Forgets everything, because somebody works in another application now. What is on the screen is fetched anew. */
export const forgetAll = (client: QueryClient): Promise<void> => client.resetQueries();
