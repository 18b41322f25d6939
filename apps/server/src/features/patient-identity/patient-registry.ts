import type { Tx } from '../../platform/db/database.ts';
import { reserveIds } from '../../platform/db/reserve-ids.ts';
import type { PersonGroup, SentIdentifier } from '../patient-events/index.ts';
import { insertVisits, listVisitsOf, updateVisits, type VisitRecord, type VisitRegistry } from '../visits/index.ts';
import { openAuthorities } from './authorities.queries.ts';
import { createIdentifierIndex, type IdentifierIndex } from './identifier-index.ts';
import {
  insertIdentifiers,
  insertPatients,
  listIdentifiers,
  lockPatients,
  updatePatients,
  type PatientRecord,
} from './patient-records.queries.ts';
import { authoritiesOfRanking, createRanking } from './rank-identifiers.ts';
import { isBornOtherwise, isOtherPerson, isSamePerson } from './same-person.ts';

/** Why it is uncertain who a message is about; a person decides (identity_conflicts). */
export interface IdentityConflict {
  kind: 'two_patients' | 'number_reused';
  /**
   * `maybe`: the message also has a number of the hospital's own, which is new: a family may share the other. `decided`: it has only
   * numbers of which somebody has decided that several people have them.
   */
  shared: 'no' | 'maybe' | 'decided';
  /** In ascending order. */
  patientIds: number[];
  identifiers: { identifier: string; authority: string; type: string }[];
}

export type Resolution =
  { kind: 'patient'; patient: PatientRecord } | { kind: 'new' } | { kind: 'conflict'; conflict: IdentityConflict };

type Numbers = Pick<PersonGroup, 'identifiers'>;

/**
 * The patients and visits of some messages: read at once, changed in memory in the order of the messages, written at
 * once. The rows are locked until the transaction ends.
 */
export interface PatientRegistry extends VisitRegistry {
  /** Returns whom these numbers belong to. `except` are numbers that the message itself ends (MRG). */
  resolve(group: PersonGroup, except?: readonly SentIdentifier[]): Resolution;
  /** Returns the patients that these numbers lead to, without deciding between them; those that decide nothing lead nowhere beside others. */
  find(identifiers: readonly SentIdentifier[]): PatientRecord[];
  /**
   * Returns the patients whose records end with these numbers (MRG), as those of this patient: by the numbers that decide. The others lead only
   * to the same person who has no better one, because a family may share such a number.
   */
  findPrior(identifiers: readonly SentIdentifier[], patient: PatientRecord): PatientRecord[];
  /** Returns the doubt about whom the prior numbers of a group mean; null: there is none. */
  doubtOfPrior(group: PersonGroup): IdentityConflict | null;
  /**
   * Returns the patient that the deciding numbers lead to, for example one made by an earlier group of the same
   * message.
   */
  ownerOf(group: Numbers): PatientRecord | undefined;
  addPatient(group: Numbers, at: Date): PatientRecord;
  /** Assigns all numbers of the group to the patient, except those that lead to another already. */
  addIdentifiers(patient: PatientRecord, group: Numbers): void;
  isContradictory(group: Numbers): boolean;
  /** Marks a record as changed. */
  touch(record: PatientRecord | VisitRecord): void;
  save(): Promise<void>;
}

export interface RegistryOptions {
  applicationId: number;
  /** Types and authorities whose numbers identify a person, best first; see rank-identifiers.ts. */
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
  const authorities = await openAuthorities(tx, applicationId, sent, {
    now,
    otherNames: authoritiesOfRanking(identifierTypes),
  });
  const numbers = [...new Set(sent.map(({ identifier }) => identifier))];
  const known = await listIdentifiers(tx, applicationId, numbers);
  const patients = await lockPatients(tx, applicationId, [...new Set(known.map(({ patient_id }) => patient_id))]);
  const index = createIdentifierIndex({
    authorities,
    ranking: createRanking(identifierTypes, authorities.isKnownAs),
    known,
    patients,
  });
  const records = await openRecords(tx, applicationId, {
    patients,
    newPatients: groups.length,
    newVisits: groups.length,
  });

  return {
    resolve: (group, except = []) => resolve(index, group, except),
    find: (identifiers) => [...new Set(index.deciding(identifiers).flatMap(index.find))],
    findPrior(identifiers, patient) {
      const same = shownBy(index, index.others(identifiers)).filter((one) => isSamePerson(one, patient));
      return [...new Set([...index.deciding(identifiers).flatMap(index.find), ...same])];
    },
    doubtOfPrior: (group) => doubtOfPrior(index, group),
    ownerOf: ({ identifiers }) => index.deciding(identifiers).flatMap(index.find)[0],
    addPatient(group, at) {
      const best = index.best(group.identifiers);
      const patient = records.addPatient({ identifier: best.identifier, authority: best.authorityTitle, facts_at: at });
      index.add(patient, group.identifiers);
      return patient;
    },
    addIdentifiers(patient, { identifiers }) {
      const isShownByOther = shownBy(index, index.others(identifiers)).includes(patient);
      index.add(patient, identifiers);
      if (!isShownByOther) return;
      const best = index.best(identifiers);
      patient.identifier = best.identifier;
      patient.authority = best.authorityTitle;
    },
    bestOf: (group) => index.best(group.identifiers),
    isContradictory: ({ identifiers }) => identifiers.some((one) => authorities.isContradictory(one)),
    visits: records.visits,
    addVisit: records.addVisit,
    touch: records.touch,
    async save() {
      await records.savePatients();
      await insertIdentifiers(tx, applicationId, index.drainAdded());
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
  if (!patient) {
    const known = findKnownByOthers(index, { identifiers: own, facts });
    return known ? { kind: 'patient', patient: known } : { kind: 'new' };
  }
  if (second) return { kind: 'conflict', conflict: twoPatients(owners, deciding) };
  const told = {
    given_name: facts.given_name ?? null,
    family_name: facts.family_name ?? null,
    birth_date: facts.birth_date ?? null,
  };
  const reused = { kind: 'number_reused' as const, patientIds: [patient.id], identifiers: deciding.map(named) };
  if (deciding.every(index.isShared) && !isSamePerson(patient, told))
    return { kind: 'conflict', conflict: { ...reused, shared: 'decided' } };
  const isPlaceholder = patient.identity_unknown || facts.identity_unknown === true;
  const isWholeDate = patient.birth_date_precision === 'day' && facts.birth_date_precision === 'day';
  const isShared = hasOwnNumber(index, patient, own, except);
  const isOther = isShared ? isBornOtherwise(patient, told) : isOtherPerson(patient, told);
  if (!isPlaceholder && isWholeDate && isOther)
    return { kind: 'conflict', conflict: { ...reused, shared: isShared ? 'maybe' : 'no' } };
  return { kind: 'patient', patient };
}

const named = ({ identifier, authorityTitle, type }: SentIdentifier) => ({
  identifier,
  authority: authorityTitle,
  type,
});

const twoPatients = (owners: readonly PatientRecord[], identifiers: readonly SentIdentifier[]): IdentityConflict => ({
  kind: 'two_patients',
  shared: 'no',
  patientIds: owners.map(({ id }) => id).toSorted((a, b) => a - b),
  identifiers: identifiers.map(named),
});

/**
 * Numbers that end are one person's. They are not where they lead to people with different dates of birth, or only one of others leads to
 * somebody with another date of birth and another number of the hospital.
 */
function doubtOfPrior(index: IdentifierIndex, { prior, facts }: PersonGroup): IdentityConflict | null {
  if (!prior) return null;
  const deciding = index.deciding(prior.identifiers);
  const owners = [...new Set(deciding.flatMap(index.find))];
  const differ = owners.some((one) => owners.some((other) => isBornOtherwise(one, other) && isWhole(one, other)));
  if (differ) return twoPatients(owners, deciding);
  const [owner] = owners;
  const told = { family_name: facts.family_name ?? null, birth_date: facts.birth_date ?? null };
  const isOfOther =
    owner !== undefined &&
    isBornOtherwise(owner, told) &&
    isWhole(owner, facts) &&
    hasOwnNumber(index, owner, prior.identifiers, []);
  if (!isOfOther) return null;
  return { kind: 'number_reused', shared: 'maybe', patientIds: [owner.id], identifiers: deciding.map(named) };
}

const isWhole = (...all: readonly Pick<PatientRecord, 'birth_date_precision'>[]): boolean =>
  all.every(({ birth_date_precision: precision }) => precision === 'day');

/**
 * Returns whether the best number is new where the patient has another of the same authority, and only numbers of others led here. Two
 * people then share such a number, as that of a family's insurance, or one person was registered twice.
 */
function hasOwnNumber(
  index: IdentifierIndex,
  patient: PatientRecord,
  own: readonly SentIdentifier[],
  ending: readonly SentIdentifier[],
): boolean {
  if (own.length === 0) return false;
  const best = index.best(own);
  const isEnding = ending.some(({ identifier }) => identifier === patient.identifier);
  const isNew = best.authorityTitle === patient.authority && index.find(best).length === 0;
  const isOfOthers = own.every((one) => one.authorityTitle !== patient.authority || !index.find(one).includes(patient));
  return isNew && isOfOthers && !isEnding;
}

/**
 * Returns the patient who had none but a number that decides nothing when it was registered, and is told with it and a new one that
 * decides. Name and date of birth must be the same: a family may share such a number.
 */
function findKnownByOthers(
  index: IdentifierIndex,
  { identifiers, facts }: Pick<PersonGroup, 'identifiers' | 'facts'>,
): PatientRecord | undefined {
  const { given_name = null, family_name = null, birth_date = null, birth_date_precision, identity_unknown } = facts;
  if (birth_date_precision !== 'day' || identity_unknown === true) return undefined;
  const [known, other] = new Set(
    shownBy(index, index.others(identifiers))
      .filter((patient) => patient.birth_date_precision === 'day' && !patient.identity_unknown)
      .filter((patient) => isSamePerson(patient, { given_name, family_name, birth_date })),
  );
  return other ? undefined : known;
}

/** Returns the patients who are shown by one of these numbers. */
const shownBy = (index: IdentifierIndex, identifiers: readonly SentIdentifier[]): PatientRecord[] =>
  identifiers.flatMap((one) => index.find(one).filter((patient) => patient.identifier === one.identifier));

/** Holds patients and visits by id, with those that were added and changed. */
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
  // The lowest is last, where it is taken first.
  const patientIds = (await reserveIds(tx, 'patients', newPatients)).toReversed();
  const visitIds = (await reserveIds(tx, 'visits', newVisits)).toReversed();
  const added: { patients: PatientRecord[]; visits: VisitRecord[] } = { patients: [], visits: [] };
  const changed = new Set<PatientRecord | VisitRecord>();
  const isVisit = (record: PatientRecord | VisitRecord): record is VisitRecord => 'patient_id' in record;
  const isPatient = (record: PatientRecord | VisitRecord): record is PatientRecord => !isVisit(record);

  function drainChanged<R extends PatientRecord | VisitRecord>(
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
    visits: (patient: { id: number }): readonly VisitRecord[] => visitsOf.get(patient.id) ?? [],
    addVisit(patient: { id: number }, facts: Omit<VisitRecord, 'id' | 'patient_id'>): VisitRecord {
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
        drainChanged(isPatient).filter((record) => !isFresh.has(record)),
      );
    },
    async saveVisits() {
      const fresh = added.visits.splice(0);
      const isFresh = new Set(fresh);
      await insertVisits(tx, applicationId, fresh);
      await updateVisits(
        tx,
        applicationId,
        drainChanged(isVisit).filter((record) => !isFresh.has(record)),
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
  mother_identifier: null,
  mother_authority: null,
};
