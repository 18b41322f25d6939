import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { PatientKey } from './patient-event.ts';

export interface PatientRecord {
  id: number;
  identifier: string;
  authority: string;
  given_name: string | null;
  family_name: string | null;
  birth_date: string | null;
  sex: string | null;
  language: string | null;
  phone: string | null;
  email: string | null;
  deceased: boolean;
  protected: boolean;
  identity_unknown: boolean;
  facts_at: Date;
}

export interface VisitRecord {
  id: number;
  patient_id: number;
  visit_number: string | null;
  state: 'open' | 'closed' | 'cancelled';
  patient_class: string | null;
  hospital_service: string | null;
  location: string | null;
  room: string | null;
  bed: string | null;
  prior_location: string | null;
  admitted_at: Date | null;
  discharged_at: Date | null;
  discharge_disposition: string | null;
  opened_by: string;
  /** Of the newest message that moved it: A01 to A04, A11 to A13. */
  moved_at: Date;
  /** Of the newest message of any kind. */
  last_event_at: Date;
  last_message_id: number | null;
}

/**
 * The patients and visits that some messages are about, read at once, changed in memory in the order of the messages,
 * written at once. The rows are locked until the transaction ends.
 */
export interface PatientBook {
  patient(key: PatientKey): PatientRecord | undefined;
  addPatient(key: PatientKey, at: Date): PatientRecord;
  visits(patient: PatientRecord): readonly VisitRecord[];
  addVisit(patient: PatientRecord, visit: Omit<VisitRecord, 'id' | 'patient_id'>): VisitRecord;
  /** Says that a record was changed. */
  touch(record: PatientRecord | VisitRecord): void;
  save(): Promise<void>;
}

export async function openPatientBook(
  tx: Tx,
  applicationId: number,
  keys: readonly PatientKey[],
): Promise<PatientBook> {
  const wanted = JSON.stringify(keys);
  const { rows: patients } = await sql<PatientRecord & { key_identifier: string; key_authority: string }>`
    select p.id, p.identifier, p.authority, p.given_name, p.family_name, p.birth_date, p.sex, p.language, p.phone, p.email,
      p.deceased, p.protected, p.identity_unknown, p.facts_at,
      i.identifier as key_identifier, i.authority as key_authority
    from json_to_recordset(${wanted}::json) as k (identifier text, authority text)
    join patient_identifiers i on i.application_id = ${applicationId} and i.identifier = k.identifier and i.authority = k.authority
    join patients p on p.application_id = ${applicationId} and p.id = i.patient_id
    -- merged while we waited for the lock: its number leads elsewhere now, which the next attempt will see
    where p.merged_into_id is null
    order by p.id
    for update of p`.execute(tx);
  const { rows: visits } = await sql<VisitRecord>`
    select id, patient_id, visit_number, state, patient_class, hospital_service, location, room, bed, prior_location,
      admitted_at, discharged_at, discharge_disposition, opened_by, moved_at, last_event_at, last_message_id
    from visits where application_id = ${applicationId} and patient_id = any(${[...new Set(patients.map((p) => p.id))]}::bigint[])
    order by last_event_at desc, id desc`.execute(tx);

  const byId = new Map<number, PatientRecord>();
  const byKey = new Map<string, PatientRecord>();
  const visitsOf = new Map<number, VisitRecord[]>();
  for (const { key_identifier, key_authority, ...row } of patients) {
    // One patient may be asked for under several numbers; there is one record of it.
    const record = byId.get(row.id) ?? row;
    byId.set(row.id, record);
    byKey.set(keyText({ identifier: key_identifier, authority: key_authority }), record);
  }
  for (const visit of visits) visitsOf.set(visit.patient_id, [...(visitsOf.get(visit.patient_id) ?? []), visit]);

  const newPatients = await reserveIds(tx, 'patients', keys.length);
  const newVisits = await reserveIds(tx, 'visits', keys.length);
  const added = new Set<PatientRecord | VisitRecord>();
  const changed = new Set<PatientRecord | VisitRecord>();
  const isVisit = (record: PatientRecord | VisitRecord): record is VisitRecord => 'patient_id' in record;

  return {
    patient: (key) => byKey.get(keyText(key)),
    addPatient(key, at) {
      const patient: PatientRecord = {
        ...EMPTY_PATIENT,
        ...key,
        id: newPatients.pop() as number,
        facts_at: at,
      };
      byKey.set(keyText(key), patient);
      added.add(patient);
      return patient;
    },
    visits: (patient) => visitsOf.get(patient.id) ?? [],
    addVisit(patient, facts) {
      const visit = { ...facts, id: newVisits.pop() as number, patient_id: patient.id };
      visitsOf.set(patient.id, [visit, ...(visitsOf.get(patient.id) ?? [])]);
      added.add(visit);
      return visit;
    },
    touch: (record) => changed.add(record),
    async save() {
      const fresh = [...added];
      const touched = [...changed].filter((record) => !added.has(record));
      await insertPatients(tx, applicationId, fresh.filter((record) => !isVisit(record)) as PatientRecord[]);
      await updatePatients(tx, applicationId, touched.filter((record) => !isVisit(record)) as PatientRecord[]);
      await insertVisits(tx, applicationId, fresh.filter(isVisit));
      await updateVisits(tx, applicationId, touched.filter(isVisit));
    },
  };
}

const keyText = ({ identifier, authority }: PatientKey): string => `${identifier}\0${authority}`;

const EMPTY_PATIENT = {
  given_name: null,
  family_name: null,
  birth_date: null,
  sex: null,
  language: null,
  phone: null,
  email: null,
  deceased: false,
  protected: false,
  identity_unknown: false,
};

async function reserveIds(tx: Tx, table: 'patients' | 'visits', count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`.execute(tx);
  return rows.map(({ id }) => id).toReversed();
}

async function insertPatients(tx: Tx, applicationId: number, patients: PatientRecord[]): Promise<void> {
  if (patients.length === 0) return;
  const rows = JSON.stringify(
    patients.map((patient) => ({ ...patient, application_id: applicationId, created_at: patient.facts_at })),
  );
  const columns = sql`id, application_id, identifier, authority, given_name, family_name, birth_date, sex, language, phone, email,
    deceased, protected, identity_unknown, facts_at, created_at`;
  await sql`
    insert into patients (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::patients, ${rows}::json)`.execute(tx);
  await sql`
    insert into patient_identifiers (application_id, identifier, authority, patient_id)
    select ${applicationId}, r.identifier, r.authority, r.id
    from json_to_recordset(${rows}::json) as r (id bigint, identifier text, authority text)`.execute(tx);
}

async function updatePatients(tx: Tx, applicationId: number, patients: PatientRecord[]): Promise<void> {
  if (patients.length === 0) return;
  await sql`
    update patients p set
      given_name = r.given_name, family_name = r.family_name, birth_date = r.birth_date, sex = r.sex, language = r.language,
      phone = r.phone, email = r.email, deceased = r.deceased, protected = r.protected,
      identity_unknown = r.identity_unknown, facts_at = r.facts_at
    from json_populate_recordset(null::patients, ${JSON.stringify(patients)}::json) r
    where p.application_id = ${applicationId} and p.id = r.id`.execute(tx);
}

async function insertVisits(tx: Tx, applicationId: number, visits: VisitRecord[]): Promise<void> {
  if (visits.length === 0) return;
  const rows = JSON.stringify(visits.map((visit) => ({ ...visit, application_id: applicationId })));
  await sql`insert into visits overriding system value select * from json_populate_recordset(null::visits, ${rows}::json)`.execute(
    tx,
  );
}

async function updateVisits(tx: Tx, applicationId: number, visits: VisitRecord[]): Promise<void> {
  if (visits.length === 0) return;
  await sql`
    update visits v set
      visit_number = r.visit_number, state = r.state, patient_class = r.patient_class,
      hospital_service = r.hospital_service, location = r.location, room = r.room, bed = r.bed,
      prior_location = r.prior_location, admitted_at = r.admitted_at, discharged_at = r.discharged_at,
      discharge_disposition = r.discharge_disposition, opened_by = r.opened_by, moved_at = r.moved_at, last_event_at = r.last_event_at,
      last_message_id = r.last_message_id
    from json_populate_recordset(null::visits, ${JSON.stringify(visits)}::json) r
    where v.application_id = ${applicationId} and v.id = r.id`.execute(tx);
}
