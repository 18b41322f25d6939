import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { AppointmentState, VisitKind } from '../patient-events/index.ts';

export type VisitState = 'expected' | 'open' | 'closed' | 'cancelled' | 'not_attended';

export interface VisitRecord {
  id: number;
  patient_id: number;
  /** The patient's number in the last message about the visit; see migration 0048. */
  patient_number: string | null;
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
  prior_room: string | null;
  prior_bed: string | null;
  expected_at: Date | null;
  admitted_at: Date | null;
  discharged_at: Date | null;
  discharge_disposition: string | null;
  diagnoses: string[] | null;
  payers: string[] | null;
  opened_by: string;
  /** Time of the newest event that moved it: every event except updates. */
  moved_at: Date;
  /** Time of the newest event of any kind. */
  last_event_at: Date;
  last_message_id: number | null;
}

/** Newest first. */
export async function listVisitsOf(
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
): Promise<VisitRecord[]> {
  const { rows } = await sql<VisitRecord>`
    select id, patient_id, patient_number, visit_number, state, kind, on_leave, patient_class, hospital_service, attending_doctor, account_number,
      appointment_number, appointment_state, location, room, bed, prior_location, prior_room, prior_bed, expected_at,
      admitted_at, discharged_at, discharge_disposition, diagnoses, payers, opened_by, moved_at, last_event_at, last_message_id
    from visits where application_id = ${applicationId} and patient_id = any(${patientIds}::bigint[])
    order by last_event_at desc, id desc`.execute(tx);
  return rows;
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
      patient_number = r.patient_number, visit_number = r.visit_number, state = r.state, kind = r.kind, on_leave = r.on_leave, patient_class = r.patient_class,
      hospital_service = r.hospital_service, attending_doctor = r.attending_doctor, account_number = r.account_number,
      appointment_number = r.appointment_number, appointment_state = r.appointment_state, location = r.location,
      room = r.room, bed = r.bed, prior_location = r.prior_location, prior_room = r.prior_room,
      prior_bed = r.prior_bed, expected_at = r.expected_at,
      admitted_at = r.admitted_at, discharged_at = r.discharged_at, discharge_disposition = r.discharge_disposition,
      diagnoses = r.diagnoses, payers = r.payers,
      opened_by = r.opened_by, moved_at = r.moved_at, last_event_at = r.last_event_at, last_message_id = r.last_message_id
    from json_populate_recordset(null::visits, ${JSON.stringify(visits)}::json) r
    where v.application_id = ${applicationId} and v.id = r.id`.execute(tx);
}

/** Deletes the numbers of these patients' visits, by which they could be identified elsewhere, and their diagnoses. Figures stay. */
export async function forgetVisitNumbers(tx: Tx, applicationId: number, patientIds: readonly number[]): Promise<void> {
  await sql`
    update visits set visit_number = null, account_number = null, patient_number = null, appointment_number = null,
      diagnoses = null, payers = null
    where application_id = ${applicationId} and patient_id = any(${patientIds}::bigint[])`.execute(tx);
}
