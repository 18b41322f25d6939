import { mailingLists, type PagingQuery, type QueryOf } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { isInWards, isOfSomeWards } from '../../platform/db/within-wards.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { idsFoundBy, isVisibleContact, phoneIn, readContacts } from '../contacts/index.ts';
import { countUnreachable } from './reach.queries.ts';
import { findLatestRefresh } from './refreshes.queries.ts';

const ofApplication = (tx: Tx, scope: ApplicationScope) =>
  tx.selectFrom('mailing_lists as l').where('l.application_id', '=', scope.applicationId);

/** SQL: the caller may see the contact of `lc`, a row of a list. */
const isVisibleMember = (scope: ApplicationScope): RawBuilder<boolean> =>
  isOfSomeWards(scope)
    ? sql<boolean>`exists (
        select from contacts c
        where c.application_id = lc.application_id and c.id = lc.contact_id and ${isVisibleContact(scope)})`
    : sql<boolean>`true`;

/** SQL: the number of contacts on list `l` whom the caller may see. */
export const contactsCount = (scope: ApplicationScope) => sql<number>`(
  select count(*) from mailing_list_contacts lc
  where lc.application_id = l.application_id and lc.mailing_list_id = l.id and ${isVisibleMember(scope)})`;

const columnsFor = (scope: ApplicationScope) =>
  [
    'l.id',
    'l.name',
    'l.title',
    sql<mailingLists.ListType>`l.type_of`.as('type_of'),
    'l.refreshed_at',
    'l.version',
    contactsCount(scope).as('contacts_count'),
  ] as const;

export function listMailingLists(
  tx: Tx,
  scope: ApplicationScope,
  { term, type_of, sort, ...paging }: QueryOf<typeof mailingLists.listMailingLists>,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const pattern = containing(term);
  const query = ofApplication(tx, scope)
    .select(columnsFor(scope))
    .$if(Boolean(term), (rows) =>
      rows.where((where) => where.or([where('l.name', 'ilike', pattern), where('l.title', 'ilike', pattern)])),
    )
    .$call((rows) => (type_of === undefined ? rows : rows.where('l.type_of', '=', type_of)))
    .orderBy(sort.endsWith('name') ? sql`lower(l.name)` : 'l.id', direction)
    .orderBy('l.id');
  return fetchPage(tx, query, { ...paging, term });
}

export async function getMailingList(tx: Tx, scope: ApplicationScope, id: number) {
  const found = await ofApplication(tx, scope)
    .select([...columnsFor(scope), 'l.rules'])
    .where('l.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This mailing list');
  const refresh = (await findLatestRefresh(tx, scope.applicationId, id)) ?? null;
  const { without_address, opted_out } = await countUnreachable(tx, scope, id, ['email', 'sms']);
  return {
    ...found,
    unreachable_count: without_address + opted_out,
    rules: mailingLists.listRules.parse(found.rules),
    refresh,
  };
}

/** Locks the row until the end of the transaction. */
export const lockMailingList = (tx: Tx, scope: ApplicationScope, id: number) =>
  findMailingList(tx, scope, id, { lock: true });

export async function findMailingList(tx: Tx, scope: ApplicationScope, id: number, { lock = false } = {}) {
  const found = await ofApplication(tx, scope)
    .select(['l.id', 'l.name', 'l.title', sql<mailingLists.ListType>`l.type_of`.as('type_of'), 'l.rules', 'l.version'])
    .where('l.id', '=', id)
    .$if(lock, (rows) => rows.forUpdate())
    .executeTakeFirst();
  if (!found) throw new NotFound('This mailing list');
  return { ...found, rules: mailingLists.listRules.parse(found.rules) };
}

/** Returns whether another list has this name, ignoring case. */
export async function isNameTaken(tx: Tx, scope: ApplicationScope, name: string, exceptId = 0): Promise<boolean> {
  const found = await ofApplication(tx, scope)
    .select('l.id')
    .where(sql`lower(l.name)`, '=', name.toLowerCase())
    .where('l.id', '<>', exceptId)
    .executeTakeFirst();
  return found !== undefined;
}

interface ListValues {
  name: string;
  title: string | null;
  type_of: mailingLists.ListType;
  rules: mailingLists.ListRules;
}

export async function insertMailingList(tx: Tx, applicationId: number, values: ListValues): Promise<number> {
  const { id } = await tx
    .insertInto('mailing_lists')
    .values({ ...values, rules: JSON.stringify(values.rules), application_id: applicationId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateMailingList(
  tx: Tx,
  scope: ApplicationScope,
  id: number,
  values: ListValues,
): Promise<void> {
  await tx
    .updateTable('mailing_lists')
    .set({ ...values, rules: JSON.stringify(values.rules) })
    .where('application_id', '=', scope.applicationId)
    .where('id', '=', id)
    .execute();
}

/** Counts broadcasts that still use the list: running, paused, or with a scheduled day to come. */
async function countBroadcasts(tx: Tx, scope: ApplicationScope, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from broadcasts
    where application_id = ${scope.applicationId} and sendable_id = ${id} and deleted_at is null
      and (state in ('running', 'paused') or (state = 'scheduled' and next_run_at is not null))`.execute(tx);
  return rows[0]?.count ?? 0;
}

const deletionRefusal = (broadcasts: number): string | null =>
  broadcasts === 0
    ? null
    : `${broadcasts === 1 ? '1 broadcast is' : `${broadcasts} broadcasts are`} still sent to this list. Cancel or delete what is scheduled first, or choose another list there.`;

/** Returns what uses a list, and why it cannot be deleted, in the words of the refusal. */
export async function getMailingListUses(tx: Tx, scope: ApplicationScope, id: number, now: Date) {
  const broadcasts = await countBroadcasts(tx, scope, id);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from kiosks
    where application_id = ${scope.applicationId} and mailing_list_id = ${id} and ended_at is null
      and expires_at > ${now}`.execute(tx);
  return { broadcasts, kiosks: onlyRow(rows).count, deletion_refusal: deletionRefusal(broadcasts) };
}

/** Deletes a list. Throws 409 while broadcasts still use it. */
export async function deleteMailingList(tx: Tx, scope: ApplicationScope, id: number): Promise<void> {
  const refusal = deletionRefusal(await countBroadcasts(tx, scope, id));
  if (refusal !== null) throw new Conflict(refusal);
  await tx.deleteFrom('mailing_lists').where('application_id', '=', scope.applicationId).where('id', '=', id).execute();
}

export async function listMembers(tx: Tx, scope: ApplicationScope, listId: number, { term, ...paging }: PagingQuery) {
  const phone = await phoneIn(tx, scope, term);
  const query = tx
    .selectFrom('mailing_list_contacts as lc')
    .select('lc.contact_id as id')
    .where('lc.application_id', '=', scope.applicationId)
    .where('lc.mailing_list_id', '=', listId)
    .where(isVisibleMember(scope))
    .$call((rows) => (term ? rows.where(sql<boolean>`lc.contact_id in ${idsFoundBy(scope, term, phone)}`) : rows))
    // The order is that of the list's own index, so a page of a million contacts opens as fast as a page of ten.
    .orderBy('lc.contact_id', 'desc');
  const page = await fetchPage(tx, query, { ...paging, term });
  return { ...page, data: await readContacts(tx, scope, page.data) };
}

/** Counts the contacts of the list whom the caller may see. */
export async function countMembers(tx: Tx, scope: ApplicationScope, listId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from mailing_list_contacts lc
    where lc.application_id = ${scope.applicationId} and lc.mailing_list_id = ${listId} and ${isVisibleMember(scope)}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

export async function addMember(tx: Tx, applicationId: number, listId: number, contactId: number): Promise<void> {
  await tx
    .insertInto('mailing_list_contacts')
    .values({ application_id: applicationId, mailing_list_id: listId, contact_id: contactId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * SQL text for a connection that is not Kysely's: puts every `contact_id` of a query on a list. The ids are parameters
 * such as $1. The caller appends what to do with contacts that are on the list already.
 */
export const addMembersText = (applicationId: string, listId: string, contacts: string): string => `
  insert into mailing_list_contacts (application_id, mailing_list_id, contact_id)
  select ${applicationId}::bigint, ${listId}::bigint, contact_id from ${contacts}`;

/** Puts a contact on every list that another is on. */
export async function addToListsOf(
  tx: Tx,
  applicationId: number,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<void> {
  await sql`
    insert into mailing_list_contacts (application_id, mailing_list_id, contact_id)
    select application_id, mailing_list_id, ${toId} from mailing_list_contacts
    where application_id = ${applicationId} and contact_id = ${fromId}
    on conflict do nothing`.execute(tx);
}

export async function removeMember(tx: Tx, scope: ApplicationScope, listId: number, contactId: number): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('mailing_list_contacts')
    .where('application_id', '=', scope.applicationId)
    .where('mailing_list_id', '=', listId)
    .where('contact_id', '=', contactId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new NotFound('This contact is not on the list, or');
}

export async function listRuleChoices(tx: Tx, scope: ApplicationScope) {
  const distinct = async (column: 'location' | 'patient_class' | 'hospital_service') => {
    const { rows } = await sql<{ value: string }>`
      select distinct ${sql.ref(column)} as value from (
        select ${sql.ref(column)} from visits
        where application_id = ${scope.applicationId} and state <> 'cancelled' and ${isInWards(scope, 'location')}
        order by last_event_at desc limit 20000) lately
      where ${sql.ref(column)} is not null order by 1 limit 300`.execute(tx);
    return rows.map(({ value }) => value);
  };
  return {
    location: await distinct('location'),
    patient_class: await distinct('patient_class'),
    hospital_service: await distinct('hospital_service'),
    sex: ['F', 'M', 'O', 'U'],
  };
}
