import type { contacts, PagingQuery, QueryOf } from '@wardvoice/contract';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { COUNT_CAP, fetchPage, isOneOf, readRowsOf } from '../../platform/db/page.ts';
import type { DB } from '../../platform/db/schema.gen.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { isOfSomeWards, isPatientInWards } from '../../platform/db/within-wards.ts';
import { carryOptOuts, type CarrySource } from '../consent/index.ts';
import { isVisibleContact } from './is-visible-contact.ts';
import { patientOfContact } from './patient-of-contact.ts';
import { readPhone } from './read-phone.ts';

/** Contacts of the caller's application that the caller may see. */
export const visibleContacts = (tx: Tx, scope: ApplicationScope) =>
  tx
    .selectFrom('contacts as c')
    .where('c.application_id', '=', scope.applicationId)
    .$if(isOfSomeWards(scope), (rows) => rows.where(isVisibleContact(scope)));

const hasOptedOut = (channel: 'email' | 'sms', address: RawBuilder<unknown>) => sql<boolean>`exists (
  select from opt_outs o
  where o.application_id = c.application_id and o.channel = ${channel} and o.address = ${address})`;

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
  patientOfContact.as('patient_id'),
] as const;

/** Conditions that find a contact by a term; each has an index of its own. */
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
 * Returns id and name of the contacts that match each condition; a contact that matches two is returned twice. A
 * condition with "or" would use no index. The indexes contain both columns, so no row is read. `most` limits the
 * matches of each condition.
 */
function findEachWay(scope: ApplicationScope, ways: readonly RawBuilder<boolean>[], most?: number) {
  const limit = most === undefined ? sql`` : sql`limit ${most}`;
  return sql.join(
    ways.map(
      (way) =>
        sql`(select id, name_lower from contacts where application_id = ${scope.applicationId} and ${way} ${limit})`,
    ),
    sql` union all `,
  );
}

/** For lists that have further conditions. `most` limits what is found in each way. */
export const idsFoundBy = (scope: ApplicationScope, term: string, phone: string | null, most?: number) =>
  sql`(select id from (${findEachWay(scope, waysToFind(term, phone), most)}) found)`;

/** Where this many match, reading in the order of the list soon finds a page of them. */
const MANY = 100_000;

/** Searches by a term and nothing else, and reads only the contacts of the page. */
async function searchContacts(
  tx: Tx,
  scope: ApplicationScope,
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
      ? visibleContacts(tx, scope)
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

/** Returns these contacts in the order given. */
export async function readContacts(tx: Tx, scope: ApplicationScope, found: readonly { id: number }[]) {
  return readRowsOf(
    tx,
    found.map(({ id }) => id),
    (ids) => visibleContacts(tx, scope).select(contactColumns).where(isOneOf('c.id', ids)).execute(),
  );
}

/** Returns the term as an E.164 number if it is a phone number as written in the application's country; else null. */
export async function phoneIn(tx: Tx, scope: ApplicationScope, term: string | undefined): Promise<string | null> {
  if (!term || !/^[+\d][\d\s()./-]{4,}$/.test(term)) return null;
  return readPhone(term, await getCountry(tx, scope.applicationId));
}

export async function listContacts(
  tx: Tx,
  scope: ApplicationScope,
  { term, opted_out, language, mailing_list_id, sort, ...paging }: QueryOf<typeof contacts.listContacts>,
) {
  const isTermAlone = opted_out === undefined && language === undefined && mailing_list_id === undefined;
  if (term && isTermAlone && !isOfSomeWards(scope)) return searchContacts(tx, scope, { ...paging, term, sort });
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const application = scope.applicationId;
  const optedOut = sql<boolean>`c.id in (
    select s.id from opt_outs o join contacts s
      on s.application_id = o.application_id and o.channel = 'email' and s.email_lower = o.address
      where o.application_id = ${application}
    union all
    select s.id from opt_outs o join contacts s
      on s.application_id = o.application_id and o.channel = 'sms' and s.phone = o.address
      where o.application_id = ${application})`;
  const phone = await phoneIn(tx, scope, term);
  const query = visibleContacts(tx, scope)
    .select(contactColumns)
    .$call((rows) => (term ? rows.where(sql<boolean>`c.id in ${idsFoundBy(scope, term, phone)}`) : rows))
    .$if(opted_out === '1', (rows) => rows.where(optedOut))
    .$if(opted_out === '0', (rows) => rows.where(sql<boolean>`not ${optedOut}`))
    .$call((rows) => (language === undefined ? rows : rows.where('c.language', '=', language)))
    .$call((rows) =>
      mailing_list_id === undefined
        ? rows
        : rows.where('c.id', 'in', (sub) =>
            sub
              .selectFrom('mailing_list_contacts as lc')
              .select('lc.contact_id')
              .where('lc.application_id', '=', application)
              .where('lc.mailing_list_id', '=', mailing_list_id),
          ),
    )
    .orderBy(sort.endsWith('name') ? sql`c.name_lower collate "C"` : 'c.id', direction)
    .orderBy('c.id', direction);
  return fetchPage(tx, query, { ...paging, term });
}

export async function getContact(tx: Tx, scope: ApplicationScope, id: number) {
  const found = await visibleContacts(tx, scope)
    .select([...contactColumns, 'c.follows_patient'])
    .where('c.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This contact');
  const lists = await tx
    .selectFrom('mailing_list_contacts as lc')
    .innerJoin('mailing_lists as l', 'l.id', 'lc.mailing_list_id')
    .select(['l.id', 'l.name', 'l.type_of'])
    .where('lc.application_id', '=', scope.applicationId)
    .where('lc.contact_id', '=', id)
    .orderBy('l.name')
    .limit(200)
    .execute();
  return { ...found, lists };
}

/** Locks the row until the end of the transaction. */
export async function lockContact(tx: Tx, scope: ApplicationScope, id: number) {
  const found = await visibleContacts(tx, scope).selectAll().where('c.id', '=', id).forUpdate().executeTakeFirst();
  if (!found) throw new NotFound('This contact');
  return found;
}

/** Returns true when somebody has this number and everybody who has it is a patient whom the caller may see. */
export async function isNumberInWards(tx: Tx, scope: ApplicationScope, externalId: string): Promise<boolean> {
  const { rows } = await sql<{ is_theirs: boolean | null }>`
    select bool_and(${isPatientInWards(scope, 'n.patient_id')}) as is_theirs from patient_identifiers n
    where n.application_id = ${scope.applicationId} and n.identifier = ${externalId}`.execute(tx);
  return rows[0]?.is_theirs === true;
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

/** Changes a contact by hand. From now on it does not follow its patient's data. */
export async function updateContact(
  tx: Tx,
  scope: ApplicationScope,
  id: number,
  values: Partial<ContactValues>,
): Promise<void> {
  await tx
    .updateTable('contacts')
    .set({
      ...values,
      follows_patient: false,
      // A contact with another number stands for another person.
      ...(values.external_id === undefined
        ? {}
        : { patient_id: sql<number | null>`case when external_id = ${values.external_id} then patient_id end` }),
    })
    .where('application_id', '=', scope.applicationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteContact(tx: Tx, scope: ApplicationScope, id: number): Promise<void> {
  await tx.deleteFrom('contacts').where('application_id', '=', scope.applicationId).where('id', '=', id).execute();
}

export async function getCountry(tx: Tx, applicationId: number): Promise<string> {
  const { country } = await tx
    .selectFrom('applications')
    .select('country')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return country;
}

/** Carries opt-outs over to corrected addresses, so that a correction opts nobody in again. */
export async function carryOptOutsOf(
  tx: Tx,
  change: { applicationId: number; source: CarrySource; userId: number | null; contactId: number },
  from: Pick<ContactValues, 'email' | 'phone'>,
  to: Pick<ContactValues, 'email' | 'phone'>,
): Promise<void> {
  await carryOptOuts(
    tx,
    change,
    sql`
      select pair.*, ${change.contactId}::bigint as contact_id
      from (values ('email', lower(${from.email}::text), lower(${to.email}::text)), ('sms', ${from.phone}::text, ${to.phone}::text))
        as pair (channel, old, next)`,
  );
}
