import type { ShortQueries } from '../../platform/db/short-queries.ts';

/** Counting stops here, because the query runs every few seconds, and most often when much waits. */
const COUNT_CAP = 100_000;

/** What waits for the destinations of all applications. Those that a person has paused are left out. */
export interface WaitingForDestinations {
  /** Messages and answers; at most COUNT_CAP. */
  count: number;
  /** Seconds since the oldest was queued; null when nothing waits. */
  oldest_seconds: number | null;
  /** Queues that have stopped because a message was given up. */
  stopped: number;
}

/** Measures the queues for the operator, on a connection that sees all applications. */
export async function findWaitingForDestinations(db: ShortQueries): Promise<WaitingForDestinations> {
  const [row] = await db.query<{ count: string; oldest_seconds: number | null; stopped: string }>(
    `with sending as (select id from destinations where active or stopped_at is not null)
     select
       (select count(*) from (
         select from destination_messages q join sending on sending.id = q.destination_id
         where q.state in ('waiting', 'sending') limit $1) waiting) as count,
       (select extract(epoch from now() - min(head.queued_at))::float8 from sending cross join lateral (
         select q.queued_at from destination_messages q
         where q.destination_id = sending.id and q.state in ('waiting', 'sending') order by q.id limit 1) head) as oldest_seconds,
       (select count(*) from destinations where stopped_at is not null) as stopped`,
    [COUNT_CAP],
  );
  return {
    count: Number(row?.count ?? 0),
    oldest_seconds: row?.oldest_seconds ?? null,
    stopped: Number(row?.stopped ?? 0),
  };
}
