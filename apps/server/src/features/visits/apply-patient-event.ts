import { applyVisitEvent } from './apply-visit-event.ts';
import type { PatientEvent, PatientFacts } from './patient-event.ts';
import type { IdentityConflict, PatientRegistry } from './patient-registry.ts';
import type { PatientRecord, VisitRecord } from './patient-records.queries.ts';
import { diedInHospital } from './read-death.ts';
import { updated } from './storable.ts';

export type Applied =
  | {
      kind: 'applied';
      patient: PatientRecord;
      visit: VisitRecord | null;
      /** Of each group of the event, in its order. */
      patients: PatientRecord[];
      /** Events of this visit that this one took back; what they scheduled and has not left is not sent. */
      cancels: readonly string[];
    }
  /** It says nothing that is kept, but for a death. */
  | { kind: 'ignored'; reason: string; patient: PatientRecord | null }
  /** Nobody can say who it is about: nothing is changed. */
  | { kind: 'conflict'; conflict: IdentityConflict };

/** Changes patients and visits as the event says. What moves records from one patient to another is in apply-identity-event.ts. */
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
  for (const one of resolved) if (one.kind === 'conflict') return one;
  const patients = groups.map((group, index) => {
    const one = resolved[index];
    const patient =
      one?.kind === 'patient'
        ? one.patient
        : (registry.find(group.identifiers)[0] ?? registry.addPatient(group, event.at));
    registry.addIdentifiers(patient, group);
    applyFacts(patient, group.facts, event.at);
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

/** A death counts whatever message tells of it, for a patient who is known. */
function applyDeathOnly(registry: PatientRegistry, { person }: PatientEvent, reason: string): Applied {
  const resolved = registry.resolve(person);
  const patient = resolved.kind === 'patient' ? resolved.patient : null;
  if (patient && person.facts.deceased === true && !patient.deceased) {
    patient.deceased = true;
    registry.touch(patient);
  }
  return { kind: 'ignored', reason, patient };
}

function applyFacts(patient: PatientRecord, facts: PatientFacts, at: Date): void {
  // Death and protection hold whenever they were said; only an explicit word takes them back.
  if (facts.deceased === true) patient.deceased = true;
  if (facts.protected === true) patient.protected = true;
  // A message about an earlier time does not overwrite what is known since.
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

/** The year alone, of a date that is known to the day, is nothing new. */
function isNewBirthDate(
  patient: PatientRecord,
  { birth_date: told, birth_date_precision: precision }: PatientFacts,
): boolean {
  if (told === undefined) return false;
  if (told === null || patient.birth_date === null || precision === 'day') return true;
  const length = precision === 'year' ? 4 : 7;
  return patient.birth_date.slice(0, length) !== told.slice(0, length);
}
