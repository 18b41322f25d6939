import type { PatientEvent, PersonGroup, VisitFacts } from './patient-event.ts';
import type { PatientRegistry } from './patient-registry.ts';
import type { PatientRecord, VisitRecord, VisitState } from './patient-records.queries.ts';
import { updated } from './storable.ts';
import { kindOf, STATE_OF_APPOINTMENT, VISIT_TRANSITIONS, type VisitTransition } from './visit-effects.ts';

/** The visit that the event is about, as it is right after it; null when it is about none that is known. */
export function applyVisitEvent(
  registry: PatientRegistry,
  patient: PatientRecord,
  event: PatientEvent,
  { visit: facts, prior }: PersonGroup,
): VisitRecord | null {
  const effect = event.rule.visit;
  if (!effect || !facts) return null;
  const visits = registry.visits(patient);
  if (effect === 'change_account_number')
    return changeAccountNumber(registry, visits, facts, prior?.accountNumber ?? null);
  if (effect === 'change_visit_number')
    return (
      findVisit(visits, ['open', 'expected', 'closed'], {
        ...facts,
        visit_number: prior?.visitNumber ?? facts.visit_number,
      }) ?? null
    );
  const transition = VISIT_TRANSITIONS[effect];
  const known = findVisit(visits, transition.among, facts);
  if (!known && !transition.opens) return null;
  const visit = known ?? registry.addVisit(patient, newVisit(event, facts, transition));
  const isNewest = event.at >= visit.last_event_at;
  if (!transition.moves || event.at >= visit.moved_at) moveVisit(visit, { event, facts, transition, isNewest });
  else if (effect === 'admit' || effect === 'register') visit.admitted_at ??= facts.admitted_at ?? event.at;
  if (isNewest) applyNewestFacts(visit, event, facts);
  return visit;
}

/** By its number or its appointment; a sender without either means the visit that the event can be about. */
function findVisit(
  visits: readonly VisitRecord[],
  among: readonly VisitState[],
  facts: VisitFacts,
): VisitRecord | undefined {
  const { visit_number: number, appointment_number: appointment } = facts;
  const byNumber = number === null ? undefined : visits.find((visit) => visit.visit_number === number);
  if (byNumber) return byNumber;
  if (appointment !== null) return visits.find((visit) => visit.appointment_number === appointment);
  if (number !== null) return undefined;
  return visits.find(
    (visit) => visit.visit_number === null && visit.appointment_number === null && among.includes(visit.state),
  );
}

function newVisit(
  event: PatientEvent,
  facts: VisitFacts,
  transition: VisitTransition,
): Omit<VisitRecord, 'id' | 'patient_id'> {
  const begins = event.rule.visit === 'admit' || event.rule.visit === 'register';
  return {
    visit_number: facts.visit_number,
    state: transition.to ?? (facts.appointment_number === null ? 'open' : 'expected'),
    kind:
      facts.appointment_number === null
        ? (kindOf(facts.patient_class) ?? (event.rule.visit === 'register' ? 'emergency' : 'inpatient'))
        : 'outpatient',
    on_leave: false,
    patient_class: facts.patient_class ?? null,
    hospital_service: facts.hospital_service ?? null,
    attending_doctor: facts.attending_doctor ?? null,
    account_number: facts.account_number ?? null,
    appointment_number: facts.appointment_number,
    appointment_state:
      facts.appointment_number === null ? null : (facts.appointment_state ?? transition.appointment ?? 'booked'),
    location: null,
    room: null,
    bed: null,
    prior_location: null,
    expected_at: facts.expected_at ?? null,
    admitted_at: facts.admitted_at ?? (begins ? event.at : null),
    discharged_at: null,
    discharge_disposition: null,
    opened_by: event.event,
    moved_at: event.at,
    last_event_at: event.at,
    last_message_id: event.messageId,
  };
}

interface Move {
  event: PatientEvent;
  facts: VisitFacts;
  transition: VisitTransition;
  isNewest: boolean;
}

/** What is told late still counts, as long as nothing that was told since has moved the visit; the ward is the newest word. */
function moveVisit(visit: VisitRecord, { event, facts, transition, isNewest }: Move): void {
  const { visit: effect } = event.rule;
  const staysAsItIs = transition.notFrom?.includes(visit.state) ?? false;
  if (transition.moves) visit.moved_at = event.at;
  if (transition.onLeave !== undefined) visit.on_leave = transition.onLeave;
  if (!staysAsItIs) changeState(visit, event, facts, transition);
  if (effect === 'admit' || effect === 'register') visit.opened_by = event.event;
  if (effect === 'cancel_transfer') {
    placePatient(visit, { ...facts, location: facts.location ?? visit.prior_location ?? undefined });
    visit.prior_location = null;
  } else if (transition.places && isNewest) {
    if (effect === 'transfer') visit.prior_location = facts.prior_location ?? visit.location;
    placePatient(visit, facts);
  }
}

function changeState(visit: VisitRecord, event: PatientEvent, facts: VisitFacts, transition: VisitTransition): void {
  const appointment = facts.appointment_state ?? transition.appointment;
  if (visit.appointment_number !== null && appointment) visit.appointment_state = appointment;
  const to = facts.appointment_state ? STATE_OF_APPOINTMENT[facts.appointment_state] : transition.to;
  if (facts.expected_at) visit.expected_at = facts.expected_at;
  if (to === null) return;
  visit.state = to;
  if (to === 'open') {
    visit.discharged_at = null;
    visit.discharge_disposition = null;
    visit.on_leave = false;
    if (event.rule.visit === 'admit' || event.rule.visit === 'register' || visit.admitted_at === null)
      visit.admitted_at = facts.admitted_at ?? visit.admitted_at ?? event.at;
  } else if (to === 'closed') {
    visit.discharged_at = facts.discharged_at ?? event.at;
    visit.on_leave = false;
    visit.discharge_disposition = updated(visit.discharge_disposition, facts.discharge_disposition);
  }
  if (visit.appointment_number !== null && event.rule.visit === 'discharge') visit.appointment_state = 'done';
}

function applyNewestFacts(visit: VisitRecord, event: PatientEvent, facts: VisitFacts): void {
  visit.visit_number ??= facts.visit_number;
  visit.appointment_number ??= facts.appointment_number;
  visit.patient_class = updated(visit.patient_class, facts.patient_class);
  visit.kind = visit.appointment_number === null ? (kindOf(facts.patient_class) ?? visit.kind) : visit.kind;
  visit.hospital_service = updated(visit.hospital_service, facts.hospital_service);
  visit.attending_doctor = updated(visit.attending_doctor, facts.attending_doctor);
  visit.account_number = updated(visit.account_number, facts.account_number);
  visit.last_event_at = event.at;
  visit.last_message_id = event.messageId;
}

/** A bill's number is known by the visits it is for. */
function changeAccountNumber(
  registry: PatientRegistry,
  visits: readonly VisitRecord[],
  facts: VisitFacts,
  prior: string | null,
): VisitRecord | null {
  const changed = visits.filter(({ account_number: number }) => prior !== null && number === prior);
  for (const visit of changed) {
    visit.account_number = facts.account_number ?? null;
    registry.touch(visit);
  }
  return changed[0] ?? null;
}

function placePatient(visit: VisitRecord, facts: VisitFacts): void {
  const moved = facts.location !== undefined && facts.location !== visit.location;
  visit.location = updated(visit.location, facts.location);
  // A new ward without a room means that the room is not known yet.
  visit.room = moved ? (facts.room ?? null) : updated(visit.room, facts.room);
  visit.bed = moved ? (facts.bed ?? null) : updated(visit.bed, facts.bed);
}
