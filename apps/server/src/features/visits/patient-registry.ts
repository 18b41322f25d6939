import type { Tx } from '../../platform/db/database.ts';
import { openAuthorities } from './authorities.queries.ts';
import { createIdentifierIndex, type IdentifierIndex } from './identifier-index.ts';
import type { PersonGroup } from './patient-event.ts';
import {
  insertIdentifiers,
  insertPatients,
  insertVisits,
  listIdentifiers,
  listVisitsOf,
  lockPatients,
  reserveIds,
  updatePatients,
  updateVisits,
  type PatientRecord,
  type VisitRecord,
} from './patient-records.queries.ts';
import type { SentIdentifier } from './read-identifiers.ts';
import { isOtherPerson } from './same-person.ts';

/** Why nobody can say who a message is about; a person decides (identity_conflicts). */
export interface IdentityConflict {
  kind: 'two_patients' | 'number_reused';
  /** Ascending. */
  patientIds: number[];
  identifiers: { identifier: string; authority: string; type: string }[];
}

export type Resolution =
  { kind: 'patient'; patient: PatientRecord } | { kind: 'new' } | { kind: 'conflict'; conflict: IdentityConflict };

type Numbers = Pick<PersonGroup, 'identifiers'>;

/**
 * The patients and visits that some messages are about, read at once, changed in memory in the order of the messages,
 * written at once. The rows are locked until the transaction ends.
 */
export interface PatientRegistry {
  /** Who these numbers stand for. `except` are numbers that the message itself says are to end (MRG). */
  resolve(group: PersonGroup, except?: readonly SentIdentifier[]): Resolution;
  /** The patients that these numbers lead to, without a judgement. */
  find(identifiers: readonly SentIdentifier[]): PatientRecord[];
  addPatient(group: Numbers, at: Date): PatientRecord;
  /** Lets all numbers of the group lead to the patient; those that lead to another already stay as they are. */
  addIdentifiers(patient: PatientRecord, group: Numbers): void;
  /** The number that people know the patient by: the best of the group, as the application ranks them. */
  bestOf(group: Numbers): SentIdentifier;
  isContradictory(group: Numbers): boolean;
  visits(patient: PatientRecord): readonly VisitRecord[];
  addVisit(patient: PatientRecord, visit: Omit<VisitRecord, 'id' | 'patient_id'>): VisitRecord;
  /** Says that a record was changed. */
  touch(record: PatientRecord | VisitRecord): void;
  save(): Promise<void>;
}

export interface RegistryOptions {
  applicationId: number;
  /** CX.5 that say who a person is, best first. */
  identifierTypes: readonly string[];
  now: Date;
}

export async function openPatientRegistry(
  tx: Tx,
  options: RegistryOptions,
  groups: readonly PersonGroup[],
): Promise<PatientRegistry> {
  const { applicationId, identifierTypes, now } = options;
  const sent = groups.flatMap(({ identifiers, prior }) => [...identifiers, ...(prior?.identifiers ?? [])]);
  const authorities = await openAuthorities(tx, applicationId, sent, now);
  const numbers = [...new Set(sent.map(({ identifier }) => identifier))];
  const known = await listIdentifiers(tx, applicationId, numbers);
  const patients = await lockPatients(tx, applicationId, [...new Set(known.map(({ patient_id }) => patient_id))]);
  const index = createIdentifierIndex({ authorities, identifierTypes, known, patients });
  const records = await openRecords(tx, applicationId, {
    patients,
    newPatients: groups.length,
    newVisits: groups.length,
  });

  return {
    resolve: (group, except = []) => resolve(index, group, except),
    find: (identifiers) => [...new Set(identifiers.flatMap(index.find))],
    addPatient(group, at) {
      const best = index.best(group.identifiers);
      const patient = records.addPatient({ identifier: best.identifier, authority: best.authorityTitle, facts_at: at });
      index.add(patient, group.identifiers);
      return patient;
    },
    addIdentifiers: (patient, group) => index.add(patient, group.identifiers),
    bestOf: (group) => index.best(group.identifiers),
    isContradictory: ({ identifiers }) => identifiers.some((one) => authorities.isContradictory(one)),
    visits: records.visits,
    addVisit: records.addVisit,
    touch: records.touch,
    async save() {
      await records.savePatients();
      await insertIdentifiers(tx, applicationId, index.takeAdded());
      await records.saveVisits();
    },
  };
}

function resolve(
  index: IdentifierIndex,
  { identifiers, facts }: PersonGroup,
  except: readonly SentIdentifier[],
): Resolution {
  const ending = new Set(except.map(index.keyOf));
  const own = identifiers.filter((one) => !ending.has(index.keyOf(one)));
  const deciding = index.deciding(own.length > 0 ? own : identifiers);
  const owners = [...new Set(deciding.flatMap(index.find))];
  const [patient, second] = owners;
  if (!patient) return { kind: 'new' };
  const named = deciding.map(({ identifier, authorityTitle, type }) => ({
    identifier,
    authority: authorityTitle,
    type,
  }));
  if (second) {
    const patientIds = owners.map(({ id }) => id).toSorted((a, b) => a - b);
    return { kind: 'conflict', conflict: { kind: 'two_patients', patientIds, identifiers: named } };
  }
  const told = { family_name: facts.family_name ?? null, birth_date: facts.birth_date ?? null };
  const isPlaceholder = patient.identity_unknown || facts.identity_unknown === true;
  const isWholeDate = patient.birth_date_precision === 'day' && facts.birth_date_precision === 'day';
  if (!isPlaceholder && isWholeDate && isOtherPerson(patient, told))
    return { kind: 'conflict', conflict: { kind: 'number_reused', patientIds: [patient.id], identifiers: named } };
  return { kind: 'patient', patient };
}

/** Patients and visits by id, with what was added and changed. */
async function openRecords(
  tx: Tx,
  applicationId: number,
  { patients, newPatients, newVisits }: { patients: readonly PatientRecord[]; newPatients: number; newVisits: number },
) {
  const visitsOf = new Map<number, VisitRecord[]>();
  for (const visit of await listVisitsOf(
    tx,
    applicationId,
    patients.map(({ id }) => id),
  ))
    visitsOf.set(visit.patient_id, [...(visitsOf.get(visit.patient_id) ?? []), visit]);
  const patientIds = await reserveIds(tx, 'patients', newPatients);
  const visitIds = await reserveIds(tx, 'visits', newVisits);
  const added = { patients: [] as PatientRecord[], visits: [] as VisitRecord[] };
  const changed = new Set<PatientRecord | VisitRecord>();
  const isVisit = (record: PatientRecord | VisitRecord): record is VisitRecord => 'patient_id' in record;
  const isPatient = (record: PatientRecord | VisitRecord): record is PatientRecord => !isVisit(record);

  function takeChanged<R extends PatientRecord | VisitRecord>(
    isKind: (record: PatientRecord | VisitRecord) => record is R,
  ): R[] {
    const taken = [...changed].filter(isKind);
    for (const record of taken) changed.delete(record);
    return taken;
  }

  return {
    addPatient(own: Pick<PatientRecord, 'identifier' | 'authority' | 'facts_at'>): PatientRecord {
      const patient = { ...EMPTY_PATIENT, ...own, id: patientIds.pop() ?? 0 };
      added.patients.push(patient);
      return patient;
    },
    visits: (patient: PatientRecord): readonly VisitRecord[] => visitsOf.get(patient.id) ?? [],
    addVisit(patient: PatientRecord, facts: Omit<VisitRecord, 'id' | 'patient_id'>): VisitRecord {
      const visit = { ...facts, id: visitIds.pop() ?? 0, patient_id: patient.id };
      visitsOf.set(patient.id, [visit, ...(visitsOf.get(patient.id) ?? [])]);
      added.visits.push(visit);
      return visit;
    },
    touch: (record: PatientRecord | VisitRecord) => void changed.add(record),
    /** Writes what is new or changed since the last call. */
    async savePatients() {
      const fresh = added.patients.splice(0);
      const isFresh = new Set(fresh);
      await insertPatients(tx, applicationId, fresh);
      await updatePatients(
        tx,
        applicationId,
        takeChanged(isPatient).filter((record) => !isFresh.has(record)),
      );
    },
    async saveVisits() {
      const fresh = added.visits.splice(0);
      const isFresh = new Set(fresh);
      await insertVisits(tx, applicationId, fresh);
      await updateVisits(
        tx,
        applicationId,
        takeChanged(isVisit).filter((record) => !isFresh.has(record)),
      );
    },
  };
}

const EMPTY_PATIENT = {
  given_name: null,
  family_name: null,
  birth_date: null,
  birth_date_precision: 'day' as const,
  sex: null,
  language: null,
  phone: null,
  email: null,
  deceased: false,
  protected: false,
  identity_unknown: false,
  identity_in_doubt: false,
};
