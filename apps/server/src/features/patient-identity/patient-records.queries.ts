import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export interface PatientRecord {
  id: number;
  /**
   * The best number and its authority, as first seen; one that decides who it is takes the place of one that does not. All numbers of
   * the patient are in patient_identifiers.
   */
  identifier: string;
  authority: string;
  given_name: string | null;
  family_name: string | null;
  birth_date: string | null;
  birth_date_precision: 'day' | 'month' | 'year';
  sex: string | null;
  language: string | null;
  phone: string | null;
  email: string | null;
  deceased: boolean;
  protected: boolean;
  identity_unknown: boolean;
  identity_in_doubt: boolean;
  mother_identifier: string | null;
  /** The names of its authority, as patient_authority_names has them. */
  mother_authority: readonly string[] | null;
  facts_at: Date;
}

export interface IdentifierRecord {
  authority_id: number;
  type: string;
  identifier: string;
  patient_id: number;
  identifies: boolean;
  /** Several people have it, as somebody has decided. */
  is_shared: boolean;
}

/** Lists all rows with these numbers, of any authority and type. */
export async function listIdentifiers(
  tx: Tx,
  applicationId: number,
  numbers: readonly string[],
): Promise<IdentifierRecord[]> {
  const { rows } = await sql<IdentifierRecord>`
    select i.authority_id, i.type, i.identifier, i.patient_id, i.identifies, i.is_shared
    from unnest(${numbers}::text[]) as wanted (identifier)
    join patient_identifiers i on i.application_id = ${applicationId} and i.identifier = wanted.identifier`.execute(tx);
  return rows;
}

const PATIENT_COLUMNS = sql`id, identifier, authority, given_name, family_name, birth_date, birth_date_precision, sex, language, phone,
  email, deceased, protected, identity_unknown, identity_in_doubt, mother_identifier, mother_authority, facts_at`;

/** Locks patients, always in the same order, so that two transactions do not deadlock. */
export async function lockPatients(tx: Tx, applicationId: number, ids: readonly number[]): Promise<PatientRecord[]> {
  const { rows } = await sql<PatientRecord>`
    select ${PATIENT_COLUMNS} from patients
    where application_id = ${applicationId} and id = any(${ids}::bigint[])
    order by id for update`.execute(tx);
  return rows;
}

export async function insertPatients(tx: Tx, applicationId: number, patients: readonly PatientRecord[]): Promise<void> {
  if (patients.length === 0) return;
  const rows = JSON.stringify(
    patients.map((patient) => ({ ...patient, application_id: applicationId, created_at: patient.facts_at })),
  );
  const columns = sql`application_id, ${PATIENT_COLUMNS}, created_at`;
  await sql`
    insert into patients (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::patients, ${rows}::json)`.execute(tx);
}

export async function updatePatients(tx: Tx, applicationId: number, patients: readonly PatientRecord[]): Promise<void> {
  if (patients.length === 0) return;
  await sql`
    update patients p set
      identifier = r.identifier, authority = r.authority, given_name = r.given_name, family_name = r.family_name, birth_date = r.birth_date,
      birth_date_precision = r.birth_date_precision, sex = r.sex, language = r.language, phone = r.phone, email = r.email,
      deceased = r.deceased, protected = r.protected, identity_unknown = r.identity_unknown,
      identity_in_doubt = r.identity_in_doubt, mother_identifier = r.mother_identifier, mother_authority = r.mother_authority,
      facts_at = r.facts_at
    from json_populate_recordset(null::patients, ${JSON.stringify(patients)}::json) r
    where p.application_id = ${applicationId} and p.id = r.id`.execute(tx);
}

/** Inserts numbers. A number that another transaction added first keeps its patient. */
export async function insertIdentifiers(
  tx: Tx,
  applicationId: number,
  identifiers: readonly IdentifierRecord[],
): Promise<void> {
  if (identifiers.length === 0) return;
  await sql`
    insert into patient_identifiers (application_id, authority_id, type, identifier, patient_id, identifies, is_shared)
    select ${applicationId}, r.authority_id, r.type, r.identifier, r.patient_id, r.identifies, r.is_shared
    from json_populate_recordset(null::patient_identifiers, ${JSON.stringify(identifiers)}::json) r
    order by r.identifier, r.authority_id, r.type`.execute(tx);
}
