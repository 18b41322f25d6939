import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { PersonGroup } from '../patient-events/index.ts';
import { joinVisit } from './join-visits.ts';

/** A42, A50: the visit with the number in MRG-5 gets the number in PV1-19. */
export async function changeVisitNumber(
  tx: Tx,
  applicationId: number,
  patientId: number,
  group: PersonGroup | undefined,
): Promise<void> {
  const from = group?.prior?.visitNumber ?? null;
  const to = group?.visit?.visit_number ?? null;
  if (from === null || to === null || from === to) return;
  const { rows } = await sql<{ id: number; visit_number: string; state: string }>`
    select id, visit_number, state from visits
    where application_id = ${applicationId} and patient_id = ${patientId} and visit_number in (${from}, ${to})
    order by id for update`.execute(tx);
  const old = rows.find(({ visit_number }) => visit_number === from);
  const present = rows.find(({ visit_number }) => visit_number === to);
  if (!old) return;
  if (!present) {
    await sql`update visits set visit_number = ${to} where application_id = ${applicationId} and id = ${old.id}`.execute(
      tx,
    );
    return;
  }
  // The visit that the message names is kept, unless only the other one is open.
  const [kept, gone] = old.state === 'open' && present.state !== 'open' ? [old, present] : [present, old];
  await joinVisit(tx, applicationId, kept.id, gone.id);
  await sql`update visits set visit_number = ${to} where application_id = ${applicationId} and id = ${kept.id}`.execute(
    tx,
  );
}
