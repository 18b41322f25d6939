import type { privacy } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { findUnprocessedSubjects } from '../acknowledged/index.ts';
import { findCasesOf } from '../cases/index.ts';
import { isAnyImportRunning } from '../contact-imports/index.ts';
import type { Person } from './find-person.queries.ts';
import { findHeld } from './legal-holds.queries.ts';

/** What a person is told to do about each obstacle. */
export const OBSTACLE_TEXTS: Readonly<Record<privacy.ErasureObstacle, string>> = {
  held: 'This patient is under a legal hold. Release it first.',
  unprocessed: 'A message about this patient is not processed yet. Try again in a moment.',
  sending: 'Something is being sent to this person. Try again in a minute.',
  open_case: 'A case about this person is open. Close it first.',
  import_running: 'A file of contacts is being imported. Try again when it is done.',
};

/** Returns what stands in the way of an erasure now. */
export async function findObstacles(
  tx: Tx,
  applicationId: number,
  person: Person,
  now: Date,
): Promise<{ obstacles: privacy.ErasureObstacle[]; openCaseIds: number[] }> {
  const { patientId, patientIds } = person;
  const cases = await findCasesOf(tx, applicationId, person);
  const openCaseIds = cases.filter(({ isOpen }) => isOpen).map(({ id }) => id);
  const isTrue: Record<privacy.ErasureObstacle, boolean> = {
    held: patientId !== null && (await findHeld(tx, applicationId, [patientId])).size > 0,
    unprocessed: (await findUnprocessedSubjects(tx, applicationId, patientIds)).size > 0,
    sending: await isBeingSent(tx, applicationId, person),
    open_case: openCaseIds.length > 0,
    import_running: await isAnyImportRunning(tx, applicationId, now),
  };
  return {
    obstacles: (Object.keys(isTrue) as privacy.ErasureObstacle[]).filter((obstacle) => isTrue[obstacle]),
    openCaseIds,
  };
}

async function isBeingSent(tx: Tx, applicationId: number, { patientIds, contactIds }: Person): Promise<boolean> {
  const { rows } = await sql`
    select from deliveries
    where application_id = ${applicationId} and state = 'sending'
      and (patient_id = any(${patientIds}::bigint[]) or contact_id = any(${contactIds}::bigint[]))
    limit 1`.execute(tx);
  return rows.length > 0;
}
