import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';

/**
 * Reserves the next free slot under a rate limit for `count` successive messages and returns its time. Each name is one
 * queue for all processes, and its row is locked until the caller's transaction ends.
 */
export async function reserveSlot(tx: Tx, name: string, perSecond: number, now: Date, count = 1): Promise<Date> {
  const seconds = count / perSecond;
  const { rows } = await sql<{ slot: Date }>`
    insert into send_slots as s (name, next_at) values (${name}, ${now}::timestamptz + make_interval(secs => ${seconds}))
    on conflict (name) do update
      set next_at = greatest(s.next_at, ${now}) + make_interval(secs => ${seconds})
    returning next_at - make_interval(secs => ${seconds}) as slot`.execute(tx);
  return onlyRow(rows).slot;
}
