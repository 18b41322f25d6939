import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

const lockName = (applicationId: number) => sql`hashtextextended(${`processing:${applicationId}`}, 0)`;

/** Locks the processing of an application for this transaction. Returns false when another transaction has it. */
export async function tryLockProcessing(tx: Tx, applicationId: number): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${lockName(applicationId)}) as held`.execute(tx);
  return rows[0]?.held === true;
}

/**
 * Waits for the lock on processing an application, and holds it until this transaction ends. It is for messages that
 * are processed out of order. Like the workers, callers must take it before they lock a row of a message or patient, to
 * avoid deadlocks.
 */
export async function lockProcessing(tx: Tx, applicationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockName(applicationId)})`.execute(tx);
}

/**
 * SQL: waiting messages of one application. The comparison of rows makes PostgreSQL use the index of waiting messages:
 * only that index has this order, so outdated statistics cannot lead to a scan of the whole table.
 */
const isWaiting = (applicationId: unknown) => sql`
  m.state = 'received' and (m.application_id, m.id) > (${applicationId}, 0) and (m.application_id, m.id) < (${applicationId} + 1, 0)`;

/** Lists applications with messages to process. The cost does not depend on the number of messages. */
export async function listWaitingApplications(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from applications a
    where (select m.id from hl7_messages m where ${isWaiting(sql`a.id`)} order by m.application_id, m.id limit 1) is not null
    order by a.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A waiting message without its bytes. */
export interface WaitingHead {
  id: number;
  received_at: Date;
  /** Such as A03, and by which way it came; for traces. */
  event: string | null;
  source: string;
  /** Changes with every change of the row. */
  version: string;
}

/**
 * Lists the next messages in the order of their acknowledgement. Ids are in that order, also for messages that are not
 * filed yet, so messages with a higher id than one of these are left out (docs/decisions/0024).
 */
export async function listWaiting(
  tx: Tx,
  applicationId: number,
  { limit, after = 0 }: { limit: number; after?: number },
): Promise<WaitingHead[]> {
  const { rows } = await sql<WaitingHead>`
    select m.id, m.received_at, m.event, m.source, m.xmin::text as version from hl7_messages m
    where ${isWaiting(sql`${applicationId}::bigint`)} and (m.application_id, m.id) > (${applicationId}::bigint, ${after}::bigint)
      and m.id < coalesce((select min(id) from arrivals), 9223372036854775807)
    order by m.application_id, m.id limit ${limit}`.execute(tx);
  return rows;
}

/** Returns the bytes to be processed, by message id. */
export async function findRaw(tx: Tx, ids: readonly number[]): Promise<Map<number, Buffer>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; raw: Buffer }>`
    select id, coalesce(corrected, raw) as raw from hl7_messages where id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, raw }) => [id, raw]));
}
