import { messageTexts } from '@wardvoice/contract';
import { createHash } from 'node:crypto';
import { buildMessage } from '@wardvoice/hl7';
import { buildAdtMessage, buildBrokenMessage, empty, hl7Time, messageHeader, patientSegment } from '../adt-message.ts';
import type { DemoHospital } from '../demo-hospitals.ts';
import { DAY_MS, drawFrom, MINUTE_MS, plus } from './draw.ts';
import type { PastStay, Person, StayEvent } from './draw-stays.ts';
import type { Row } from './insert-rows.ts';

/** Texts of messages are kept for so long, which is a setting of these hospitals. */
export const KEPT_TEXT_DAYS = 30;
/** Messages of each day that cannot be processed, or need not be. */
const BROKEN_PER_DAY = 0.15;
const IGNORED_PER_DAY = 1.5;

/** A message of the past, with the stay that it reports; null for one that was not processed. */
export interface PastMessage {
  stay: PastStay | null;
  event: StayEvent | null;
  receivedAt: Date;
  /** Writes what is stored of it. */
  write(): Row<'hl7_messages'>;
}

/** Writes the messages that reported these stays, with a few broken ones among them, in the order in which they came. */
export function writeMessages(
  hospital: DemoHospital,
  random: () => number,
  stays: readonly PastStay[],
  { from, until, now }: { from: Date; until: Date; now: Date },
): PastMessage[] {
  const draw = drawFrom(random);
  const reported = stays
    .flatMap((stay) => stay.events.map((event) => ({ stay, event })))
    .sort((a, b) => a.event.at.getTime() - b.event.at.getTime());
  const keptSince = plus(now, -KEPT_TEXT_DAYS * DAY_MS);
  const messages: PastMessage[] = reported.map(({ stay, event }, index) => {
    const controlId = `${hospital.facility}-${index + 1}`;
    const receivedAt = plus(event.at, 400 + Math.floor(draw.random() * 2_600));
    const write = () => {
      const raw = receivedAt < keptSince ? null : writeText(hospital, stay, event, controlId);
      return { ...processed(hospital, stay, event), ...came(receivedAt, controlId, raw) };
    };
    return { stay, event, receivedAt, write };
  });
  for (let day = from; day < until; day = plus(day, DAY_MS)) {
    const at = () => plus(day, draw.random() * DAY_MS);
    for (let left = draw.count(BROKEN_PER_DAY); left > 0; left -= 1)
      messages.push(writeBroken(hospital, random, at(), keptSince, messages.length));
    for (let left = draw.count(IGNORED_PER_DAY); left > 0; left -= 1)
      messages.push(writeIgnored(hospital, at(), keptSince, messages.length));
  }
  return messages
    .filter(({ receivedAt }) => receivedAt < until)
    .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
}

/** What is stored of every message. The text of an old one is gone, as its setting says, and its hash stays. */
function came(receivedAt: Date, controlId: string | null, raw: Uint8Array | null) {
  return {
    source: 'mllp',
    received_at: receivedAt,
    message_control_id: controlId,
    version: '2.5.1',
    processing_id: 'P',
    raw: raw ? bytes(raw) : '\\x',
    raw_removed_at: raw ? null : plus(receivedAt, KEPT_TEXT_DAYS * DAY_MS),
    content_hash: bytes(
      createHash('sha256')
        .update(raw ?? controlId ?? receivedAt.toISOString())
        .digest(),
    ),
  };
}

const bytes = (of: Uint8Array): string => `\\x${Buffer.from(of).toString('hex')}`;

function processed({ sendingApplication, facility }: DemoHospital, stay: PastStay, { event, at, ...place }: StayEvent) {
  const { person } = stay;
  return {
    state: 'processed',
    processed_at: plus(at, 3_200),
    event_at: at,
    sending_application: sendingApplication,
    sending_facility: facility,
    message_type: event.startsWith('S') ? 'SIU' : 'ADT',
    event,
    patient_identifier: person.number,
    location: place.ward,
    patient_class: place.patientClass,
    visit_number: stay.number,
    given_name: person.given,
    family_name: person.family,
    birth_date: isoDay(person.born),
    sex: person.sex,
    language: person.language.toLowerCase(),
    phone_home: phoneField(person),
    phone: person.phone && internationalPhone(person.phone),
    email: person.email,
  };
}

const phoneField = ({ phone, email }: Person): string | null =>
  phone ? `${phone}^PRN^CP^${email ?? ''}` : email && `^NET^Internet^${email}`;

export const isoDay = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
/** All numbers of the sample hospitals are British. */
export const internationalPhone = (phone: string): string => `+44${phone.replaceAll(' ', '').slice(1)}`;

function writeText(hospital: DemoHospital, stay: PastStay, event: StayEvent, controlId: string): Uint8Array {
  const { person, number } = stay;
  if (event.event.startsWith('S')) return writeAppointment(hospital, stay, event, controlId);
  return buildAdtMessage(hospital, {
    event: event.event,
    at: event.at,
    controlId,
    stay: {
      patient: { ...person, deceased: stay.died },
      visitNumber: number,
      ward: event.ward,
      priorWard: event.event === 'A02' ? stay.priorWard : null,
      room: stay.room ?? '',
      service: stay.service,
      casualty: event.patientClass === 'E',
      admittedAt: stay.admittedAt ?? event.at,
    },
  });
}

/** Writes what a booking system sends of an appointment. */
export function writeAppointment(
  hospital: DemoHospital,
  {
    person,
    number,
    ward,
    service,
    expectedAt,
  }: Pick<PastStay, 'number' | 'ward' | 'service' | 'expectedAt'> & {
    person: Parameters<typeof patientSegment>[1];
  },
  { event, at, filler }: Pick<StayEvent, 'event' | 'at' | 'filler'>,
  controlId: string,
): Uint8Array {
  const begins = expectedAt ?? at;
  return buildMessage([
    messageHeader(hospital, ['SIU', event], at, controlId),
    [
      'SCH',
      appointmentNumber(number),
      ...empty(9),
      ['', '', '', hl7Time(begins), hl7Time(plus(begins, 20 * MINUTE_MS))],
      ...empty(13),
      filler ?? '',
    ],
    patientSegment(hospital, person, false),
    ['PV1', '1', 'O', [ward], ...empty(6), service, ...empty(8), [number]],
  ]);
}

export const appointmentNumber = (visitNumber: string): string => `A${visitNumber.slice(1)}`;

function writeBroken(
  hospital: DemoHospital,
  random: () => number,
  at: Date,
  keptSince: Date,
  place: number,
): PastMessage {
  const controlId = `${hospital.facility}-B${place}`;
  const raw = buildBrokenMessage(hospital, at, controlId, () => Math.min(random() * 0.5, 0.49));
  const isDate = Buffer.from(raw).includes('19991345');
  const receivedAt = plus(at, 900);
  return {
    stay: null,
    event: null,
    receivedAt,
    write: () => ({
      ...unprocessed(hospital, at),
      state: 'error',
      message_type: 'ADT',
      event: isDate ? 'A03' : 'A01',
      ...came(receivedAt, controlId, receivedAt < keptSince ? null : raw),
      ...(isDate
        ? { error_code: '102', error_field: 'PID-7', error_text: messageTexts.ERRORS.birthDate }
        : { error_code: '101', error_field: 'PID-3', error_text: messageTexts.missing('PID-3') }),
    }),
  };
}

function writeIgnored(hospital: DemoHospital, at: Date, keptSince: Date, place: number): PastMessage {
  const controlId = `${hospital.facility}-R${place}`;
  const raw = buildMessage([
    messageHeader({ ...hospital, sendingApplication: 'LAB1' }, ['ORU', 'R01'], at, controlId),
    ['PID', '1', '', [`X${place}`, '', '', hospital.facility]],
    ['OBX', '1', 'ST', 'GLU', '', '5.1'],
  ]);
  const receivedAt = plus(at, 700);
  return {
    stay: null,
    event: null,
    receivedAt,
    write: () => ({
      ...unprocessed(hospital, at),
      state: 'ignored',
      message_type: 'ORU',
      event: 'R01',
      ...came(receivedAt, controlId, receivedAt < keptSince ? null : raw),
    }),
  };
}

const unprocessed = ({ facility }: DemoHospital, at: Date) => ({
  event_at: at,
  sending_application: 'LAB1',
  sending_facility: facility,
});
