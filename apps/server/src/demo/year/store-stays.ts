import type { Tx } from '../../platform/db/database.ts';
import { reserveIds } from '../../platform/db/reserve-ids.ts';
import type { DemoHospital } from '../demo-hospitals.ts';
import { insertEach, type Row } from './insert-rows.ts';
import type { PastStay, Person, StayEvent } from './draw-stays.ts';
import { appointmentNumber, internationalPhone, isoDay, type PastMessage } from './write-messages.ts';

/** Ids of what was stored. */
export interface StoredStays {
  patientId(person: Person): number;
  visitId(stay: PastStay): number;
  /** The message that reported the end of the stay. */
  lastMessageId(stay: PastStay): number;
  messageId(event: StayEvent): number;
}

/** Stores patients with their numbers, their stays, and the messages that reported them. */
export async function storeStays(
  tx: Tx,
  applicationId: number,
  hospital: DemoHospital,
  {
    people,
    stays,
    messages,
  }: { people: readonly Person[]; stays: readonly PastStay[]; messages: readonly PastMessage[] },
): Promise<StoredStays> {
  const patientIds = await reserveIds(tx, 'patients', people.length);
  const visitIds = await reserveIds(tx, 'visits', stays.length);
  const messageIds = await reserveIds(tx, 'hl7_messages', messages.length);
  const patientOf = new Map(people.map((person, index) => [person, patientIds[index] ?? 0]));
  const visitOf = new Map(stays.map((stay, index) => [stay, visitIds[index] ?? 0]));
  const lastOf = new Map<PastStay, { id: number; at: Date }>();
  const messageOf = new Map<StayEvent, number>();
  for (const [index, { stay, event }] of messages.entries()) {
    if (!stay || !event) continue;
    const id = messageIds[index] ?? 0;
    messageOf.set(event, id);
    lastOf.set(stay, { id, at: event.at });
  }

  await storePatients(tx, applicationId, hospital, people, patientOf);
  await insertEach(tx, 'visits', stays, (stay) => ({
    id: visitOf.get(stay) ?? 0,
    application_id: applicationId,
    patient_id: patientOf.get(stay.person) ?? 0,
    ...visitRow(stay),
    last_event_at: lastOf.get(stay)?.at ?? new Date(0),
    moved_at: lastOf.get(stay)?.at ?? new Date(0),
    last_message_id: lastOf.get(stay)?.id ?? null,
  }));
  await insertEach(tx, 'hl7_messages', messages, ({ stay, write }, index) => ({
    ...write(),
    id: messageIds[index] ?? 0,
    application_id: applicationId,
    patient_id: stay ? (patientOf.get(stay.person) ?? null) : null,
    visit_id: stay ? (visitOf.get(stay) ?? null) : null,
  }));
  return {
    patientId: (person) => patientOf.get(person) ?? 0,
    visitId: (stay) => visitOf.get(stay) ?? 0,
    messageId: (event) => messageOf.get(event) ?? 0,
    lastMessageId: (stay) => lastOf.get(stay)?.id ?? 0,
  };
}

async function storePatients(
  tx: Tx,
  applicationId: number,
  { facility }: DemoHospital,
  people: readonly Person[],
  patientOf: ReadonlyMap<Person, number>,
): Promise<void> {
  const own = { application_id: applicationId };
  await insertEach(tx, 'patients', people, (person) => ({
    ...own,
    id: patientOf.get(person) ?? 0,
    identifier: person.number,
    authority: facility,
    given_name: person.given,
    family_name: person.family,
    birth_date: isoDay(person.born),
    sex: person.sex,
    language: person.language.toLowerCase(),
    phone: person.phone && internationalPhone(person.phone),
    email: person.email,
    deceased: person.diedAt !== null,
    died_at: person.diedAt,
    facts_at: person.lastSeenAt,
    created_at: person.firstSeenAt,
  }));
  const { id: authority_id } = await tx
    .insertInto('patient_authorities')
    .values({ ...own, title: facility })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('patient_authority_names')
    .values({ ...own, authority_id, name: `namespace:${facility}` })
    .execute();
  await insertEach(tx, 'patient_identifiers', people, (person) => ({
    ...own,
    authority_id,
    identifier: person.number,
    type: 'MR',
    identifies: true,
    patient_id: patientOf.get(person) ?? 0,
  }));
}

function visitRow(
  stay: PastStay,
): Omit<Row<'visits'>, 'id' | 'application_id' | 'patient_id' | 'last_event_at' | 'moved_at'> {
  const isAppointment = stay.appointmentState !== null;
  return {
    visit_number: stay.number,
    appointment_number: isAppointment ? appointmentNumber(stay.number) : null,
    appointment_state: stay.appointmentState,
    kind: stay.kind,
    state: stay.state,
    patient_class: stay.events.at(-1)?.patientClass ?? null,
    patient_number: stay.person.number,
    hospital_service: stay.service,
    location: stay.ward,
    room: stay.room,
    bed: stay.room && 'A',
    prior_location: stay.priorWard,
    expected_at: stay.expectedAt,
    admitted_at: stay.admittedAt,
    discharged_at: stay.endedAt,
    discharge_disposition: isAppointment || stay.endedAt === null ? null : stay.died ? '20' : '01',
    opened_by: stay.events[0]?.event ?? '',
    on_leave: false,
  };
}
