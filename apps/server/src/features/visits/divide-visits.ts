import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { moveEnrolments } from './move-enrolments.ts';

/** Moves some visits and messages of a patient to another, with their deliveries and invitations. */
export async function divideVisits(
  tx: Tx,
  applicationId: number,
  {
    fromId,
    toId,
    visitIds,
    messageIds,
  }: { fromId: number; toId: number; visitIds: readonly number[]; messageIds: readonly number[] },
): Promise<void> {
  await sql`update visits set patient_id = ${toId} where application_id = ${applicationId} and id = any(${visitIds}::bigint[])`.execute(
    tx,
  );
  // A visit that both senders reported stays. When the messages are replayed, the other patient gets a visit of its
  // own.
  await sql`
    update hl7_messages set patient_id = ${toId}, visit_id = case when visit_id = any(${visitIds}::bigint[]) then visit_id end
    where application_id = ${applicationId} and id = any(${messageIds}::bigint[])`.execute(tx);
  await sql`
    update pathway_enrolments set visit_id = null
    where application_id = ${applicationId} and message_id = any(${messageIds}::bigint[]) and visit_id <> all(${visitIds}::bigint[])`.execute(
    tx,
  );
  for (const table of ['deliveries', 'invitations'] as const)
    await sql`
      update ${sql.table(table)} set patient_id = ${toId}
      where application_id = ${applicationId} and patient_id = ${fromId}
        and (message_id = any(${messageIds}::bigint[]) or visit_id = any(${visitIds}::bigint[]))`.execute(tx);
  await moveEnrolments(tx, applicationId, toId);
}
