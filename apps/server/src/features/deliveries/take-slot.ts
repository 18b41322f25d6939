import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/**
 * The next free moment under a rate limit, for `count` messages one after the other; it is the caller's from now on. Each
 * name is one queue for all processes, and its row is locked until the caller's transaction ends.
 */
export async function takeSlot(tx: Tx, name: string, perSecond: number, now: Date, count = 1): Promise<Date> {
  const seconds = count / perSecond;
  const { rows } = await sql<{ slot: Date }>`
    insert into send_slots as s (name, next_at) values (${name}, ${now}::timestamptz + make_interval(secs => ${seconds}))
    on conflict (name) do update
      set next_at = greatest(s.next_at, ${now}) + make_interval(secs => ${seconds})
    returning next_at - make_interval(secs => ${seconds}) as slot`.execute(tx);
  return (rows[0] as { slot: Date }).slot;
}
