import {
  EVN,
  MRG,
  PD1,
  PID,
  PV1,
  PV2,
  readTimestamp,
  timestampToInstant,
  type Message,
  type Pid,
} from '@wardvoice/hl7';
import { readContactDetails } from './contact-details.ts';
import { storable } from './storable.ts';
import type { PatientEvent, PatientFacts, PatientKey, Sent, VisitFacts } from './patient-event.ts';

export interface ReadingRules {
  timeZone: string;
  /** ISO 3166, for phone numbers without a country code */
  country: string;
}

export type ReadResult =
  { ok: true; event: PatientEvent } | { ok: false; error: { code: string; field: string; text: string } };

const DATA_TYPE_ERROR = '102';
const REQUIRED_FIELD_MISSING = '101';

/**
 * Takes an ADT message apart. Only what decides whether somebody is written to must be right: an unreadable event time or
 * birth date is an error; other odd fields are left out. Error texts never carry content.
 */
export function readPatientEvent(
  message: Message,
  messageId: number,
  receivedAt: Date,
  rules: ReadingRules,
): ReadResult {
  const pidSegment = message.segment('PID');
  const [patient] = pidSegment ? keys(PID.view(pidSegment).patientIdentifierList) : [];
  if (!pidSegment || !patient) return wrong(REQUIRED_FIELD_MISSING, 'PID-3', 'PID-3 missing');
  const pid = PID.view(pidSegment);

  const evn = message.segment('EVN');
  const recorded = (evn ? EVN.view(evn).recordedDateTime.time : '') || message.header.dateTime;
  const at = recorded ? readInstant(recorded, rules) : receivedAt;
  if (!at) return wrong(DATA_TYPE_ERROR, 'EVN-2', 'The time of the event cannot be read');

  const birthDate = readDate(pid.dateTimeOfBirth.time);
  if (birthDate === UNREADABLE) return wrong(DATA_TYPE_ERROR, 'PID-7', 'The date of birth cannot be read');

  const mrg = message.segment('MRG');
  const merged = mrg && isMerge(message.header.triggerEvent) ? keys(MRG.view(mrg).priorPatientIdentifierList) : [];
  if (isMerge(message.header.triggerEvent) && merged.length === 0)
    return wrong(REQUIRED_FIELD_MISSING, 'MRG-1', 'MRG-1 missing');

  const visitSegment = message.segment('PV1');
  return {
    ok: true,
    event: {
      messageId,
      event: message.header.triggerEvent,
      at,
      patient,
      facts: readFacts(message, birthDate, rules),
      visit: visitSegment ? readVisit(PV1.view(visitSegment), rules) : null,
      merged,
      phoneHome: phoneHomeOf(message, pid),
    },
  };
}

export const isMerge = (event: string): boolean => event === 'A34' || event === 'A40';

const wrong = (code: string, field: string, text: string): ReadResult => ({ ok: false, error: { code, field, text } });

function readFacts(message: Message, birthDate: Sent<string>, { country }: ReadingRules): PatientFacts {
  const pid = PID.view(message.segment('PID') as NonNullable<ReturnType<Message['segment']>>);
  const pd1 = message.segment('PD1');
  const pv2 = message.segment('PV2');
  const [name] = pid.patientName;
  const died = pid.patientDeathIndicator;
  const diedAt = pid.patientDeathDateAndTime;
  const publicity = [pd1 && PD1.view(pd1).publicityCode.identifier, pv2 && PV2.view(pv2).visitPublicityCode];
  const protection = [pd1 && PD1.view(pd1).protectionIndicator, pv2 && PV2.view(pv2).visitProtectionIndicator];
  return {
    given_name: name ? (name.isNull ? null : sent(name.givenName)) : undefined,
    family_name: name ? (name.isNull ? null : sent(name.familyName.surname)) : undefined,
    birth_date: birthDate,
    sex: sent(pid.administrativeSex),
    language: readLanguage(pid.primaryLanguage.identifier),
    ...readContactDetails(message, country),
    deceased: died === 'Y' || Boolean(diedAt.time) ? true : died === null || diedAt.isNull ? null : undefined,
    // "N": no publicity, protected (HL7 table 0215)
    protected:
      protection.includes('Y') || publicity.includes('N')
        ? true
        : protection.includes('N') || protection.includes(null)
          ? false
          : undefined,
    identity_unknown:
      pid.identityUnknownIndicator === 'Y' ? true : pid.identityUnknownIndicator === '' ? undefined : false,
  };
}

/** Scripts take it apart at the carets, whatever the sender's own separator is. */
function phoneHomeOf({ header }: Message, { phoneNumberHome: [first] }: Pid): string | null {
  return storable(first?.raw ?? '', MAX_PHONE_HOME).replaceAll(header.componentSeparator, '^') || null;
}

function readVisit(pv1: ReturnType<typeof PV1.view>, rules: ReadingRules): VisitFacts {
  const place = pv1.assignedPatientLocation;
  return {
    visit_number: sent(pv1.visitNumber.idNumber) ?? null,
    patient_class: sent(pv1.patientClass),
    hospital_service: sent(pv1.hospitalService),
    location: sent(place.pointOfCare),
    room: sent(place.room),
    bed: sent(place.bed),
    prior_location: sent(pv1.priorPatientLocation.pointOfCare),
    admitted_at: readInstant(pv1.admitDateTime.time, rules) ?? undefined,
    discharged_at: readInstant(pv1.dischargeDateTime[0]?.time, rules) ?? undefined,
    discharge_disposition: sent(pv1.dischargeDisposition),
  };
}

const MAX_TEXT = 200;
const MAX_PHONE_HOME = 2_000;

const sent = (value: string | null): Sent<string> =>
  value === '' ? undefined : value === null ? null : storable(value, MAX_TEXT);

function keys(list: Pid['patientIdentifierList']): PatientKey[] {
  return list
    .map((cx) => ({ identifier: sent(cx.idNumber) ?? '', authority: sent(cx.assigningAuthority.namespaceId) ?? '' }))
    .filter(({ identifier }) => identifier !== '');
}

function readInstant(text: string | null | undefined, { timeZone }: ReadingRules): Date | null {
  if (!text) return null;
  const read = readTimestamp(text);
  return read.ok ? timestampToInstant(read.value, timeZone) : null;
}

const UNREADABLE = Symbol('unreadable');

/** A whole date, or nothing: a year alone does not tell an age to the day. */
function readDate(text: string | null): Sent<string> | typeof UNREADABLE {
  if (text === null) return null;
  if (text === '') return undefined;
  const read = readTimestamp(text);
  if (!read.ok) return UNREADABLE;
  const { year, month, day } = read.value;
  if (month === undefined || day === undefined) return undefined;
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}

/** ISO 639-2 and words, to ISO 639-1. */
const LANGUAGES: Readonly<Record<string, string>> = {
  eng: 'en',
  english: 'en',
  ara: 'ar',
  arabic: 'ar',
  fre: 'fr',
  fra: 'fr',
  french: 'fr',
  spa: 'es',
  spanish: 'es',
  pol: 'pl',
  polish: 'pl',
  urd: 'ur',
  urdu: 'ur',
};

function readLanguage(code: string | null): Sent<string> {
  if (code === null || code === '') return code === '' ? undefined : null;
  const lower = code.trim().toLowerCase();
  return LANGUAGES[lower] ?? /^[a-z]{2}/.exec(lower)?.[0];
}
