import type { ShortQueries } from '../../platform/db/short-queries.ts';
import { PURPOSES_TO_PATIENTS } from '../suppression/index.ts';

/**
 * A delivery counts as overdue after this time. Rate limits, quiet hours and retries move `send_at`, so they do not
 * count.
 */
const LATE_AFTER_SECONDS = 60;
/** Counting stops here, because the query runs every few seconds, and most often when much is overdue. */
const COUNT_CAP = 100_000;

export interface OverdueDeliveries {
  /** At most COUNT_CAP. */
  count: number;
  /** Seconds since the oldest was due; null when none is overdue. */
  oldest_seconds: number | null;
}

/**
 * Counts overdue deliveries of all applications, for the operator, on a connection that sees all. Deliveries of a
 * broadcast are not counted, because they wait for their run, nor those of an application whose sending is on hold, because they wait for
 * a person.
 */
export async function findOverdueDeliveries(db: ShortQueries): Promise<OverdueDeliveries> {
  const [row] = await db.query<{ count: string; oldest_seconds: number | null }>(
    `select count(*), extract(epoch from now() - min(send_at))::float8 as oldest_seconds
     from (
       select application_id, send_at, purpose from deliveries
       where state = 'scheduled' and broadcast_run_id is null and send_at < now() - make_interval(secs => $1)
       order by send_at limit $2) late
     where not exists (
       select from sending_holds h where h.application_id = late.application_id and h.released_at is null
         and (h.reason = 'restored' or late.purpose = any($3)))`,
    [LATE_AFTER_SECONDS, COUNT_CAP, PURPOSES_TO_PATIENTS],
  );
  return { count: Number(row?.count ?? 0), oldest_seconds: row?.oldest_seconds ?? null };
}

/** Counts the applications whose sending waits for a person to release it, as after a restore. */
export async function countApplicationsOnHold(db: ShortQueries): Promise<number> {
  const [row] = await db.query<{ count: string }>(
    'select count(distinct application_id) from sending_holds where released_at is null',
  );
  return Number(row?.count ?? 0);
}
