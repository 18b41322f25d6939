import type { ShortQueries } from '../../platform/db/short-queries.ts';

/**
 * Returns for how many seconds the oldest unprocessed message of all applications has waited, filed or not; null when
 * none waits. It reads the first message of each application, so a backlog of millions costs no more than one of ten.
 */
export async function findOldestWaiting(db: ShortQueries): Promise<number | null> {
  const [row] = await db.query<{ seconds: number | null }>(
    `select extract(epoch from now() - min(received_at))::float8 as seconds
     from (
       select first.received_at from applications a,
         lateral (
           select m.received_at from hl7_messages m
           where m.state = 'received' and (m.application_id, m.id) > (a.id, 0) and (m.application_id, m.id) < (a.id + 1, 0)
           order by m.application_id, m.id limit 1
         ) first
       union all
       select received_at[1] from (select received_at from arrivals order by id limit 1) arrived
     ) waiting`,
  );
  return row?.seconds ?? null;
}
