import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';
import type { PatientChannel } from '../consent/index.ts';

/** Everything by which the system knows one person. */
export interface Person {
  /** The record of the patient; null for a contact who is no patient. */
  patientId: number | null;
  /** That record, and those that were merged into it. */
  patientIds: number[];
  /** Contacts that stand for the patient: made from the record, or with one of the patient's numbers. */
  contactIds: number[];
  numbers: string[];
  names: { given: string; family: string }[];
  /** Addresses on record, and those that something was sent to or came from. */
  addresses: { channel: PatientChannel; address: string }[];
}

/** Returns the person of a patient's record. A record that was merged stands for the one that lives on. */
export async function findPatientPerson(tx: Tx, applicationId: number, patientId: number): Promise<Person> {
  const { rows } = await sql<{ root: number; ids: number[] }>`
    select found.root, array(
      select p.id from patients p
      where p.application_id = ${applicationId} and (p.id = found.root or p.merged_into_id = found.root) order by p.id
    ) as ids
    from (
      select coalesce(merged_into_id, id) as root from patients
      where application_id = ${applicationId} and id = ${patientId}) found`.execute(tx);
  const [found] = rows;
  if (!found) throw new NotFound('This patient');
  const { rows: contacts } = await sql<{ id: number }>`
    select c.id from contacts c
    where c.application_id = ${applicationId} and (
      c.patient_id = any(${found.ids}::bigint[])
      or c.patient_id is null and c.external_id in (
        select n.identifier from patient_identifiers n
        where n.application_id = ${applicationId} and n.patient_id = any(${found.ids}::bigint[]) and n.identifies)
        and not exists (
          select from patient_identifiers other
          where other.application_id = ${applicationId} and other.identifier = c.external_id
            and other.patient_id <> all(${found.ids}::bigint[])))`.execute(tx);
  return describe(tx, applicationId, {
    patientId: found.root,
    patientIds: found.ids,
    contactIds: contacts.map(({ id }) => id),
  });
}

/** Returns the person of a contact: its patient, or the contact alone. */
export async function findContactPerson(tx: Tx, applicationId: number, contactId: number): Promise<Person> {
  const contact = await tx
    .selectFrom('contacts')
    .select('patient_id')
    .where('application_id', '=', applicationId)
    .where('id', '=', contactId)
    .executeTakeFirst();
  if (!contact) throw new NotFound('This contact');
  if (contact.patient_id !== null) return findPatientPerson(tx, applicationId, contact.patient_id);
  return describe(tx, applicationId, { patientId: null, patientIds: [], contactIds: [contactId] });
}

/** Adds contacts to a person: those of the same address that somebody says are the same person. */
export const withContacts = (
  tx: Tx,
  applicationId: number,
  { patientId, patientIds, contactIds }: Person,
  more: readonly number[],
): Promise<Person> =>
  describe(tx, applicationId, { patientId, patientIds, contactIds: [...new Set([...contactIds, ...more])] });

async function describe(
  tx: Tx,
  applicationId: number,
  ids: Pick<Person, 'patientId' | 'patientIds' | 'contactIds'>,
): Promise<Person> {
  const { patientIds, contactIds } = ids;
  const { rows: numbers } = await sql<{ number: string }>`
    select identifier as number from patient_identifiers
    where application_id = ${applicationId} and patient_id = any(${patientIds}::bigint[])
    union
    select identifier from patients where application_id = ${applicationId} and id = any(${patientIds}::bigint[]) and identifier <> ''
    union
    select external_id from contacts
    where application_id = ${applicationId} and id = any(${contactIds}::bigint[]) and external_id is not null`.execute(
    tx,
  );
  const { rows: names } = await sql<{ given: string; family: string }>`
    select given_name as given, family_name as family from patients
    where application_id = ${applicationId} and id = any(${patientIds}::bigint[]) and given_name is not null and family_name is not null
    union
    select split_part(name, ' ', 1), regexp_replace(name, '^.* ', '') from contacts
    where application_id = ${applicationId} and id = any(${contactIds}::bigint[]) and name <> ''`.execute(tx);
  const { rows: addresses } = await sql<Person['addresses'][number]>`
    select channel, address from (
      select 'email' as channel, lower(email) as address from patients where application_id = ${applicationId} and id = any(${patientIds}::bigint[])
      union select 'sms', phone from patients where application_id = ${applicationId} and id = any(${patientIds}::bigint[])
      union select 'email', email_lower from contacts where application_id = ${applicationId} and id = any(${contactIds}::bigint[])
      union select 'sms', phone from contacts where application_id = ${applicationId} and id = any(${contactIds}::bigint[])
      union select channel, lower(recipient) from deliveries
        where application_id = ${applicationId} and channel in ('email', 'sms')
          and (patient_id = any(${patientIds}::bigint[]) or contact_id = any(${contactIds}::bigint[]))
      union select channel, lower(from_address) from inbound_texts
        where application_id = ${applicationId}
          and (patient_id = any(${patientIds}::bigint[]) or contact_id = any(${contactIds}::bigint[]))
    ) known where address is not null and address <> ''`.execute(tx);
  return { ...ids, numbers: numbers.map(({ number }) => number), names, addresses };
}

/** Lists contacts with an address of the person who are not among the person's: relatives, or the same person again. */
export async function listSameAddress(tx: Tx, applicationId: number, { contactIds, addresses }: Person) {
  const { rows } = await sql<{ id: number; name: string; email: string | null; phone: string | null }>`
    select id, name, email, phone from contacts
    where application_id = ${applicationId} and id <> all(${contactIds}::bigint[])
      and (phone = any(${of(addresses, 'sms')}::text[]) or email_lower = any(${of(addresses, 'email')}::text[]))
    order by id limit 100`.execute(tx);
  return rows;
}

/** Returns the addresses of the person that nobody else has: no other patient, and no other contact. */
export async function listOwnAddresses(
  tx: Tx,
  applicationId: number,
  { patientIds, contactIds, addresses }: Person,
): Promise<Person['addresses']> {
  const { rows } = await sql<Person['addresses'][number]>`
    select a.channel, a.address from jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb) as a (channel text, address text)
    where not exists (
        select from patients p
        where p.application_id = ${applicationId} and p.id <> all(${patientIds}::bigint[])
          and (a.channel = 'sms' and p.phone = a.address or a.channel = 'email' and lower(p.email) = a.address))
      and not exists (
        select from contacts c
        where c.application_id = ${applicationId} and c.id <> all(${contactIds}::bigint[])
          and (a.channel = 'sms' and c.phone = a.address or a.channel = 'email' and c.email_lower = a.address))`.execute(
    tx,
  );
  return rows;
}

const of = (addresses: Person['addresses'], wanted: PatientChannel): string[] =>
  addresses.flatMap(({ channel, address }) => (channel === wanted ? [address] : []));
