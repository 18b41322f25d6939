import type { AppointmentState, VisitFacts } from '../patient-events/index.ts';
import type { VisitRecord, VisitState } from './visit-records.queries.ts';
import type { VisitEvent } from './visit-state.ts';

/** What one kind of event does to a visit, besides the state that `VISIT_LIFECYCLE` gives it. */
export interface VisitTransition {
  /**
   * True when the event sets the state, also to the one that the visit has: `open` then ends a discharge and a leave.
   * Else the state stays.
   */
  setsState: boolean;
  /**
   * For a sender without visit numbers: the patient's visit in the first of these states that one of their visits has.
   */
  among: readonly VisitState[];
  onLeave?: boolean;
  appointment?: AppointmentState;
  /** True when the event moves the visit: a late message about an earlier time does not undo it. */
  moves: boolean;
  /** True when PV1-3 of the event is the place of the patient. */
  places: boolean;
}

const OPEN: readonly VisitState[] = ['open'];
/** A patient who has an open and an expected visit is in the open one. */
const COMING: readonly VisitState[] = ['open', 'expected'];
const ENDED: readonly VisitState[] = ['closed'];

export const VISIT_TRANSITIONS: Readonly<Record<Exclude<VisitEvent, 'delete_person'>, VisitTransition>> = {
  admit: { setsState: true, among: COMING, moves: true, places: true },
  register: { setsState: true, among: COMING, moves: true, places: true },
  expect: { setsState: true, among: ['expected'], moves: true, places: true },
  transfer: { setsState: false, among: OPEN, moves: true, places: true },
  discharge: { setsState: true, among: OPEN, moves: true, places: true },
  change_class: { setsState: true, among: COMING, moves: true, places: true },
  update: { setsState: false, among: OPEN, moves: false, places: true },
  arrive: { setsState: false, among: OPEN, moves: true, places: true },
  swap: { setsState: false, among: OPEN, moves: true, places: true },
  change_doctor: { setsState: false, among: OPEN, moves: false, places: false },
  cancel_visit: { setsState: true, among: OPEN, moves: true, places: false },
  cancel_expected: {
    setsState: true,
    among: ['expected'],
    moves: true,
    places: false,
  },
  cancel_transfer: { setsState: false, among: OPEN, moves: true, places: true },
  cancel_discharge: { setsState: true, among: ENDED, moves: true, places: true },
  leave: { setsState: false, among: OPEN, onLeave: true, moves: true, places: false },
  return: { setsState: false, among: OPEN, onLeave: false, moves: true, places: true },
  delete: { setsState: true, among: OPEN, moves: true, places: false },
  book: {
    setsState: true,
    among: ['expected'],
    appointment: 'booked',
    moves: true,
    places: true,
  },
  move_appointment: {
    setsState: true,
    among: ['expected'],
    appointment: 'moved',
    moves: true,
    places: true,
  },
  change_appointment: { setsState: false, among: COMING, moves: true, places: true },
  cancel_appointment: {
    setsState: true,
    among: ['expected'],
    appointment: 'cancelled',
    moves: true,
    places: false,
  },
  no_show: {
    setsState: true,
    among: COMING,
    appointment: 'not_attended',
    moves: true,
    places: false,
  },
};

/** Returns the kind of a visit from PV1-2 (HL7 table 0004); null when it gives none. */
export function kindOf(patientClass: VisitFacts['patient_class']): VisitRecord['kind'] {
  switch ((patientClass ?? '').toUpperCase()) {
    case 'E':
      return 'emergency';
    case 'I':
    case 'B':
      return 'inpatient';
    case 'O':
    case 'R':
    case 'C':
      return 'outpatient';
    default:
      return null;
  }
}
