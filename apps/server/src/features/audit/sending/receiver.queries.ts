import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { onlyRow } from '../../../platform/db/only-row.ts';

export interface SentEntry {
  id: number;
  position: number;
  at: Date;
  application_id: number | null;
  user_id: number | null;
  session_id: number | null;
  action: string;
  record_type: string;
  record_id: number | null;
  refused: boolean;
  hash: Buffer;
}

/** Takes the lock on a receiver until the transaction ends. Returns false when another process sends to it. */
export async function tryReceiver(tx: Tx, receiver: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`audit-receiver:${receiver}`}, 0)) as held`.execute(tx);
  return onlyRow(rows).held;
}

interface ReceiverState {
  position: number;
  failing_since: Date | null;
}

export function findReceiver(tx: Tx, receiver: string): Promise<ReceiverState | undefined> {
  return tx
    .selectFrom('audit_receivers')
    .select(['position', 'failing_since'])
    .where('receiver', '=', receiver)
    .executeTakeFirst();
}

/** Places are given one batch after the other, each committed before the next, so nothing before the last one is missed. */
export async function listChainedAfter(tx: Tx, position: number, limit: number): Promise<SentEntry[]> {
  const { rows } = await sql<SentEntry>`
    select id, position, at, application_id, user_id, session_id, action, record_type, record_id, refused, hash
    from audit_entries where position > ${position} order by position limit ${limit}`.execute(tx);
  return rows;
}

/** Remembers the last position that a receiver has read. */
export async function saveReceived(tx: Tx, receiver: string, position: number, now: Date): Promise<void> {
  await tx
    .insertInto('audit_receivers')
    .values({ receiver, position, tried_at: now })
    .onConflict((conflict) => conflict.column('receiver').doUpdateSet({ position, tried_at: now, failing_since: null }))
    .execute();
}

/** Remembers that a receiver could not be reached, and since when. */
export async function saveFailure(tx: Tx, receiver: string, now: Date): Promise<void> {
  await tx
    .insertInto('audit_receivers')
    .values({ receiver, position: 0, tried_at: now, failing_since: now })
    .onConflict((conflict) =>
      conflict.column('receiver').doUpdateSet({
        tried_at: now,
        failing_since: sql`coalesce(audit_receivers.failing_since, ${now}::timestamptz)`,
      }),
    )
    .execute();
}

/** Counts the places of the chain that a receiver has not read. */
export async function countUnsent(tx: Tx, receiver: string): Promise<number> {
  const { rows } = await sql<{ unsent: number }>`
    select coalesce(max(position), 0)
      - coalesce((select position from audit_receivers where receiver = ${receiver}), 0) as unsent
    from audit_entries`.execute(tx);
  return onlyRow(rows).unsent;
}

/** A receiver that nobody has tried to reach for this long is in no process's settings any more. */
const FORGET_AFTER_MINUTES = 15;

/** Returns the receivers that have failed for at least so long, and for how many minutes. */
export async function listFailing(
  tx: Tx,
  now: Date,
  minMinutes: number,
): Promise<{ receiver: string; minutes: number }[]> {
  const { rows } = await sql<{ receiver: string; minutes: number }>`
    select receiver, floor(extract(epoch from ${now}::timestamptz - failing_since) / 60) as minutes
    from audit_receivers
    where failing_since <= ${now}::timestamptz - make_interval(mins => ${minMinutes})
      and tried_at > ${now}::timestamptz - make_interval(mins => ${FORGET_AFTER_MINUTES})
    order by receiver`.execute(tx);
  return rows;
}
