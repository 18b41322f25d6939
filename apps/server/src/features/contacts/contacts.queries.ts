import type { contacts, QueryOf } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';
import { readPhone } from './read-phone.ts';

export const ofApplication = (tx: Tx, scope: Scope) =>
  tx.selectFrom('contacts as c').where('c.application_id', '=', scope.applicationId as number);

const hasOptedOut = (channel: 'email' | 'sms', address: RawBuilder<unknown>) => sql<boolean>`exists (
  select from opt_outs o
  where o.application_id = c.application_id and o.channel = ${channel} and o.address = ${address})`;

/** The patient that the external id is a number of. */
const patientId = sql<number | null>`(
  select min(n.patient_id) from patient_identifiers n
  where n.application_id = c.application_id and n.identifier = c.external_id)`.as('patient_id');

export const contactColumns = [
  'c.id',
  'c.name',
  'c.email',
  'c.phone',
  'c.language',
  'c.external_id',
  'c.created_at',
  'c.version',
  hasOptedOut('email', sql`c.email_lower`).as('email_opted_out'),
  hasOptedOut('sms', sql`c.phone`).as('sms_opted_out'),
  patientId,
] as const;

/** Contacts found by a term, as their ids: each way to find one has an index of its own, which an "or" would not use. */
export function searchFor(scope: Scope, term: string, phone: string | null) {
  const lower = term.toLowerCase();
  const application = scope.applicationId as number;
  return sql<boolean>`c.id in (
    select id from contacts where application_id = ${application} and name_lower ^@ ${lower}
    union all select id from contacts where application_id = ${application} and last_word_lower ^@ ${lower}
    union all select id from contacts where application_id = ${application} and email_lower ^@ ${lower}
    union all select id from contacts where application_id = ${application} and external_id ^@ ${term}
    union all select id from contacts where application_id = ${application} and phone ^@ ${term}
    union all select id from contacts where application_id = ${application} and phone = ${phone})`;
}

/** A number as people of the country write it, when the term is one. */
export async function phoneIn(tx: Tx, scope: Scope, term: string | undefined): Promise<string | null> {
  if (!term || !/^[+\d][\d\s()./-]{4,}$/.test(term)) return null;
  return readPhone(term, await getCountry(tx, scope.applicationId as number));
}

export async function listContacts(
  tx: Tx,
  scope: Scope,
  { term, opted_out, language, mailing_list_id, sort, ...paging }: QueryOf<typeof contacts.listContacts>,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const application = scope.applicationId as number;
  const optedOut = sql<boolean>`c.id in (
    select s.id from opt_outs o join contacts s
      on s.application_id = o.application_id and o.channel = 'email' and s.email_lower = o.address
      where o.application_id = ${application}
    union all
    select s.id from opt_outs o join contacts s
      on s.application_id = o.application_id and o.channel = 'sms' and s.phone = o.address
      where o.application_id = ${application})`;
  const phone = await phoneIn(tx, scope, term);
  const query = ofApplication(tx, scope)
    .select(contactColumns)
    .$if(Boolean(term), (rows) => rows.where(searchFor(scope, term as string, phone)))
    .$if(opted_out === '1', (rows) => rows.where(optedOut))
    .$if(opted_out === '0', (rows) => rows.where(sql<boolean>`not ${optedOut}`))
    .$if(language !== undefined, (rows) => rows.where('c.language', '=', language as string))
    .$if(mailing_list_id !== undefined, (rows) =>
      rows.where('c.id', 'in', (sub) =>
        sub
          .selectFrom('mailing_list_contacts as lc')
          .select('lc.contact_id')
          .where('lc.application_id', '=', application)
          .where('lc.mailing_list_id', '=', mailing_list_id as number),
      ),
    )
    .orderBy(sort.endsWith('name') ? sql`c.name_lower collate "C"` : 'c.id', direction)
    .orderBy('c.id', direction);
  return fetchPage(tx, query, { ...paging, term });
}

export async function getContact(tx: Tx, scope: Scope, id: number) {
  const found = await ofApplication(tx, scope)
    .select([...contactColumns, 'c.follows_patient'])
    .where('c.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This contact');
  const lists = await tx
    .selectFrom('mailing_list_contacts as lc')
    .innerJoin('mailing_lists as l', 'l.id', 'lc.mailing_list_id')
    .select(['l.id', 'l.name', 'l.type_of'])
    .where('lc.application_id', '=', scope.applicationId as number)
    .where('lc.contact_id', '=', id)
    .orderBy('l.name')
    .limit(200)
    .execute();
  return { ...found, lists };
}

/** Locks the row until the end of the transaction. */
export async function lockContact(tx: Tx, scope: Scope, id: number) {
  const found = await ofApplication(tx, scope).selectAll().where('c.id', '=', id).forUpdate().executeTakeFirst();
  if (!found) throw new NotFound('This contact');
  return found;
}

export interface ContactValues {
  name: string;
  email: string | null;
  phone: string | null;
  language: string | null;
  external_id: string | null;
}

export async function insertContact(tx: Tx, applicationId: number, values: ContactValues): Promise<number> {
  const { id } = await tx
    .insertInto('contacts')
    .values({ ...values, application_id: applicationId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** By hand: from now on it follows nobody. */
export async function updateContact(tx: Tx, scope: Scope, id: number, values: Partial<ContactValues>): Promise<void> {
  await tx
    .updateTable('contacts')
    .set({ ...values, follows_patient: false })
    .where('application_id', '=', scope.applicationId as number)
    .where('id', '=', id)
    .execute();
}

export async function deleteContact(tx: Tx, scope: Scope, id: number): Promise<void> {
  await tx
    .deleteFrom('contacts')
    .where('application_id', '=', scope.applicationId as number)
    .where('id', '=', id)
    .execute();
}

export async function getCountry(tx: Tx, applicationId: number): Promise<string> {
  const { country } = await tx
    .selectFrom('applications')
    .select('country')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return country;
}

/** Who said stop at the old address has said it at the new one too: nobody is re-subscribed by a correction. */
export async function carryOptOuts(
  tx: Tx,
  applicationId: number,
  from: Pick<ContactValues, 'email' | 'phone'>,
  to: Pick<ContactValues, 'email' | 'phone'>,
): Promise<void> {
  const pairs = [
    { channel: 'email', old: from.email?.toLowerCase(), next: to.email?.toLowerCase() },
    { channel: 'sms', old: from.phone, next: to.phone },
  ].filter(({ old, next }) => old && next && old !== next);
  for (const { channel, old, next } of pairs) {
    await sql`
      insert into opt_outs (application_id, channel, address, source, user_id)
      select application_id, channel, ${next}, source, user_id from opt_outs
      where application_id = ${applicationId} and channel = ${channel} and address = ${old} and source <> 'bounce'
      on conflict do nothing`.execute(tx);
  }
}
