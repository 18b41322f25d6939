import {
  updated,
  type PatientEvent,
  type PersonGroup,
  type SentIdentifier,
  type VisitFacts,
} from '../patient-events/index.ts';
import { kindOf, VISIT_TRANSITIONS, type VisitTransition } from './visit-effects.ts';
import type { VisitRecord, VisitState } from './visit-records.queries.ts';
import { VISIT_LIFECYCLE, visitStateAfter } from './visit-state.ts';

/**
 * Holds the visits of the patients whom some messages are about. They are read at once, changed in memory, and written
 * at once.
 */
export interface VisitRegistry {
  /** Newest first. */
  visits(patient: { id: number }): readonly VisitRecord[];
  addVisit(patient: { id: number }, visit: Omit<VisitRecord, 'id' | 'patient_id'>): VisitRecord;
  /** Marks a visit as changed. */
  touch(visit: VisitRecord): void;
  /** Returns the number by which the patient is shown: the best of the group in the application's ranking. */
  bestOf(group: Pick<PersonGroup, 'identifiers'>): SentIdentifier;
}

/** Applies an event to its visit. Returns the visit right after the event; null when the visit is unknown. */
export function applyVisitEvent(
  registry: VisitRegistry,
  patient: { id: number },
  event: PatientEvent,
  group: PersonGroup,
): VisitRecord | null {
  const { visit: facts, prior } = group;
  const effect = event.rule.visit;
  const visits = registry.visits(patient);
  if (effect === 'change_account_number') return changeAccountNumber(registry, visits, group);
  if (!effect || !facts) return null;
  if (effect === 'change_visit_number')
    return (
      findVisit(visits, ['open', 'expected', 'closed'], {
        ...facts,
        visit_number: prior?.visitNumber ?? facts.visit_number,
      }) ?? null
    );
  const transition = VISIT_TRANSITIONS[effect];
  const known = findVisit(visits, transition.among, facts) ?? findEnded(visits, facts, event.at);
  const firstState = VISIT_LIFECYCLE[effect].unknown;
  const patientNumber = registry.bestOf(group).identifier;
  const visit =
    known ??
    (firstState &&
      registry.addVisit(patient, { ...newVisit(event, facts, transition, firstState), patient_number: patientNumber }));
  if (!visit) return null;
  const isNewest = event.at >= visit.last_event_at;
  const to = visitStateAfter(effect, visit.state, facts.appointment_state);
  if (!transition.moves || event.at >= visit.moved_at) moveVisit(visit, { event, facts, transition, isNewest, to });
  else if (effect === 'admit' || effect === 'register') visit.admitted_at ??= facts.admitted_at ?? event.at;
  // A diagnosis may be told late, with the time of the stay; it must not be lost.
  if (!isNewest) {
    visit.diagnoses ??= facts.diagnoses ?? null;
    visit.payers ??= facts.payers ?? null;
  } else {
    applyNewestFacts(visit, event, facts);
    visit.patient_number = patientNumber;
    // When two patients swap beds, only the first one's visit gets the message: each row of the census has a message of
    // its own.
    if (group === event.person) visit.last_message_id = event.messageId;
  }
  return visit;
}

/**
 * Finds the visit by its number or appointment. Without either it is the newest visit in a state that the event applies
 * to.
 */
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
  return among.map((state) => visits.find((visit) => isWithoutNumber(visit) && visit.state === state)).find(Boolean);
}

const isWithoutNumber = (visit: VisitRecord): boolean =>
  visit.visit_number === null && visit.appointment_number === null;

/**
 * Finds the ended stay that a late message without a number belongs to: what happened before the end of a stay begins
 * no new stay.
 */
function findEnded(visits: readonly VisitRecord[], facts: VisitFacts, at: Date): VisitRecord | undefined {
  if (facts.visit_number !== null || facts.appointment_number !== null) return undefined;
  return visits.find((visit) => isWithoutNumber(visit) && visit.state === 'closed' && visit.moved_at > at);
}

function newVisit(
  event: PatientEvent,
  facts: VisitFacts,
  transition: VisitTransition,
  firstState: VisitState,
): Omit<VisitRecord, 'id' | 'patient_id' | 'patient_number'> {
  const begins = event.rule.visit === 'admit' || event.rule.visit === 'register';
  return {
    visit_number: facts.visit_number,
    // What only changes an appointment, and does not name it, tells of a patient who is there.
    state: event.rule.visit === 'change_appointment' && facts.appointment_number === null ? 'open' : firstState,
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
    prior_room: null,
    prior_bed: null,
    expected_at: facts.expected_at ?? null,
    admitted_at: facts.admitted_at ?? (begins ? event.at : null),
    discharged_at: null,
    discharge_disposition: null,
    diagnoses: null,
    payers: null,
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
  /** The state after the event; undefined where it changes neither state nor place. */
  to: VisitState | undefined;
}

/**
 * Applies a late message too, as long as no newer one has moved the visit. The ward is always that of the newest
 * message.
 */
function moveVisit(visit: VisitRecord, move: Move): void {
  const { event, facts, transition, isNewest, to } = move;
  const { visit: effect } = event.rule;
  if (transition.moves) visit.moved_at = event.at;
  if (transition.onLeave !== undefined) visit.on_leave = transition.onLeave;
  if (to) changeState(visit, move, to);
  if (effect === 'admit' || effect === 'register') visit.opened_by = event.event;
  if (effect === 'cancel_transfer') cancelTransfer(visit, facts);
  else if (transition.places && isNewest && to) {
    if (effect === 'transfer') rememberPlace(visit, facts);
    placePatient(visit, facts);
  }
}

/** Stores the place before the transfer: from PV1-6 where it is sent, else the known one. */
function rememberPlace(visit: VisitRecord, { prior_location, prior_room, prior_bed }: VisitFacts): void {
  const told = { prior_location, prior_room: prior_room ?? null, prior_bed: prior_bed ?? null };
  const known = { prior_location: visit.location, prior_room: visit.room, prior_bed: visit.bed };
  Object.assign(visit, prior_location ? told : known);
}

/**
 * PV1-3 of a cancelled transfer is where the patient is again. Some senders write the place that is cancelled there, and others nothing:
 * both mean the place before the transfer.
 */
function cancelTransfer(visit: VisitRecord, facts: VisitFacts): void {
  const { prior_location: location, prior_room: room, prior_bed: bed } = visit;
  const goesBack = location !== null && (!facts.location || isAt(visit, facts));
  placePatient(visit, goesBack ? { ...facts, location, room, bed } : facts);
  Object.assign(visit, { prior_location: null, prior_room: null, prior_bed: null });
}

/** Returns whether the patient is in the ward of an event. Its room and bed are any where they are not told. */
const isAt = (visit: VisitRecord, { location, room, bed }: VisitFacts): boolean =>
  visit.location === location && (!room || visit.room === room) && (!bed || visit.bed === bed);

function changeState(visit: VisitRecord, { event, facts, transition }: Move, to: VisitState): void {
  const appointment = facts.appointment_state ?? transition.appointment;
  if (visit.appointment_number !== null && appointment) visit.appointment_state = appointment;
  if (facts.expected_at) visit.expected_at = facts.expected_at;
  if (!transition.setsState && !facts.appointment_state) return;
  // A leave ends with a return, a new admission or the discharge, but not when the class is changed while the patient
  // is away.
  if (visit.state !== 'open' || event.rule.visit !== 'change_class') visit.on_leave = false;
  visit.state = to;
  if (to === 'open') {
    visit.discharged_at = null;
    visit.discharge_disposition = null;
    if (event.rule.visit === 'admit' || event.rule.visit === 'register' || visit.admitted_at === null)
      visit.admitted_at = facts.admitted_at ?? visit.admitted_at ?? event.at;
  } else if (to === 'closed') {
    visit.discharged_at = facts.discharged_at ?? event.at;
    visit.discharge_disposition = updated(visit.discharge_disposition, facts.discharge_disposition);
  }
  if (visit.appointment_number !== null && event.rule.visit === 'discharge') visit.appointment_state = 'done';
}

function applyNewestFacts(visit: VisitRecord, event: PatientEvent, facts: VisitFacts): void {
  visit.visit_number ??= facts.visit_number;
  visit.appointment_number ??= facts.appointment_number;
  if (!tellsOfBefore(visit, event)) {
    visit.patient_class = updated(visit.patient_class, facts.patient_class);
    if (visit.appointment_number === null) visit.kind = kindOf(facts.patient_class) ?? visit.kind;
  }
  visit.hospital_service = updated(visit.hospital_service, facts.hospital_service);
  visit.attending_doctor = updated(visit.attending_doctor, facts.attending_doctor);
  visit.account_number = updated(visit.account_number, facts.account_number);
  visit.diagnoses = updated(visit.diagnoses, facts.diagnoses);
  visit.payers = updated(visit.payers, facts.payers);
  visit.last_event_at = event.at;
}

/** Returns true for a repeated pre-admission of a visit that has begun: it describes the visit as it was planned. */
const tellsOfBefore = (visit: VisitRecord, { rule }: PatientEvent): boolean =>
  rule.visit === 'expect' && VISIT_LIFECYCLE.expect[visit.state] === undefined;

/** Changes an account number on the visits that have it. */
function changeAccountNumber(
  registry: VisitRegistry,
  visits: readonly VisitRecord[],
  { accountNumber, prior }: PersonGroup,
): VisitRecord | null {
  const former = prior?.accountNumber ?? null;
  const changed = visits.filter(({ account_number: number }) => former !== null && number === former);
  for (const visit of changed) {
    visit.account_number = accountNumber ?? null;
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
