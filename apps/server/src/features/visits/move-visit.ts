import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { PersonGroup } from '../patient-events/index.ts';
import { joinVisit } from './join-visits.ts';
import { moveEnrolments } from './move-enrolments.ts';

/** A44, A45: moves one visit to another patient. */
export async function moveVisit(
  tx: Tx,
  applicationId: number,
  {
    fromId,
    toId,
    prior,
    group,
    messageId,
    number: patientNumber,
  }: {
    fromId: number;
    toId: number;
    prior: NonNullable<PersonGroup['prior']>;
    group: PersonGroup;
    messageId: number;
    /** The patient's number in the message. */
    number: string;
  },
): Promise<void> {
  const number = prior.visitNumber ?? group.visit?.visit_number ?? null;
  const account = prior.accountNumber ?? group.accountNumber ?? null;
  if (fromId === toId || (number === null && account === null)) return;
  const { rows } = await sql<{ id: number; visit_number: string | null }>`
    select id, visit_number from visits
    where application_id = ${applicationId} and patient_id = ${fromId}
      and (visit_number = ${number} or ${number}::text is null and account_number = ${account})
    order by id for update`.execute(tx);
  for (const { id, visit_number } of rows) {
    const visitId = await moveVisitTo(tx, applicationId, { id, visit_number, toId });
    await sql`
      update visits set patient_number = ${patientNumber} where application_id = ${applicationId} and id = ${visitId}`.execute(
      tx,
    );
    await sql`
      update hl7_messages set visit_id = ${visitId}
      where application_id = ${applicationId} and id = ${messageId} and visit_id is null`.execute(tx);
  }
}

/** Moves a visit and returns its id. Where the other patient has the same visit already, both are merged. */
export async function moveVisitTo(
  tx: Tx,
  applicationId: number,
  { id, visit_number, toId }: { id: number; visit_number: string | null; toId: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from visits where application_id = ${applicationId} and patient_id = ${toId} and visit_number = ${visit_number}`.execute(
    tx,
  );
  const [same] = rows;
  if (same) await joinVisit(tx, applicationId, same.id, id);
  const visitId = same?.id ?? id;
  for (const table of ['hl7_messages', 'deliveries', 'invitations'] as const)
    await sql`update ${sql.table(table)} set patient_id = ${toId} where application_id = ${applicationId} and visit_id = ${visitId}`.execute(
      tx,
    );
  await sql`update visits set patient_id = ${toId} where application_id = ${applicationId} and id = ${visitId}`.execute(
    tx,
  );
  await moveEnrolments(tx, applicationId, toId);
  return visitId;
}
