import { DEFAULT_PER_PAGE, deliveries } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { readFilters } from '../delivery-records/index.ts';
import { countRetriable, listRetries, listUnknown } from './delivery-retries.queries.ts';
import { foreseeRefusals } from './foresee-retry.ts';
import { startRetry } from './start-retry.ts';
import { onlyRow } from '../../platform/db/only-row.ts';

/** Number of deliveries shown of those that may have arrived; of the rest only the count is shown. */
const SHOWN = 20;

/** Routes for retrying failed deliveries together. */
export function deliveryRetryRoutes(routes: Routes, ctx: Context): void {
  route(routes, deliveries.previewRetry, async ({ tx, scope, query }) => {
    const what = await readFilters(tx, scope, query);
    return {
      ...(await countRetriable(tx, scope, what)),
      data: await listUnknown(tx, scope, what, SHOWN),
      refusals: await foreseeRefusals(tx, scope, what, ctx.clock()),
    };
  });

  route(routes, deliveries.startRetry, async ({ tx, scope, query, body, note }) => {
    const what = await readFilters(tx, scope, query);
    const { id, count } = await startRetry(tx, ctx, scope, what, body.retry);
    note.count = count;
    const { override_reason } = body.retry;
    note.changed({}, override_reason === undefined ? {} : { override_reason });
    const { data } = await listRetries(tx, scope, { page: 1, per_page: DEFAULT_PER_PAGE }, id);
    return { data: onlyRow(data) };
  });

  route(routes, deliveries.listRetries, ({ tx, scope, query }) => listRetries(tx, scope, query));
}
