import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../scope.ts';

/** Returns true for a caller who sees only some wards of the application. */
export const isOfSomeWards = ({ locations }: Pick<Scope, 'locations'>): boolean => locations.length > 0;

/**
 * SQL condition: the ward in `column` is one of the caller's. It holds for every row when the caller sees every ward; to other
 * callers, a row that names no ward is not shown.
 */
export const isInWards = (
  { locations }: Pick<Scope, 'locations'>,
  column: string | RawBuilder<unknown>,
): RawBuilder<boolean> =>
  locations.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`${typeof column === 'string' ? sql.ref(column) : column} = any(${locations}::text[])`;

/**
 * SQL condition: the patient of this id has been in one of the caller's wards. It holds for every patient when the caller sees
 * every ward; to other callers, a patient without any visit is not shown.
 */
export const isPatientInWards = (scope: Scope, patientId: string | RawBuilder<unknown>): RawBuilder<boolean> =>
  scope.locations.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`exists (
        select from visits ward_visit
        where ward_visit.application_id = ${scope.applicationId}
          and ward_visit.patient_id = ${typeof patientId === 'string' ? sql.ref(patientId) : patientId}
          and ${isInWards(scope, 'ward_visit.location')})`;

/**
 * SQL query for the ids of all patients of the caller's wards, and of records that were merged into one of them. PostgreSQL reads
 * it once, from an index, and keeps the result in memory for all rows that are checked.
 */
export function patientsInWards(scope: Scope): RawBuilder<unknown> {
  const { applicationId } = scope;
  return sql`(
    select ward_visit.patient_id from visits ward_visit
    where ward_visit.application_id = ${applicationId} and ${isInWards(scope, 'ward_visit.location')}
    union all
    select gone.id from patients gone
    join visits ward_visit on ward_visit.application_id = ${applicationId} and ward_visit.patient_id = gone.merged_into_id
      and ${isInWards(scope, 'ward_visit.location')}
    where gone.application_id = ${applicationId} and gone.merged_into_id is not null)`;
}
