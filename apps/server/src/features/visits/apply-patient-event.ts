import type { PatientBook, PatientRecord, VisitRecord } from './patient-book.ts';
import { diedInHospital, type PatientEvent, type PatientFacts, type VisitFacts } from './patient-event.ts';

export interface Applied {
  patient: PatientRecord;
  visit: VisitRecord | null;
  /** Events of this visit that this one took back; what they scheduled and has not left is not sent. */
  cancels: readonly string[];
}

/** What each cancelling event takes back (HL7 v2.5.1 §3.3.11 to §3.3.13). A11 takes back the whole visit. */
const CANCELS: Readonly<Record<string, readonly string[]>> = {
  A11: ['A01', 'A02', 'A03', 'A04'],
  A12: ['A02'],
  A13: ['A03'],
};

/** Changes patient and visit as the event says. Merges are not here: they move records, see merge-patients.ts. */
export function applyPatientEvent(book: PatientBook, event: PatientEvent): Applied {
  const patient = book.patient(event.patient) ?? book.addPatient(event.patient, event.at);
  applyFacts(patient, event.facts, event.at);
  book.touch(patient);
  const visit = event.visit && event.event !== 'A31' ? applyVisit(book, patient, event, event.visit) : null;
  if (visit) book.touch(visit);
  return { patient, visit, cancels: CANCELS[event.event] ?? [] };
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
  patient.birth_date = updated(patient.birth_date, facts.birth_date);
  patient.sex = updated(patient.sex, facts.sex);
  patient.language = updated(patient.language, facts.language);
  patient.phone = updated(patient.phone, facts.phone);
  patient.email = updated(patient.email, facts.email);
  patient.deceased = updated<boolean>(patient.deceased, facts.deceased) ?? false;
  patient.protected = updated<boolean>(patient.protected, facts.protected) ?? false;
  patient.identity_unknown = updated<boolean>(patient.identity_unknown, facts.identity_unknown) ?? false;
}

const updated = <T>(old: T | null, sent: T | null | undefined): T | null => (sent === undefined ? old : sent);

function applyVisit(
  book: PatientBook,
  patient: PatientRecord,
  event: PatientEvent,
  facts: VisitFacts,
): VisitRecord | null {
  const known = findVisit(book.visits(patient), event.event, facts.visit_number);
  const opens = ['A01', 'A02', 'A03', 'A04'].includes(event.event);
  if (!known && !opens) return null;
  const visit = known ?? book.addVisit(patient, newVisit(event, facts));
  const isNewest = event.at >= visit.last_event_at;
  if (event.at >= visit.moved_at) moveVisit(visit, event, facts, isNewest);
  else if (event.event === 'A01' || event.event === 'A04') visit.admitted_at ??= facts.admitted_at ?? event.at;
  if (isNewest) {
    visit.patient_class = updated(visit.patient_class, facts.patient_class);
    visit.hospital_service = updated(visit.hospital_service, facts.hospital_service);
    visit.last_event_at = event.at;
    visit.last_message_id = event.messageId;
  }
  if (event.event === 'A03' && diedInHospital(facts.discharge_disposition)) patient.deceased = true;
  return visit;
}

/** By its number; a sender without numbers means the visit that the event can be about. */
function findVisit(visits: readonly VisitRecord[], event: string, visitNumber: string | null): VisitRecord | undefined {
  if (visitNumber !== null) return visits.find((visit) => visit.visit_number === visitNumber);
  const wanted = event === 'A13' ? 'closed' : 'open';
  return visits.find((visit) => visit.visit_number === null && visit.state === wanted);
}

function newVisit(event: PatientEvent, facts: VisitFacts): Omit<VisitRecord, 'id' | 'patient_id'> {
  return {
    visit_number: facts.visit_number,
    state: 'open',
    patient_class: facts.patient_class ?? null,
    hospital_service: facts.hospital_service ?? null,
    location: null,
    room: null,
    bed: null,
    prior_location: null,
    admitted_at: facts.admitted_at ?? (event.event === 'A01' || event.event === 'A04' ? event.at : null),
    discharged_at: null,
    discharge_disposition: null,
    opened_by: event.event,
    moved_at: event.at,
    last_event_at: event.at,
    last_message_id: event.messageId,
  };
}

/** What is told late still counts, as long as nothing that was told since has moved the visit; the ward is the newest word. */
function moveVisit(visit: VisitRecord, event: PatientEvent, facts: VisitFacts, isNewest: boolean): void {
  if (event.event === 'A08') {
    if (isNewest) place(visit, facts);
    return;
  }
  visit.moved_at = event.at;
  switch (event.event) {
    case 'A01':
    case 'A04':
      visit.admitted_at = facts.admitted_at ?? visit.admitted_at ?? event.at;
      visit.opened_by = event.event;
      reopen(visit);
      break;
    case 'A02':
      if (isNewest) visit.prior_location = facts.prior_location ?? visit.location;
      break;
    case 'A03':
      visit.state = 'closed';
      visit.discharged_at = facts.discharged_at ?? event.at;
      visit.discharge_disposition = updated(visit.discharge_disposition, facts.discharge_disposition);
      break;
    case 'A11':
      visit.state = 'cancelled';
      return;
    case 'A12':
      place(visit, { ...facts, location: facts.location ?? visit.prior_location ?? undefined });
      visit.prior_location = null;
      return;
    case 'A13':
      reopen(visit);
      break;
  }
  if (isNewest) place(visit, facts);
}

function reopen(visit: VisitRecord): void {
  visit.state = 'open';
  visit.discharged_at = null;
  visit.discharge_disposition = null;
}

function place(visit: VisitRecord, facts: VisitFacts): void {
  const moved = facts.location !== undefined && facts.location !== visit.location;
  visit.location = updated(visit.location, facts.location);
  // A new ward without a room means that the room is not known yet.
  visit.room = moved ? (facts.room ?? null) : updated(visit.room, facts.room);
  visit.bed = moved ? (facts.bed ?? null) : updated(visit.bed, facts.bed);
}
