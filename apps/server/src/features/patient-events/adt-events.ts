/** The effect of an event on a visit. The effects are defined in visits/visit-state.ts and visits/visit-effects.ts. */
export type VisitEffect =
  | 'admit'
  | 'register'
  | 'expect'
  | 'transfer'
  | 'discharge'
  | 'change_class'
  | 'update'
  | 'arrive'
  | 'cancel_visit'
  | 'cancel_expected'
  | 'cancel_transfer'
  | 'cancel_discharge'
  | 'leave'
  | 'return'
  | 'delete'
  | 'change_doctor'
  | 'swap'
  | 'change_visit_number'
  | 'change_account_number'
  | 'book'
  | 'move_appointment'
  | 'change_appointment'
  | 'cancel_appointment'
  | 'no_show';

/** The effect of an event on which patient a number belongs to. */
export type IdentityEffect = 'merge' | 'link' | 'unlink' | 'move_numbers' | 'move_visit' | 'delete_person';

/** One row of the table of events (HL7 v2.5.1 chapters 3 and 10). */
export interface EventRule {
  title: string;
  /** null when the visit does not change. The facts of the person (PID) are applied nevertheless. */
  visit: VisitEffect | null;
  identity?: IdentityEffect;
  /** The reason why the event is ignored. A death that its PID reports is applied nevertheless. */
  ignored?: string;
  /** Events of the same visit that this one cancels. Their deliveries that were not sent are suppressed. */
  cancels?: readonly string[];
}

const RESERVED = 'HL7 has no meaning for this event in an ADT message.';

/** Every ADT event, A01 to A62. Any other event does not exist, and is ignored with that reason. */
export const ADT_EVENTS: Readonly<Record<string, EventRule>> = {
  A01: { title: 'Admission', visit: 'admit' },
  A02: { title: 'Transfer', visit: 'transfer' },
  A03: { title: 'Discharge', visit: 'discharge' },
  A04: { title: 'Registration', visit: 'register' },
  A05: { title: 'Pre-admission', visit: 'expect' },
  A06: { title: 'Outpatient becomes inpatient', visit: 'change_class' },
  A07: { title: 'Inpatient becomes outpatient', visit: 'change_class' },
  A08: { title: 'Update', visit: 'update' },
  A09: { title: 'Patient departs (tracking)', visit: 'update' },
  A10: { title: 'Patient arrives (tracking)', visit: 'arrive' },
  A11: { title: 'Admission cancelled', visit: 'cancel_visit', cancels: ['A01', 'A02', 'A03', 'A04', 'A06', 'A07'] },
  A12: { title: 'Transfer cancelled', visit: 'cancel_transfer', cancels: ['A02'] },
  A13: { title: 'Discharge cancelled', visit: 'cancel_discharge', cancels: ['A03'] },
  A14: { title: 'Pending admission', visit: 'expect' },
  A15: { title: 'Pending transfer', visit: 'update' },
  A16: { title: 'Pending discharge', visit: 'update' },
  A17: { title: 'Two patients swap beds', visit: 'swap' },
  A18: { title: 'Patients merged', visit: null, identity: 'merge' },
  A19: { title: 'Query', visit: null, ignored: 'A query contains no facts about a patient.' },
  A20: { title: 'Bed status', visit: null, ignored: 'The state of a bed says nothing about a patient.' },
  A21: { title: 'Leave begins', visit: 'leave' },
  A22: { title: 'Back from leave', visit: 'return' },
  A23: { title: 'Visit deleted', visit: 'delete', cancels: ['A01', 'A02', 'A03', 'A04', 'A05', 'A06', 'A07', 'A14'] },
  A24: { title: 'Patients linked', visit: null, identity: 'link' },
  A25: { title: 'Pending discharge cancelled', visit: 'update' },
  A26: { title: 'Pending transfer cancelled', visit: 'update' },
  A27: { title: 'Pending admission cancelled', visit: 'cancel_expected', cancels: ['A05', 'A14'] },
  A28: { title: 'Person added', visit: null },
  A29: { title: 'Person deleted', visit: null, identity: 'delete_person' },
  A30: { title: 'Persons merged', visit: null, identity: 'merge' },
  A31: { title: 'Person updated', visit: null },
  A32: { title: 'Arrival cancelled (tracking)', visit: 'update' },
  A33: { title: 'Departure cancelled (tracking)', visit: 'update' },
  A34: { title: 'Patients merged (number)', visit: null, identity: 'merge' },
  A35: { title: 'Accounts merged', visit: 'change_account_number' },
  A36: { title: 'Patients and accounts merged', visit: null, identity: 'merge' },
  A37: { title: 'Patients unlinked', visit: null, identity: 'unlink' },
  A38: { title: 'Pre-admission cancelled', visit: 'cancel_expected', cancels: ['A05', 'A14'] },
  A39: { title: 'Persons merged (external number)', visit: null, identity: 'merge' },
  A40: { title: 'Patients merged', visit: null, identity: 'merge' },
  A41: { title: 'Accounts merged', visit: 'change_account_number' },
  A42: { title: 'Visits merged', visit: 'change_visit_number' },
  A43: { title: 'Numbers moved to another patient', visit: null, identity: 'move_numbers' },
  A44: { title: 'Account moved to another patient', visit: null, identity: 'move_visit' },
  A45: { title: 'Visit moved to another patient', visit: null, identity: 'move_visit' },
  A46: { title: 'External number changed', visit: null, identity: 'merge' },
  A47: { title: 'Patient number changed', visit: null, identity: 'merge' },
  A48: { title: 'Alternate number changed', visit: null, identity: 'merge' },
  A49: { title: 'Account number changed', visit: 'change_account_number' },
  A50: { title: 'Visit number changed', visit: 'change_visit_number' },
  A51: { title: 'Alternate visit number changed', visit: null, ignored: 'Alternate visit numbers are not kept.' },
  A52: { title: 'Leave cancelled', visit: 'return' },
  A53: { title: 'Return from leave cancelled', visit: 'leave' },
  A54: { title: 'Attending doctor changed', visit: 'change_doctor' },
  A55: { title: 'Change of attending doctor cancelled', visit: 'change_doctor' },
  A56: { title: 'Reserved', visit: null, ignored: RESERVED },
  A57: { title: 'Reserved', visit: null, ignored: RESERVED },
  A58: { title: 'Reserved', visit: null, ignored: RESERVED },
  A59: { title: 'Reserved', visit: null, ignored: RESERVED },
  A60: { title: 'Allergies', visit: null },
  A61: { title: 'Consulting doctor changed', visit: null, ignored: 'Consulting doctors are not kept.' },
  A62: { title: 'Change of consulting doctor cancelled', visit: null, ignored: 'Consulting doctors are not kept.' },
};

/** Appointments (SIU, HL7 v2.5.1 §10.4). */
export const APPOINTMENT_EVENTS: Readonly<Record<string, EventRule>> = {
  S12: { title: 'Appointment booked', visit: 'book' },
  S13: { title: 'Appointment moved', visit: 'move_appointment' },
  S14: { title: 'Appointment changed', visit: 'change_appointment' },
  S15: { title: 'Appointment cancelled', visit: 'cancel_appointment', cancels: ['S12', 'S13', 'S14'] },
  S16: { title: 'Appointment discontinued', visit: 'cancel_appointment', cancels: ['S12', 'S13', 'S14'] },
  S17: { title: 'Appointment deleted', visit: 'cancel_appointment', cancels: ['S12', 'S13', 'S14'] },
  S26: { title: 'Patient did not attend', visit: 'no_show', cancels: ['S12', 'S13', 'S14'] },
};

const UNKNOWN: EventRule = {
  title: 'Unknown event',
  visit: null,
  ignored: 'HL7 defines no such ADT event, so its meaning is unknown.',
};
const OTHER_SCHEDULE: EventRule = {
  title: 'Other schedule event',
  visit: null,
  ignored: 'Resources, slots and service of a schedule are not kept: only appointments as a whole (S12 to S17, S26).',
};

/** Returns the rule of this type and event; null for types that are neither ADT nor SIU. */
export function eventRule(messageType: string, event: string): EventRule | null {
  if (messageType === 'ADT') return ADT_EVENTS[event] ?? UNKNOWN;
  if (messageType === 'SIU') return APPOINTMENT_EVENTS[event] ?? OTHER_SCHEDULE;
  return null;
}

/** Returns the rule of a type that is not used, of which only a death is applied. */
export const otherTypeRule = (messageType: string): EventRule => ({
  title: 'Other type',
  visit: null,
  ignored: ignoredType(messageType),
});

export const ignoredType = (messageType: string): string =>
  `Messages of type ${messageType} are kept and not used: only ADT and SIU tell of patients and visits.`;
