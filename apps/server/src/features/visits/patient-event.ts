import type { EventRule } from './adt-events.ts';
import type { SentIdentifier } from './read-identifiers.ts';

/** undefined: the sender said nothing, leave it. null: the sender said `""`, delete it. */
export type Sent<T> = T | null | undefined;

/** Facts of a person as one message tells them. */
export interface PatientFacts {
  given_name: Sent<string>;
  family_name: Sent<string>;
  /** ISO date; the latest that it can be, see birth_date_precision. */
  birth_date: Sent<string>;
  birth_date_precision: 'day' | 'month' | 'year';
  sex: Sent<string>;
  /** ISO 639-1, lower case */
  language: Sent<string>;
  phone: Sent<string>;
  email: Sent<string>;
  /** PID-29 or PID-30. Only `""` takes it back: many senders go on saying N after a death. */
  deceased: Sent<boolean>;
  protected: Sent<boolean>;
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
  admitted_at: Date | undefined;
  discharged_at: Date | undefined;
  expected_at: Date | undefined;
  discharge_disposition: Sent<string>;
  appointment_number: string | null;
  /** SCH-25, as far as it is a word of HL7 table 0278. */
  appointment_state: AppointmentState | undefined;
}

/** A PID with what belongs to it: most messages have one, merges, links and swaps may have several. */
export interface PersonGroup {
  identifiers: SentIdentifier[];
  facts: PatientFacts;
  /** null without a PV1 or SCH */
  visit: VisitFacts | null;
  /** MRG of this group; null without one. */
  prior: PriorNumbers | null;
}

/** What MRG names: numbers that stood for the patient until now. */
export interface PriorNumbers {
  identifiers: SentIdentifier[];
  visitNumber: string | null;
  accountNumber: string | null;
}

/** What an ADT or SIU message says, in our terms. */
export interface PatientEvent {
  messageId: number;
  /** "A01" */
  event: string;
  rule: EventRule;
  /** EVN-2, else MSH-7, else when it arrived; when it arrived, too, where what was sent cannot be. */
  at: Date;
  /** The first of `groups`: who the message is about. */
  person: PersonGroup;
  groups: readonly PersonGroup[];
  /** What was odd and is shown with the message; none holds a patient's data. */
  warnings: readonly string[];
  /** PID-13 as received, caret-separated */
  phoneHome: string | null;
}
