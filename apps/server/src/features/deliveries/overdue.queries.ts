import type { ShortQueries } from '../../platform/db/short-queries.ts';

/** A minute late is late: a rate limit, quiet hours and the next attempt all move `send_at` on. */
const LATE_AFTER_SECONDS = 60;
/** Counting stops here: the question is asked every few seconds, and most of all when much is late. */
const COUNT_CAP = 100_000;

export interface OverdueDeliveries {
  /** Up to COUNT_CAP. */
  count: number;
  /** Since the oldest should have left; null when none is late. */
  oldest_seconds: number | null;
}

/**
 * What should have left and has not, of all applications: the operator's figure, so it is asked on a connection that sees
 * all of them. Deliveries of a broadcast wait for their turn and are not counted.
 */
export async function findOverdueDeliveries(db: ShortQueries): Promise<OverdueDeliveries> {
  const [row] = await db.query<{ count: string; oldest_seconds: number | null }>(
    `select count(*), extract(epoch from now() - min(send_at))::float8 as oldest_seconds
     from (
       select send_at from deliveries
       where state = 'scheduled' and broadcast_run_id is null and send_at < now() - make_interval(secs => $1)
       order by send_at limit $2) late`,
    [LATE_AFTER_SECONDS, COUNT_CAP],
  );
  return { count: Number(row?.count ?? 0), oldest_seconds: row?.oldest_seconds ?? null };
}
