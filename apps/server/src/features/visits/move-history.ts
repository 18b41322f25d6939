import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** Visits and messages that were moved, so that they can be returned. */
export interface MovedHistory {
  visit_ids: number[];
  message_ids: number[];
}

/** Moves everything of one patient to another: visits, messages, deliveries and invitations. */
export async function moveHistory(tx: Tx, applicationId: number, fromId: number, toId: number): Promise<MovedHistory> {
  const moved = {
    visit_ids: await moveRows(tx, 'visits', applicationId, fromId, toId),
    message_ids: await moveRows(tx, 'hl7_messages', applicationId, fromId, toId),
  };
  await moveRows(tx, 'deliveries', applicationId, fromId, toId);
  await moveRows(tx, 'invitations', applicationId, fromId, toId);
  return moved;
}

async function moveRows(
  tx: Tx,
  table: 'visits' | 'hl7_messages' | 'deliveries' | 'invitations',
  applicationId: number,
  fromId: number,
  toId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)} set patient_id = ${toId} where application_id = ${applicationId} and patient_id = ${fromId}
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
