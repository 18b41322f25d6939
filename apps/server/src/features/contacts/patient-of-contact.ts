import { sql } from 'kysely';

/**
 * SQL: the patient that contact `c` stands for, null when there is none. For a contact that a list made, it is the
 * patient it was made of. For a contact that a person made, it is the patient with its number; the number names no
 * authority, so of several patients it is the first.
 */
export const patientOfContact = sql<number | null>`coalesce((
    select coalesce(made_of.merged_into_id, made_of.id) from patients made_of
    where made_of.application_id = c.application_id and made_of.id = c.patient_id
  ), (
    select n.patient_id from patient_identifiers n
    where n.application_id = c.application_id and n.identifier = c.external_id
    order by n.patient_id limit 1))`;
