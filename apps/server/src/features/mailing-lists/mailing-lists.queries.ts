import { mailingLists, type PagingQuery, type QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';
import { idsFoundBy, phoneIn, readContacts } from '../contacts/index.ts';
import { countUnreachable } from './reach.queries.ts';
import { findLatestRefresh } from './refreshes.queries.ts';

const ofApplication = (tx: Tx, scope: Scope) =>
  tx.selectFrom('mailing_lists as l').where('l.application_id', '=', scope.applicationId as number);

const columns = [
  'l.id',
  'l.name',
  'l.title',
  sql<mailingLists.ListType>`l.type_of`.as('type_of'),
  'l.refreshed_at',
  'l.version',
  sql<number>`(
    select count(*) from mailing_list_contacts lc
    where lc.application_id = l.application_id and lc.mailing_list_id = l.id)`.as('contacts_count'),
] as const;

export function listMailingLists(
  tx: Tx,
  scope: Scope,
  { term, type_of, sort, ...paging }: QueryOf<typeof mailingLists.listMailingLists>,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const pattern = `%${(term ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const query = ofApplication(tx, scope)
    .select(columns)
    .$if(Boolean(term), (rows) =>
      rows.where((where) => where.or([where('l.name', 'ilike', pattern), where('l.title', 'ilike', pattern)])),
    )
    .$if(type_of !== undefined, (rows) => rows.where('l.type_of', '=', type_of as string))
    .orderBy(sort.endsWith('name') ? sql`lower(l.name)` : 'l.id', direction)
    .orderBy('l.id');
  return fetchPage(tx, query, { ...paging, term });
}

export async function getMailingList(tx: Tx, scope: Scope, id: number) {
  const found = await ofApplication(tx, scope)
    .select([...columns, 'l.rules'])
    .where('l.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This mailing list');
  const refresh = (await findLatestRefresh(tx, scope.applicationId as number, id)) ?? null;
  const { without_address, opted_out } = await countUnreachable(tx, scope.applicationId as number, id, [
    'email',
    'sms',
  ]);
  return {
    ...found,
    unreachable_count: without_address + opted_out,
    rules: mailingLists.listRules.parse(found.rules),
    refresh,
  };
}

/** Locks the row until the end of the transaction. */
export const lockMailingList = (tx: Tx, scope: Scope, id: number) => findMailingList(tx, scope, id, { lock: true });

export async function findMailingList(tx: Tx, scope: Scope, id: number, { lock = false } = {}) {
  const found = await ofApplication(tx, scope)
    .select(['l.id', 'l.name', 'l.title', sql<mailingLists.ListType>`l.type_of`.as('type_of'), 'l.rules', 'l.version'])
    .where('l.id', '=', id)
    .$if(lock, (rows) => rows.forUpdate())
    .executeTakeFirst();
  if (!found) throw new NotFound('This mailing list');
  return { ...found, rules: mailingLists.listRules.parse(found.rules) };
}

/** Another list of that name, however it is capitalised. */
export async function isNameTaken(tx: Tx, scope: Scope, name: string, exceptId = 0): Promise<boolean> {
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

export async function updateMailingList(tx: Tx, scope: Scope, id: number, values: ListValues): Promise<void> {
  await tx
    .updateTable('mailing_lists')
    .set({ ...values, rules: JSON.stringify(values.rules) })
    .where('application_id', '=', scope.applicationId as number)
    .where('id', '=', id)
    .execute();
}

/** Broadcasts that still send to it: running, paused, or with a day to come. */
async function countBroadcasts(tx: Tx, scope: Scope, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from broadcasts
    where application_id = ${scope.applicationId} and sendable_id = ${id} and deleted_at is null
      and (state in ('running', 'paused') or (state = 'scheduled' and next_run_at is not null))`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** 409 while broadcasts are still to be sent to it. */
export async function deleteMailingList(tx: Tx, scope: Scope, id: number): Promise<void> {
  const broadcasts = await countBroadcasts(tx, scope, id);
  if (broadcasts > 0)
    throw new Conflict(
      `${broadcasts === 1 ? '1 broadcast is' : `${broadcasts} broadcasts are`} still sent to this list. Cancel or delete what is scheduled first, or choose another list there.`,
    );
  await tx
    .deleteFrom('mailing_lists')
    .where('application_id', '=', scope.applicationId as number)
    .where('id', '=', id)
    .execute();
}

export async function listMembers(tx: Tx, scope: Scope, listId: number, { term, ...paging }: PagingQuery) {
  const phone = await phoneIn(tx, scope, term);
  const query = tx
    .selectFrom('mailing_list_contacts as lc')
    .select('lc.contact_id as id')
    .where('lc.application_id', '=', scope.applicationId as number)
    .where('lc.mailing_list_id', '=', listId)
    .$if(Boolean(term), (rows) =>
      rows.where(sql<boolean>`lc.contact_id in ${idsFoundBy(scope, term as string, phone)}`),
    )
    // By the list's own index: a page of a million opens as fast as one of ten.
    .orderBy('lc.contact_id', 'desc');
  const page = await fetchPage(tx, query, { ...paging, term });
  return { ...page, data: await readContacts(tx, scope, page.data) };
}

export async function countMembers(tx: Tx, applicationId: number, listId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from mailing_list_contacts
    where application_id = ${applicationId} and mailing_list_id = ${listId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function addMember(tx: Tx, applicationId: number, listId: number, contactId: number): Promise<void> {
  await tx
    .insertInto('mailing_list_contacts')
    .values({ application_id: applicationId, mailing_list_id: listId, contact_id: contactId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeMember(tx: Tx, scope: Scope, listId: number, contactId: number): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('mailing_list_contacts')
    .where('application_id', '=', scope.applicationId as number)
    .where('mailing_list_id', '=', listId)
    .where('contact_id', '=', contactId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new NotFound('This contact is not on the list, or');
}

export async function listRuleChoices(tx: Tx, scope: Scope) {
  const distinct = async (column: 'location' | 'patient_class' | 'hospital_service') => {
    const { rows } = await sql<{ value: string }>`
      select distinct ${sql.ref(column)} as value from (
        select ${sql.ref(column)} from visits
        where application_id = ${scope.applicationId} and state <> 'cancelled'
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
