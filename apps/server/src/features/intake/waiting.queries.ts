import type { ShortQueries } from '../../platform/db/short-queries.ts';
import { PATIENT_LANES } from './store-messages.ts';

/**
 * Returns for how many seconds the oldest message has waited to be processed, of all applications, filed or not; null when
 * none waits. Looks at the first of each lane, so a backlog of millions costs no more than one of ten.
 */
export async function findOldestWaiting(db: ShortQueries): Promise<number | null> {
  const [row] = await db.query<{ seconds: number | null }>(
    `select extract(epoch from now() - min(received_at))::float8 as seconds
     from (
       select first.received_at from generate_series(0, $1::int - 1) as lane,
         lateral (
           select received_at from hl7_messages m where state = 'received' and m.lane = lane::smallint order by id limit 1
         ) first
       union all
       select received_at[1] from (select received_at from arrivals order by id limit 1) arrived
     ) waiting`,
    [PATIENT_LANES],
  );
  return row?.seconds ?? null;
}
