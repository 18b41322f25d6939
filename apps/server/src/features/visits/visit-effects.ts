import type { VisitEffect } from './adt-events.ts';
import type { AppointmentState, VisitFacts } from './patient-event.ts';
import type { VisitRecord, VisitState } from './patient-records.queries.ts';

/** What one kind of event makes of a visit: the whole lifecycle of visits is this table. */
export interface VisitTransition {
  /** Makes a visit that is not known. */
  opens: boolean;
  /** The state of a visit that it makes, or moves; null: as it was. `open` also ends a discharge and a leave. */
  to: VisitState | null;
  /** States from which it does nothing but bring facts. */
  notFrom?: readonly VisitState[];
  /** Which open or closed visit is meant where the sender gives no number. */
  among: readonly VisitState[];
  onLeave?: boolean;
  appointment?: AppointmentState;
  /** Counts as moving the visit: what is told late of an earlier time does not undo it. */
  moves: boolean;
  /** Where the patient is (PV1-3) is told by it. */
  places: boolean;
}

const OPEN: readonly VisitState[] = ['open'];
const COMING: readonly VisitState[] = ['expected', 'open'];
const ENDED: readonly VisitState[] = ['closed'];

export const VISIT_TRANSITIONS: Readonly<
  Record<Exclude<VisitEffect, 'change_visit_number' | 'change_account_number'>, VisitTransition>
> = {
  admit: { opens: true, to: 'open', among: COMING, moves: true, places: true },
  register: { opens: true, to: 'open', among: COMING, moves: true, places: true },
  expect: { opens: true, to: 'expected', notFrom: ['open', 'closed'], among: ['expected'], moves: true, places: true },
  transfer: { opens: true, to: null, among: OPEN, moves: true, places: true },
  discharge: { opens: true, to: 'closed', among: OPEN, moves: true, places: true },
  change_class: { opens: true, to: 'open', notFrom: ['closed', 'cancelled'], among: COMING, moves: true, places: true },
  update: { opens: false, to: null, among: OPEN, moves: false, places: true },
  arrive: { opens: false, to: null, among: OPEN, moves: true, places: true },
  swap: { opens: false, to: null, among: OPEN, moves: true, places: true },
  change_doctor: { opens: false, to: null, among: OPEN, moves: false, places: false },
  cancel_visit: { opens: false, to: 'cancelled', among: OPEN, moves: true, places: false },
  cancel_expected: {
    opens: false,
    to: 'cancelled',
    notFrom: ['open', 'closed'],
    among: ['expected'],
    moves: true,
    places: false,
  },
  cancel_transfer: { opens: false, to: null, among: OPEN, moves: true, places: true },
  cancel_discharge: { opens: false, to: 'open', among: ENDED, moves: true, places: true },
  leave: { opens: false, to: null, among: OPEN, onLeave: true, moves: true, places: false },
  return: { opens: false, to: null, among: OPEN, onLeave: false, moves: true, places: true },
  delete: { opens: false, to: 'cancelled', among: OPEN, moves: true, places: false },
  book: {
    opens: true,
    to: 'expected',
    notFrom: ['open', 'closed'],
    among: ['expected'],
    appointment: 'booked',
    moves: true,
    places: true,
  },
  move_appointment: {
    opens: true,
    to: 'expected',
    notFrom: ['open', 'closed'],
    among: ['expected'],
    appointment: 'moved',
    moves: true,
    places: true,
  },
  change_appointment: { opens: true, to: null, among: COMING, moves: true, places: true },
  cancel_appointment: {
    opens: false,
    to: 'cancelled',
    notFrom: ['open', 'closed'],
    among: ['expected'],
    appointment: 'cancelled',
    moves: true,
    places: false,
  },
  no_show: {
    opens: false,
    to: 'not_attended',
    notFrom: ['closed'],
    among: COMING,
    appointment: 'not_attended',
    moves: true,
    places: false,
  },
};

/** What the filler's own state of an appointment (SCH-25) makes of its visit. */
export const STATE_OF_APPOINTMENT: Readonly<Record<AppointmentState, VisitState>> = {
  booked: 'expected',
  moved: 'expected',
  arrived: 'open',
  done: 'closed',
  cancelled: 'cancelled',
  not_attended: 'not_attended',
};

/** PV1-2 (HL7 table 0004) as the kind of a visit; null when it says nothing of it. */
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
