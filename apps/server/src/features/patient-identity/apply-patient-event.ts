import { diedInHospital, updated, type PatientEvent, type PatientFacts } from '../patient-events/index.ts';
import { applyVisitEvent, type VisitRecord } from '../visits/index.ts';
import type { PatientRecord } from './patient-records.queries.ts';
import type { IdentityConflict, PatientRegistry } from './patient-registry.ts';

export type Applied =
  | {
      kind: 'applied';
      patient: PatientRecord;
      visit: VisitRecord | null;
      /** The patient of each group of the event, in its order. */
      patients: PatientRecord[];
      /** Events of this visit that this event cancelled. Their deliveries that were not sent are suppressed. */
      cancels: readonly string[];
    }
  /** Nothing of the event is stored, except a death. */
  | { kind: 'ignored'; reason: string; patient: PatientRecord | null }
  /** It is uncertain who the event is about, so nothing is changed. */
  | { kind: 'conflict'; conflict: IdentityConflict };

/**
 * Applies an event to patients and visits in memory. Events that move records between patients continue in
 * apply-identity-event.ts.
 */
export function applyPatientEvent(
  registry: PatientRegistry,
  event: PatientEvent,
  deathDispositions: readonly string[],
): Applied {
  const { rule, groups } = event;
  if (rule.ignored) return applyDeathOnly(registry, event, rule.ignored);
  const resolved = groups.map((group) =>
    registry.resolve(group, rule.identity === 'merge' ? group.prior?.identifiers : []),
  );
  // Until an unlink is applied, both people are one record, so one of them necessarily differs from it.
  const isExpected = ({ kind }: IdentityConflict) => rule.identity === 'unlink' && kind === 'number_reused';
  for (const one of resolved) if (one.kind === 'conflict' && !isExpected(one.conflict)) return one;
  for (const group of groups) {
    const conflict = rule.identity ? registry.doubtOfPrior(group) : null;
    if (conflict) return { kind: 'conflict', conflict };
  }
  const patients = groups.map((group, index) => {
    const one = resolved[index];
    const patient =
      one?.kind === 'patient' ? one.patient : (registry.ownerOf(group) ?? registry.addPatient(group, event.at));
    registry.addIdentifiers(patient, group);
    applyFacts(patient, rule.identity === 'unlink' ? onlyDeath(group.facts) : group.facts, event.at);
    if (diedInHospital(group.visit?.discharge_disposition, deathDispositions)) patient.deceased = true;
    registry.touch(patient);
    return patient;
  });
  const visits = groups.map((group, index) => {
    const patient = patients[index];
    const visit = patient && rule.visit ? applyVisitEvent(registry, patient, event, group) : null;
    if (visit) registry.touch(visit);
    return visit;
  });
  const [patient] = patients;
  if (!patient) throw new Error('an event about nobody');
  return { kind: 'applied', patient, patients, visit: visits[0] ?? null, cancels: rule.cancels ?? [] };
}

const DEATH_COUNTS = 'The death that it reports was applied.';
const DEATH_OF_NOBODY = 'It reports a death, but no patient is known by this number.';

/** Applies a death from a message of any type to a known patient. */
function applyDeathOnly(registry: PatientRegistry, { person }: PatientEvent, reason: string): Applied {
  const resolved = registry.resolve(person);
  const patient = resolved.kind === 'patient' ? resolved.patient : null;
  if (person.facts.deceased !== true) return { kind: 'ignored', reason, patient };
  // It is uncertain who has died. A person decides, and until then nothing is sent to any of them.
  if (resolved.kind === 'conflict') return resolved;
  if (!patient) return { kind: 'ignored', reason: `${reason} ${DEATH_OF_NOBODY}`, patient };
  patient.deceased = true;
  applyMother(patient, person.facts);
  registry.touch(patient);
  return { kind: 'ignored', reason: `${reason} ${DEATH_COUNTS}`, patient };
}

/** An unlink describes two people who are still one record, so their facts are not stored; a death counts for both. */
const onlyDeath = ({ deceased }: PatientFacts): PatientFacts => ({
  given_name: undefined,
  family_name: undefined,
  birth_date: undefined,
  birth_date_precision: 'day',
  sex: undefined,
  language: undefined,
  phone: undefined,
  email: undefined,
  deceased: deceased === true ? true : undefined,
  protected: undefined,
  mother: undefined,
  identity_unknown: undefined,
});

function applyFacts(patient: PatientRecord, facts: PatientFacts, at: Date): void {
  // A death or protection applies whatever the time of the message. Only an explicit value withdraws it.
  if (facts.deceased === true) patient.deceased = true;
  if (facts.protected === true) patient.protected = true;
  applyMother(patient, facts);
  // A message about an earlier time does not overwrite newer facts.
  if (at < patient.facts_at) return;
  patient.facts_at = at;
  patient.given_name = updated(patient.given_name, facts.given_name);
  patient.family_name = updated(patient.family_name, facts.family_name);
  if (isNewBirthDate(patient, facts)) {
    patient.birth_date = updated(patient.birth_date, facts.birth_date);
    patient.birth_date_precision = facts.birth_date_precision;
  }
  patient.sex = updated(patient.sex, facts.sex);
  patient.language = updated(patient.language, facts.language);
  patient.phone = updated(patient.phone, facts.phone);
  patient.email = updated(patient.email, facts.email);
  patient.deceased = updated<boolean>(patient.deceased, facts.deceased) ?? false;
  patient.protected = updated<boolean>(patient.protected, facts.protected) ?? false;
  patient.identity_unknown = updated<boolean>(patient.identity_unknown, facts.identity_unknown) ?? false;
}

/** Whose child a patient is does not change with time; a later number replaces an earlier one, whichever message comes first. */
function applyMother(patient: PatientRecord, { mother }: PatientFacts): void {
  if (mother === undefined) return;
  patient.mother_identifier = mother?.identifier ?? null;
  patient.mother_authority = mother?.authority ?? null;
}

/** A year alone does not replace a full date in the same year. */
function isNewBirthDate(
  patient: PatientRecord,
  { birth_date: told, birth_date_precision: precision }: PatientFacts,
): boolean {
  if (told === undefined) return false;
  if (told === null || patient.birth_date === null || precision === 'day') return true;
  const length = precision === 'year' ? 4 : 7;
  return patient.birth_date.slice(0, length) !== told.slice(0, length);
}
