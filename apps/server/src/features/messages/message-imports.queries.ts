import { sql } from 'kysely';
import type { messages } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/scope.ts';

/** A batch takes less than the 30 seconds after which its statement is given up. */
const INTERRUPTED_AFTER_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const MOST = 20;

export interface NewImport {
  key: string | null;
  fileName: string;
  total: number;
}

/** Undefined when this person has used the key before. */
export async function insertImport(
  tx: Tx,
  { userId, applicationId }: Scope,
  { key, fileName, total }: NewImport,
  now: Date,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('message_imports')
    .values({
      application_id: applicationId as number,
      user_id: userId,
      key,
      file_name: fileName,
      total,
      started_at: now,
      moved_at: now,
    })
    .onConflict((conflict) => conflict.columns(['application_id', 'user_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export interface Step {
  done: number;
  accepted: number;
  refused: number;
  duplicates: number;
  state: 'running' | 'finished' | 'interrupted';
}

export async function moveImport(tx: Tx, scope: Scope, id: number, step: Step, now: Date): Promise<void> {
  await tx
    .updateTable('message_imports')
    .set({ ...step, moved_at: now, finished_at: step.state === 'finished' ? now : null })
    .where('application_id', '=', scope.applicationId as number)
    .where('id', '=', id)
    .execute();
}

/** One whose process died says nothing more, which is how it is known. */
export async function listImports(tx: Tx, scope: Scope, now: Date) {
  const { rows } = await sql<messages.MessageImport>`
    select id, key, file_name, total, done, accepted, refused, duplicates, started_at, finished_at,
      case when state = 'running' and moved_at < ${new Date(now.getTime() - INTERRUPTED_AFTER_MS)} then 'interrupted'
        else state end as state
    from message_imports
    where application_id = ${scope.applicationId} and moved_at > ${new Date(now.getTime() - DAY_MS)}
    order by id desc limit ${MOST}`.execute(tx);
  return rows;
}

/** Their names may say whom they are about, and nobody is shown them any more. */
export async function forgetImports(tx: Tx, until: Date): Promise<void> {
  await tx.deleteFrom('message_imports').where('moved_at', '<', until).execute();
}

/** What makes two messages the same one. */
export interface Identity {
  sendingApplication: string;
  sendingFacility: string;
  controlId: string;
  hash: Buffer;
}

/** The places, in the list given, of those that are stored already. What waits to be filed is not looked at. */
export async function placesOfKnown(tx: Tx, scope: Scope, list: readonly Identity[]): Promise<Set<number>> {
  const { rows } = await sql<{ place: number }>`
    select one.place from unnest(
      ${list.map(({ sendingApplication }) => sendingApplication)}::text[],
      ${list.map(({ sendingFacility }) => sendingFacility)}::text[],
      ${list.map(({ controlId }) => controlId)}::text[],
      ${list.map(({ hash }) => hash)}::bytea[]
    ) with ordinality as one (sending_application, sending_facility, control_id, hash, place)
    where exists (
      select from hl7_messages m
      where m.application_id = ${scope.applicationId} and m.sending_application = one.sending_application
        and m.sending_facility = one.sending_facility and m.message_control_id = one.control_id
        and m.content_hash = one.hash)`.execute(tx);
  return new Set(rows.map(({ place }) => place - 1));
}
