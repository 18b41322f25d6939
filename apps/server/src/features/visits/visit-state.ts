import type { AppointmentState, VisitEffect } from '../patient-events/index.ts';
import type { VisitState } from './visit-records.queries.ts';

/** `unknown`: no message has told of the visit yet. */
export const VISIT_SITUATIONS = ['unknown', 'expected', 'open', 'closed', 'cancelled', 'not_attended'] as const;
export type VisitSituation = (typeof VISIT_SITUATIONS)[number];

/** The effects of messages on the state of a visit, and A29, which deletes the person. */
export type VisitEvent = Exclude<VisitEffect, 'change_visit_number' | 'change_account_number'> | 'delete_person';

type Moves = Partial<Record<VisitSituation, VisitState>>;

const fromEvery = (to: VisitState): Moves => ({ expected: to, open: to, closed: to, cancelled: to, not_attended: to });
const STAYS: Moves = {
  expected: 'expected',
  open: 'open',
  closed: 'closed',
  cancelled: 'cancelled',
  not_attended: 'not_attended',
};
const EXPECTED: Moves = {
  unknown: 'expected',
  expected: 'expected',
  cancelled: 'expected',
  not_attended: 'expected',
};
const CANCELS_EXPECTED: Moves = { expected: 'cancelled', cancelled: 'cancelled', not_attended: 'cancelled' };

/**
 * The transitions of a visit: event × from → to. An event that does not list a state changes neither state nor place,
 * because something later is known; one that does not list `unknown` begins no visit. SCH-25 of an appointment, where it
 * is sent, decides in place of the state here (`STATE_OF_APPOINTMENT`).
 */
export const VISIT_LIFECYCLE: Readonly<Record<VisitEvent, Moves>> = {
  admit: { unknown: 'open', ...fromEvery('open') },
  register: { unknown: 'open', ...fromEvery('open') },
  expect: EXPECTED,
  transfer: { unknown: 'open', ...STAYS },
  discharge: { unknown: 'closed', ...fromEvery('closed') },
  change_class: { unknown: 'open', expected: 'open', open: 'open', not_attended: 'open' },
  update: STAYS,
  arrive: STAYS,
  swap: STAYS,
  change_doctor: STAYS,
  cancel_visit: fromEvery('cancelled'),
  cancel_expected: CANCELS_EXPECTED,
  cancel_transfer: STAYS,
  cancel_discharge: fromEvery('open'),
  leave: STAYS,
  return: STAYS,
  delete: fromEvery('cancelled'),
  book: EXPECTED,
  move_appointment: EXPECTED,
  change_appointment: { unknown: 'expected', ...STAYS },
  cancel_appointment: CANCELS_EXPECTED,
  no_show: { expected: 'not_attended', open: 'not_attended', cancelled: 'not_attended', not_attended: 'not_attended' },
  delete_person: { expected: 'cancelled', open: 'cancelled' },
};

/** The state of the visit for each state of an appointment (SCH-25). */
export const STATE_OF_APPOINTMENT: Readonly<Record<AppointmentState, VisitState>> = {
  booked: 'expected',
  moved: 'expected',
  arrived: 'open',
  done: 'closed',
  cancelled: 'cancelled',
  not_attended: 'not_attended',
};

/** Returns the state after the event; undefined where the event changes neither state nor place. */
export function visitStateAfter(
  event: VisitEvent,
  state: VisitState,
  appointment?: AppointmentState,
): VisitState | undefined {
  const to = VISIT_LIFECYCLE[event][state];
  return to && appointment ? STATE_OF_APPOINTMENT[appointment] : to;
}
