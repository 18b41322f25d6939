import { sql, type RawBuilder } from 'kysely';
import { isOfSomeWards, patientsInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

/**
 * SQL: the caller may see contact `c`. A contact that stands for a patient is visible where the patient is. A contact
 * that stands for none belongs to no ward and is visible to everybody who may see contacts. Where several patients have
 * its number it is uncertain whom it stands for, so the caller must be allowed to see all of them.
 */
export function isVisibleContact(scope: ApplicationScope): RawBuilder<boolean> {
  if (!isOfSomeWards(scope)) return sql<boolean>`true`;
  return sql<boolean>`case
    when c.patient_id is not null then c.patient_id in ${patientsInWards(scope)}
    when c.external_id is not null then (
      select true from patient_identifiers n
      where n.application_id = c.application_id and n.identifier = c.external_id
        and n.patient_id not in ${patientsInWards(scope)}
      limit 1) is null
    else true end`;
}
