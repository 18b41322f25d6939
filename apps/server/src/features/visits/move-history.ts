import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** What was moved, so that it can be returned. Merges from before 2026-11-28 have no ids of deliveries and invitations. */
export interface MovedHistory {
  visit_ids: number[];
  message_ids: number[];
  delivery_ids?: number[];
  invitation_ids?: number[];
}

/** Moves everything of one patient to another: visits, messages, deliveries and invitations. */
export async function moveHistory(tx: Tx, applicationId: number, fromId: number, toId: number): Promise<MovedHistory> {
  return {
    visit_ids: await moveRows(tx, 'visits', applicationId, fromId, toId),
    message_ids: await moveRows(tx, 'hl7_messages', applicationId, fromId, toId),
    delivery_ids: await moveRows(tx, 'deliveries', applicationId, fromId, toId),
    invitation_ids: await moveRows(tx, 'invitations', applicationId, fromId, toId),
  };
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
