import { DEFAULT_PER_PAGE, deliveries } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { countRetriable, listRetries, listUnknown } from './retries.queries.ts';
import { startRetry } from './start-retry.ts';

/** Of those that may have arrived; the rest are a number. */
const SHOWN = 20;

/** Failed deliveries tried again together. */
export function retryRoutes(routes: Routes, house: Context): void {
  route(routes, deliveries.previewRetry, async ({ tx, scope, query }) => ({
    ...(await countRetriable(tx, scope, query)),
    data: await listUnknown(tx, scope, query, SHOWN),
  }));

  route(routes, deliveries.startRetry, async ({ tx, scope, query, body, note }) => {
    const { id, count } = await startRetry(tx, house, scope, query, body.retry.include_unknown);
    note.count = count;
    const { data } = await listRetries(tx, scope, { page: 1, per_page: DEFAULT_PER_PAGE }, id);
    return { data: data[0] as NonNullable<(typeof data)[0]> };
  });

  route(routes, deliveries.listRetries, ({ tx, scope, query }) => listRetries(tx, scope, query));
}
