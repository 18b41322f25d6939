import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { WaitingMessage } from './process-messages.ts';

const lockName = (applicationId: number) => sql`hashtextextended(${`processing:${applicationId}`}, 0)`;

/** Takes the application for this transaction; false when another has it. */
export async function tryLockProcessing(tx: Tx, applicationId: number): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${lockName(applicationId)}) as held`.execute(tx);
  return rows[0]?.held === true;
}

/**
 * Waits for the application's processing and holds it up until this transaction ends; for messages that are processed out of
 * their turn. Taken before any row of a message or patient is locked, as the workers do, so that nobody waits in a circle.
 */
export async function lockProcessing(tx: Tx, applicationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockName(applicationId)})`.execute(tx);
}

/**
 * Waiting messages of one application are compared as rows: so only the index of waiting messages has their order, and no
 * statistics from a time when all messages waited can lead through the whole table.
 */
const isWaiting = (applicationId: unknown) => sql`
  m.state = 'received' and (m.application_id, m.id) > (${applicationId}, 0) and (m.application_id, m.id) < (${applicationId} + 1, 0)`;

/** Applications with something to process. A backlog of millions costs no more to find than one message. */
export async function listWaitingApplications(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from applications a
    where (select m.id from hl7_messages m where ${isWaiting(sql`a.id`)} order by m.application_id, m.id limit 1) is not null
    order by a.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * The next messages in the order of their acknowledgement. Ids follow acknowledgements, also those of messages that are
 * stored and not filed; so what has a higher id than one of these waits for it (docs/decisions/0024).
 */
export async function listWaiting(tx: Tx, applicationId: number, limit: number): Promise<WaitingMessage[]> {
  const { rows } = await sql<WaitingMessage>`
    select m.id, m.application_id, coalesce(m.corrected, m.raw) as raw, m.received_at from hl7_messages m
    where ${isWaiting(sql`${applicationId}::bigint`)}
      and m.id < coalesce((select min(id) from arrivals), 9223372036854775807)
    order by m.application_id, m.id limit ${limit}`.execute(tx);
  return rows;
}
