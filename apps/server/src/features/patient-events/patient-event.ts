import type { EventRule } from './adt-events.ts';
import type { SentIdentifier } from './read-identifiers.ts';

/** undefined: not sent, so the stored value stays. null: sent as `""`, so the stored value is deleted. */
export type Sent<T> = T | null | undefined;

/** Facts about a person in one message. */
export interface PatientFacts {
  given_name: Sent<string>;
  family_name: Sent<string>;
  /** ISO date: the latest possible date where day or month is unknown (see birth_date_precision). */
  birth_date: Sent<string>;
  birth_date_precision: 'day' | 'month' | 'year';
  sex: Sent<string>;
  /** ISO 639-1 in lower case. */
  language: Sent<string>;
  phone: Sent<string>;
  email: Sent<string>;
  /** PID-29 or PID-30. Only `""` withdraws a death, because many senders continue to send N after one. */
  deceased: Sent<boolean>;
  protected: Sent<boolean>;
  /** The first number in PID-21. */
  mother: Sent<SentIdentifier>;
  identity_unknown: Sent<boolean>;
}

export type VisitKind = 'inpatient' | 'emergency' | 'outpatient';
export type AppointmentState = 'booked' | 'moved' | 'cancelled' | 'not_attended' | 'arrived' | 'done';

export interface VisitFacts {
  /** PV1-19.1 */
  visit_number: string | null;
  /** PID-18.1 */
  account_number: Sent<string>;
  patient_class: Sent<string>;
  hospital_service: Sent<string>;
  attending_doctor: Sent<string>;
  location: Sent<string>;
  room: Sent<string>;
  bed: Sent<string>;
  prior_location: Sent<string>;
  prior_room: Sent<string>;
  prior_bed: Sent<string>;
  admitted_at: Date | undefined;
  discharged_at: Date | undefined;
  expected_at: Date | undefined;
  discharge_disposition: Sent<string>;
  /** DG1-3 of each diagnosis. */
  diagnoses: Sent<string[]>;
  /** Who pays: IN1-2, IN1-3, IN1-4 and PV1-20. */
  payers: Sent<string[]>;
  appointment_number: string | null;
  /** SCH-25, where it is a code of HL7 table 0278. */
  appointment_state: AppointmentState | undefined;
}

/**
 * A PID with the segments that belong to it. Most messages have one group; merges, links, moves and swaps may have
 * several.
 */
export interface PersonGroup {
  identifiers: SentIdentifier[];
  facts: PatientFacts;
  /** PID-18.1, also in messages without PV1. */
  accountNumber: Sent<string>;
  /** null without PV1 and SCH. */
  visit: VisitFacts | null;
  /** MRG of this group; null without one. */
  prior: PriorNumbers | null;
}

/** The numbers in MRG, which belonged to the patient until now. */
export interface PriorNumbers {
  identifiers: SentIdentifier[];
  visitNumber: string | null;
  accountNumber: string | null;
}

/** The content of an ADT or SIU message. */
export interface PatientEvent {
  messageId: number;
  /** The event code, such as "A01". */
  event: string;
  rule: EventRule;
  /** EVN-2, else MSH-7, else the time of arrival. An impossible time is also replaced by the time of arrival. */
  at: Date;
  /** The first of `groups`: the patient of the message. */
  person: PersonGroup;
  groups: readonly PersonGroup[];
  /** Oddities that are shown with the message. They contain no patient data. */
  warnings: readonly string[];
  /** PID-13 as received, with carets as separators. */
  phoneHome: string | null;
}
