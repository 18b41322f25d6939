import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** Locks an answered survey until the end of the transaction, and returns who is to look after it and its tags. */
export async function lockFeedback(tx: Tx, applicationId: number, id: number) {
  return tx
    .selectFrom('feedback')
    .select(['assigned_to_id', 'tags'])
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Gives an answered survey to somebody to look after; null: to nobody. */
export async function assignFeedback(
  tx: Tx,
  applicationId: number,
  id: number,
  { userId, at }: { userId: number | null; at: Date },
): Promise<void> {
  await tx
    .updateTable('feedback')
    .set({ assigned_to_id: userId, assigned_at: at })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export async function setFeedbackTags(
  tx: Tx,
  applicationId: number,
  id: number,
  tags: readonly string[],
): Promise<void> {
  await tx
    .updateTable('feedback')
    .set({ tags: [...tags] })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export async function insertNote(
  tx: Tx,
  applicationId: number,
  note: { feedback_id: number; user_id: number | null; text: string; created_at: Date },
): Promise<void> {
  await tx
    .insertInto('feedback_notes')
    .values({ ...note, application_id: applicationId })
    .execute();
}

/** Deletes what colleagues wrote about the people of these answered surveys. */
export async function forgetNotes(tx: Tx, applicationId: number, feedbackIds: readonly number[]): Promise<void> {
  await sql`
    update feedback_notes set text = ''
    where application_id = ${applicationId} and feedback_id = any(${feedbackIds}::bigint[]) and text <> ''`.execute(tx);
}
