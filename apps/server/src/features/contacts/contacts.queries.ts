import type { contacts, PagingQuery, QueryOf } from '@wardvoice/contract';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { COUNT_CAP, fetchPage } from '../../platform/db/page.ts';
import type { DB } from '../../platform/db/schema.gen.ts';
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

/** Ways to find a contact by a term; each has an index of its own. */
function waysToFind(term: string, phone: string | null): RawBuilder<boolean>[] {
  const lower = term.toLowerCase();
  return [
    sql<boolean>`name_lower ^@ ${lower}`,
    sql<boolean>`last_word_lower ^@ ${lower}`,
    sql<boolean>`email_lower ^@ ${lower}`,
    sql<boolean>`external_id ^@ ${term}`,
    sql<boolean>`phone ^@ ${term}`,
    ...(phone === null ? [] : [sql<boolean>`phone = ${phone}`]),
  ];
}

/**
 * Id and name of whom each of the ways finds; somebody found in two ways is there twice. An "or" would use no index, and the
 * indexes hold both, so no contact is read. `most`: of each way.
 */
function findEachWay(scope: Scope, ways: readonly RawBuilder<boolean>[], most?: number) {
  const limit = most === undefined ? sql`` : sql`limit ${most}`;
  return sql.join(
    ways.map(
      (way) =>
        sql`(select id, name_lower from contacts where application_id = ${scope.applicationId} and ${way} ${limit})`,
    ),
    sql` union all `,
  );
}

/** For lists that narrow it down otherwise as well. */
export const idsFoundBy = (scope: Scope, term: string, phone: string | null) =>
  sql`(select id from (${findEachWay(scope, waysToFind(term, phone))}) found)`;

/** Of so many of a million, the first in any order are soon met. */
const MANY = 100_000;

/** Found by a term and nothing else: only the contacts of the page are read. */
async function searchContacts(
  tx: Tx,
  scope: Scope,
  { term, sort, ...paging }: PagingQuery & { term: string; sort: QueryOf<typeof contacts.listContacts>['sort'] },
) {
  const ways = waysToFind(term, await phoneIn(tx, scope, term));
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const found = (most?: number) =>
    sql<{ id: number; name_lower: string }>`(
      select id, min(name_lower) as name_lower from (${findEachWay(scope, ways, most)}) ways group by id)`.as('f');
  const { rows } = await sql`select from (${findEachWay(scope, ways)}) ways offset ${MANY} limit 1`.execute(tx);
  const name = sql`name_lower collate "C"`;
  const query =
    rows.length > 0
      ? ofApplication(tx, scope)
          .select('c.id')
          .where((where) => where.or(ways))
          .orderBy(sort.endsWith('name') ? name : 'c.id', direction)
          .orderBy('c.id', direction)
      : tx
          .selectFrom(found())
          .select('f.id')
          .orderBy(sort.endsWith('name') ? name : 'f.id', direction)
          .orderBy('f.id', direction);
  const counting = tx.selectFrom(found(COUNT_CAP + 1)).select('f.id');
  const page = await fetchPage(tx, query as SelectQueryBuilder<DB, never, { id: number }>, paging, counting);
  return { ...page, data: await readContacts(tx, scope, page.data) };
}

/** In this order. */
export async function readContacts(tx: Tx, scope: Scope, found: readonly { id: number }[]) {
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await ofApplication(tx, scope).select(contactColumns).where('c.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
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
  if (term && opted_out === undefined && language === undefined && mailing_list_id === undefined)
    return searchContacts(tx, scope, { ...paging, term, sort });
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
    .$if(Boolean(term), (rows) => rows.where(sql<boolean>`c.id in ${idsFoundBy(scope, term as string, phone)}`))
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
