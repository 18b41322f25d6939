import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { AppointmentState, VisitKind } from './patient-event.ts';

export interface PatientRecord {
  id: number;
  /** Its best number and who gave it, as first seen; all that lead here are in patient_identifiers. */
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
  facts_at: Date;
}

export type VisitState = 'expected' | 'open' | 'closed' | 'cancelled' | 'not_attended';

export interface VisitRecord {
  id: number;
  patient_id: number;
  visit_number: string | null;
  state: VisitState;
  kind: VisitKind | null;
  on_leave: boolean;
  patient_class: string | null;
  hospital_service: string | null;
  attending_doctor: string | null;
  account_number: string | null;
  appointment_number: string | null;
  appointment_state: AppointmentState | null;
  location: string | null;
  room: string | null;
  bed: string | null;
  prior_location: string | null;
  expected_at: Date | null;
  admitted_at: Date | null;
  discharged_at: Date | null;
  discharge_disposition: string | null;
  opened_by: string;
  /** Of the newest message that moved it: every event but updates. */
  moved_at: Date;
  /** Of the newest message of any kind. */
  last_event_at: Date;
  last_message_id: number | null;
}

export interface IdentifierRecord {
  authority_id: number;
  type: string;
  identifier: string;
  patient_id: number;
  identifies: boolean;
}

/** All that is known under these numbers, of any authority and type. */
export async function listIdentifiers(
  tx: Tx,
  applicationId: number,
  numbers: readonly string[],
): Promise<IdentifierRecord[]> {
  const { rows } = await sql<IdentifierRecord>`
    select i.authority_id, i.type, i.identifier, i.patient_id, i.identifies
    from unnest(${numbers}::text[]) as wanted (identifier)
    join patient_identifiers i on i.application_id = ${applicationId} and i.identifier = wanted.identifier`.execute(tx);
  return rows;
}

const PATIENT_COLUMNS = sql`id, identifier, authority, given_name, family_name, birth_date, birth_date_precision, sex, language, phone,
  email, deceased, protected, identity_unknown, identity_in_doubt, facts_at`;

/** In one order for everybody, so that two who lock never wait for each other. */
export async function lockPatients(tx: Tx, applicationId: number, ids: readonly number[]): Promise<PatientRecord[]> {
  const { rows } = await sql<PatientRecord>`
    select ${PATIENT_COLUMNS} from patients
    where application_id = ${applicationId} and id = any(${ids}::bigint[])
    order by id for update`.execute(tx);
  return rows;
}

/** Newest first. */
export async function listVisitsOf(
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
): Promise<VisitRecord[]> {
  const { rows } = await sql<VisitRecord>`
    select id, patient_id, visit_number, state, kind, on_leave, patient_class, hospital_service, attending_doctor, account_number,
      appointment_number, appointment_state, location, room, bed, prior_location, expected_at, admitted_at, discharged_at,
      discharge_disposition, opened_by, moved_at, last_event_at, last_message_id
    from visits where application_id = ${applicationId} and patient_id = any(${patientIds}::bigint[])
    order by last_event_at desc, id desc`.execute(tx);
  return rows;
}

/** Ids drawn before the rows are written, lowest last. */
export async function reserveIds(tx: Tx, table: 'patients' | 'visits', count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`.execute(tx);
  return rows.map(({ id }) => id).toReversed();
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
      given_name = r.given_name, family_name = r.family_name, birth_date = r.birth_date,
      birth_date_precision = r.birth_date_precision, sex = r.sex, language = r.language, phone = r.phone, email = r.email,
      deceased = r.deceased, protected = r.protected, identity_unknown = r.identity_unknown,
      identity_in_doubt = r.identity_in_doubt, facts_at = r.facts_at
    from json_populate_recordset(null::patients, ${JSON.stringify(patients)}::json) r
    where p.application_id = ${applicationId} and p.id = r.id`.execute(tx);
}

/** A number that another transaction added first keeps its patient. */
export async function insertIdentifiers(
  tx: Tx,
  applicationId: number,
  identifiers: readonly IdentifierRecord[],
): Promise<void> {
  if (identifiers.length === 0) return;
  await sql`
    insert into patient_identifiers (application_id, authority_id, type, identifier, patient_id, identifies)
    select ${applicationId}, r.authority_id, r.type, r.identifier, r.patient_id, r.identifies
    from json_populate_recordset(null::patient_identifiers, ${JSON.stringify(identifiers)}::json) r
    order by r.identifier, r.authority_id, r.type`.execute(tx);
}

export async function insertVisits(tx: Tx, applicationId: number, visits: readonly VisitRecord[]): Promise<void> {
  if (visits.length === 0) return;
  const rows = JSON.stringify(visits.map((visit) => ({ ...visit, application_id: applicationId })));
  await sql`
    insert into visits overriding system value
    select * from json_populate_recordset(null::visits, ${rows}::json)`.execute(tx);
}

export async function updateVisits(tx: Tx, applicationId: number, visits: readonly VisitRecord[]): Promise<void> {
  if (visits.length === 0) return;
  await sql`
    update visits v set
      visit_number = r.visit_number, state = r.state, kind = r.kind, on_leave = r.on_leave, patient_class = r.patient_class,
      hospital_service = r.hospital_service, attending_doctor = r.attending_doctor, account_number = r.account_number,
      appointment_number = r.appointment_number, appointment_state = r.appointment_state, location = r.location,
      room = r.room, bed = r.bed, prior_location = r.prior_location, expected_at = r.expected_at,
      admitted_at = r.admitted_at, discharged_at = r.discharged_at, discharge_disposition = r.discharge_disposition,
      opened_by = r.opened_by, moved_at = r.moved_at, last_event_at = r.last_event_at, last_message_id = r.last_message_id
    from json_populate_recordset(null::visits, ${JSON.stringify(visits)}::json) r
    where v.application_id = ${applicationId} and v.id = r.id`.execute(tx);
}
