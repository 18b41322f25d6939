/** undefined: the sender said nothing, leave it. null: the sender said `""`, delete it. */
export type Sent<T> = T | null | undefined;

/** Facts of a patient as one message tells them. */
export interface PatientFacts {
  given_name: Sent<string>;
  family_name: Sent<string>;
  /** ISO date */
  birth_date: Sent<string>;
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

export interface VisitFacts {
  /** PV1-19.1 */
  visit_number: string | null;
  patient_class: Sent<string>;
  hospital_service: Sent<string>;
  location: Sent<string>;
  room: Sent<string>;
  bed: Sent<string>;
  prior_location: Sent<string>;
  admitted_at: Date | undefined;
  discharged_at: Date | undefined;
  discharge_disposition: Sent<string>;
}

export interface PatientKey {
  identifier: string;
  authority: string;
}

/** What an ADT message says, in our terms. */
export interface PatientEvent {
  messageId: number;
  /** "A01" */
  event: string;
  /** EVN-2, else MSH-7, else when it arrived */
  at: Date;
  patient: PatientKey;
  facts: PatientFacts;
  /** null without a PV1 */
  visit: VisitFacts | null;
  /** MRG-1: records that live on in `patient`. Empty but for A34 and A40. */
  merged: PatientKey[];
  /** PID-13 as received, caret-separated */
  phoneHome: string | null;
}

/** HL7 table 0112, and words that senders use in its place. */
const DIED: ReadonlySet<string> = new Set([
  '20',
  '40',
  '41',
  '42',
  'EXPIRED',
  'EXP',
  'DECEASED',
  'DIED',
  'DEAD',
  'MORTUARY',
]);

export const diedInHospital = (disposition: string | null | undefined): boolean =>
  DIED.has((disposition ?? '').trim().toUpperCase());
