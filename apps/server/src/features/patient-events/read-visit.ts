import { PV1, PV2, type Message, type Pid, type Segment, type Value } from '@wardvoice/hl7';
import type { AppointmentState, Sent, VisitFacts } from './patient-event.ts';
import { readPatientClass } from './read-patient-class.ts';
import { readInstant, type DateOrder } from './read-time.ts';
import { sentText, storable } from './storable.ts';

interface VisitSegments {
  pid: Pid;
  pv1: Segment | undefined;
  pv2: Segment | undefined;
  /** Of one patient. */
  diagnoses: readonly Segment[];
  insurances: readonly Segment[];
}

/** Reads PV1 and PV2 of one patient, or SCH and its resources for an appointment; null when the message has neither. */
export function readVisitFacts(
  message: Message,
  { pid, pv1, pv2, diagnoses, insurances }: VisitSegments,
  rules: { timeZone: string; dateOrder: DateOrder },
): VisitFacts | null {
  const isAppointment = message.header.messageCode === 'SIU';
  if (!pv1 && !isAppointment) return null;
  const visit = pv1 ? PV1.view(pv1) : undefined;
  const place = visit?.assignedPatientLocation;
  const expected = pv2 ? PV2.view(pv2).expectedAdmitDateTime.time : null;
  return {
    visit_number: sentText(visit?.visitNumber.idNumber ?? '') ?? null,
    account_number: sentText(pid.patientAccountNumber.idNumber),
    patient_class: readPatientClass(visit?.patientClass ?? ''),
    hospital_service: sentText(visit?.hospitalService ?? ''),
    attending_doctor: doctorOf(visit?.attendingDoctor[0] ?? message.repetitions('AIP-3')[0]),
    location: sentText(place?.pointOfCare ?? '') ?? (isAppointment ? sentText(message.get('AIL-3.1')) : undefined),
    room: sentText(place?.room ?? ''),
    bed: sentText(place?.bed ?? ''),
    prior_location: sentText(visit?.priorPatientLocation.pointOfCare ?? ''),
    prior_room: sentText(visit?.priorPatientLocation.room ?? ''),
    prior_bed: sentText(visit?.priorPatientLocation.bed ?? ''),
    admitted_at: readInstant(visit?.admitDateTime.time, rules) ?? undefined,
    discharged_at: readInstant(visit?.dischargeDateTime[0]?.time, rules) ?? undefined,
    expected_at:
      (isAppointment ? readInstant(appointmentTime(message), rules) : readInstant(expected, rules)) ?? undefined,
    discharge_disposition: sentText(visit?.dischargeDisposition ?? ''),
    diagnoses: readCodes(diagnoses.filter((segment) => segment.value(21) !== 'D').map(diagnosisOf)),
    payers: readCodes([...insurances.flatMap(payersOf), pv1?.value(20) ?? '']),
    appointment_number: isAppointment ? (sentText(message.get('SCH-2.1') || message.get('SCH-1.1')) ?? null) : null,
    appointment_state: isAppointment ? fillerState(message.get('SCH-25.1')) : undefined,
  };
}

/** Returns the code of a diagnosis, or that of the other coding system where only that is given (CE, HL7 v2.5.1 §6.5.2.3). */
const diagnosisOf = (segment: Segment): Value => {
  const code = segment.value(3);
  return code === '' ? segment.value(3, 1, 4) : code;
};

/** Returns the plan, the company's number and its name. */
const payersOf = (segment: Segment): Value[] => [2, 3, 4].map((field) => segment.value(field));

const MAX_CODES = 200;

/** Returns each value once. What a message tells replaces what was known: one that tells nothing leaves it. */
function readCodes(values: readonly Value[]): Sent<string[]> {
  const sent = values.map(sentText).filter((value) => value !== undefined);
  const codes = [...new Set(sent.filter((value) => value !== null))];
  if (codes.length > 0) return codes.slice(0, MAX_CODES);
  return sent.length > 0 ? null : undefined;
}

/** Reads SCH-11.4; newer senders use TQ1-7 or the start of a resource (HL7 v2.5.1 §10.6.1). */
const appointmentTime = (message: Message): string | null =>
  message.get('SCH-11.4') ||
  message.get('TQ1-7') ||
  message.get('AIS-4') ||
  message.get('AIL-6') ||
  message.get('AIP-6');

/** Returns XCN as "id family given", for filters and for reading. */
function doctorOf(name: { component(number: number): string | null; isNull: boolean } | undefined): Sent<string> {
  if (!name) return undefined;
  if (name.isNull) return null;
  const text = [1, 2, 3].map((part) => name.component(part) ?? '').filter(Boolean);
  return text.length > 0 ? storable(text.join(' '), MAX_DOCTOR) : undefined;
}

const MAX_DOCTOR = 200;

/** States of HL7 table 0278, ignoring case. */
const FILLER_STATES: Readonly<Record<string, AppointmentState>> = {
  BOOKED: 'booked',
  PENDING: 'booked',
  WAITLIST: 'booked',
  OVERBOOK: 'booked',
  STARTED: 'arrived',
  ARRIVED: 'arrived',
  COMPLETE: 'done',
  COMPLETED: 'done',
  CANCELLED: 'cancelled',
  CANCELED: 'cancelled',
  DELETED: 'cancelled',
  DC: 'cancelled',
  NOSHOW: 'not_attended',
  'NO-SHOW': 'not_attended',
};

const fillerState = (code: string | null): AppointmentState | undefined =>
  FILLER_STATES[(code ?? '').trim().toUpperCase()];
