import type { Tx } from '../../platform/db/database.ts';
import { isPatientInWards } from '../../platform/db/within-wards.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

export async function findOrganisation(tx: Tx, applicationId: number): Promise<string> {
  const { title } = await tx
    .selectFrom('applications')
    .select('title')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return title;
}

export async function isInHospital(tx: Tx, applicationId: number, patientIds: readonly number[]): Promise<boolean> {
  if (patientIds.length === 0) return false;
  const found = await tx
    .selectFrom('visits')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('patient_id', 'in', patientIds)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the id of the record that lives on. Throws NotFound for a patient of another application or other wards. */
export async function requirePatientRecord(tx: Tx, scope: ApplicationScope, id: number): Promise<number> {
  const found = await tx
    .selectFrom('patients as p')
    .select(['p.id', 'p.merged_into_id'])
    .where('p.application_id', '=', scope.applicationId)
    .where('p.id', '=', id)
    .where(isPatientInWards(scope, 'p.id'))
    .executeTakeFirst();
  if (!found) throw new NotFound('This patient');
  return found.merged_into_id ?? found.id;
}
