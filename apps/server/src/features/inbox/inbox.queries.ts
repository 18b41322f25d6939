import { MAX_UNPAGED, type inbox, type QueryOf } from '@wardvoice/contract';
import { sql, type Insertable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isRestored } from '../../platform/db/is-restored.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import type { InboxItems } from '../../platform/db/schema.gen.ts';
import { firstOf } from '../../platform/db/patient-now.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';

/** SQL: why nothing is left to do about an item. */
const over = sql<inbox.InboxItem['over']>`case
  when c.state = 'closed' then 'case_closed'
  when a.closed_at is not null then 'alarm_closed'
  when item.kind = 'text_received' and x.handled_at is not null then 'text_handled'
  when item.kind = 'case_assigned' and c.claimed_by_id is distinct from item.user_id then 'given_to_another'
  when item.kind = 'feedback_assigned' and f.assigned_to_id is distinct from item.user_id then 'given_to_another'
  end`;

const columns = [
  'item.id',
  sql<inbox.InboxItem['kind']>`item.kind`.as('kind'),
  'item.case_id',
  'item.text_id',
  'item.feedback_id',
  'item.alarm_id',
  'c.state as case_state',
  'd.title as department_title',
  'item.question',
  'item.answer',
  'item.location',
  'item.created_at',
  'item.read_at',
  'item.done_at',
  over.as('over'),
] as const;

/** Every item belongs to an application, so without a chosen application the inbox is empty. */
const applicationOf = ({ applicationId }: Scope): number => (typeof applicationId === 'number' ? applicationId : 0);

/** Items with what they are about. */
function joinedItems(tx: Tx) {
  return tx
    .selectFrom('inbox_items as item')
    .leftJoin('cases as c', (join) =>
      join.onRef('c.application_id', '=', 'item.application_id').onRef('c.id', '=', 'item.case_id'),
    )
    .leftJoin('departments as d', (join) =>
      join.onRef('d.application_id', '=', 'item.application_id').onRef('d.id', '=', 'item.department_id'),
    )
    .leftJoin('feedback as f', (join) =>
      join.onRef('f.application_id', '=', 'item.application_id').onRef('f.id', '=', 'item.feedback_id'),
    )
    .leftJoin('inbound_texts as x', (join) =>
      join.onRef('x.application_id', '=', 'item.application_id').onRef('x.id', '=', 'item.text_id'),
    )
    .leftJoin('alarms as a', (join) =>
      join.onRef('a.application_id', '=', 'item.application_id').onRef('a.id', '=', 'item.alarm_id'),
    );
}

/** The caller's own items. No permission allows reading another user's inbox. */
const ownItems = (tx: Tx, scope: Scope) =>
  joinedItems(tx).where('item.application_id', '=', applicationOf(scope)).where('item.user_id', '=', scope.userId);

type InboxFilters = Omit<QueryOf<typeof inbox.listInbox>, 'page' | 'per_page' | 'paginate'>;

/** The caller's own items as `filters` say. */
function filteredItems(tx: Tx, scope: Scope, { unread, done, kind, term }: InboxFilters) {
  const pattern = containing(term);
  return ownItems(tx, scope)
    .select(columns)
    .$if(unread === '1', (items) => items.where('item.read_at', 'is', null))
    .$if(unread === '0', (items) => items.where('item.read_at', 'is not', null))
    .$if(done === '1', (items) => items.where('item.done_at', 'is not', null))
    .$if(done === '0', (items) => items.where('item.done_at', 'is', null))
    .$call((items) => (kind === undefined ? items : items.where('item.kind', '=', kind)))
    .$if(Boolean(term), (items) =>
      items.where(
        sql<boolean>`(item.question ilike ${pattern} or item.answer ilike ${pattern} or d.title ilike ${pattern})`,
      ),
    );
}

export function listInbox(
  tx: Tx,
  scope: Scope,
  { page, per_page, paginate, ...filters }: QueryOf<typeof inbox.listInbox>,
) {
  const query = filteredItems(tx, scope, filters).orderBy('item.created_at', 'desc').orderBy('item.id', 'desc');
  return fetchPage(tx, query, { page, per_page, paginate });
}

/** Which records the caller may open. An item names its person only to somebody who may open what it is about. */
export interface MayOpen {
  cases: boolean;
  texts: boolean;
  feedback: boolean;
}

/** SQL: the caller may see whom the item is about: they may open its record, and see its ward. */
const seesPerson = (scope: Scope, { cases, texts, feedback }: MayOpen) => sql<boolean>`(
  case
    when item.case_id is not null then ${cases}::boolean
    when item.text_id is not null then ${texts}::boolean
    when item.feedback_id is not null then ${feedback}::boolean
    else false
  end and coalesce(${isInWards(scope, 'item.location')}, false))`;

const groupKey = sql<string>`case
  when item.alarm_id is not null then 'system'
  when p.id is not null then 'patient:' || p.id
  when person.id is not null then 'contact:' || person.id
  when item.text_id is not null then 'text:' || item.text_id
  else 'feedback:' || item.feedback_id end`;

/** Lists items by whom they are about: whoever has the newest item is first, and their items stand together. */
export function listInboxByPerson(
  tx: Tx,
  scope: Scope,
  mayOpen: MayOpen,
  { page, per_page, paginate, ...filters }: QueryOf<typeof inbox.listInboxByPerson>,
) {
  const query = filteredItems(tx, scope, filters)
    .leftJoin('invitations as i', (join) =>
      join.onRef('i.application_id', '=', 'f.application_id').onRef('i.id', '=', 'f.invitation_id'),
    )
    .leftJoin('patients as p', (join) =>
      join
        .onRef('p.application_id', '=', 'item.application_id')
        .on('p.id', '=', firstOf('i.patient_id', 'x.patient_id'))
        .on(seesPerson(scope, mayOpen)),
    )
    .leftJoin('contacts as person', (join) =>
      join
        .onRef('person.application_id', '=', 'item.application_id')
        .on('person.id', '=', firstOf('i.contact_id', 'x.contact_id'))
        .on(seesPerson(scope, mayOpen)),
    )
    .select([
      groupKey.as('group'),
      'p.id as patient_id',
      'person.id as contact_id',
      sql<string | null>`nullif(concat_ws(' ', coalesce(p.given_name, person.name), p.family_name), '')`.as('person'),
    ])
    .orderBy(sql`max(item.created_at) over (partition by ${groupKey})`, 'desc')
    .orderBy(groupKey)
    .orderBy('item.created_at', 'desc')
    .orderBy('item.id', 'desc');
  return fetchPage(tx, query, { page, per_page, paginate }, filteredItems(tx, scope, filters));
}

/** Counts the items that are still to be done although nothing is left to do about them. */
export async function countOver(tx: Tx, scope: Scope): Promise<number> {
  const { count } = await ownItems(tx, scope)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('item.done_at', 'is', null)
    .where(over, 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function countUnread(tx: Tx, scope: Scope): Promise<number> {
  const { count } = await tx
    .selectFrom('inbox_items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('application_id', '=', applicationOf(scope))
    .where('user_id', '=', scope.userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export interface OpenItems {
  application_id: number;
  application_title: string;
  kind: inbox.InboxKind;
  /** Number of items that are still to do. */
  open: number;
  /** Number of these that came after `since`. */
  fresh: number;
}

/**
 * Counts what somebody has still to do in each of their applications, by kind. `since` null: everything is fresh. Applications that
 * were restored are left out until their sending is released: a copy writes nobody what the hospital's own database writes too.
 */
export async function countOpenItems(
  tx: Tx,
  userId: number,
  kinds: readonly string[],
  since: Date | null,
): Promise<OpenItems[]> {
  if (kinds.length === 0) return [];
  return joinedItems(tx)
    .innerJoin('applications as app', 'app.id', 'item.application_id')
    .innerJoin('users as u', 'u.id', 'item.user_id')
    .select(['app.id as application_id', 'app.title as application_title', sql<inbox.InboxKind>`item.kind`.as('kind')])
    .select(({ fn }) => [
      fn.countAll<number>().as('open'),
      sql<number>`count(*) filter (where item.created_at > coalesce(${since}::timestamptz, '-infinity'))`.as('fresh'),
    ])
    .where('item.user_id', '=', userId)
    .where('item.done_at', 'is', null)
    .where('item.kind', 'in', kinds)
    .where(over, 'is', null)
    .where(({ not }) => not(isRestored(sql`item.application_id`)))
    .where(
      sql<boolean>`(u.super_user = 1 or exists (
        select from application_users au where au.application_id = item.application_id and au.user_id = item.user_id))`,
    )
    .groupBy(['app.id', 'app.title', 'item.kind'])
    .orderBy('app.title')
    .orderBy('app.id')
    .orderBy('item.kind')
    .execute();
}

/** Keeps the time of the first reading. */
export async function markRead(tx: Tx, scope: Scope, id: number, now: Date) {
  await tx
    .updateTable('inbox_items')
    .set({ read_at: now })
    .where('application_id', '=', applicationOf(scope))
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('read_at', 'is', null)
    .execute();
  return getItem(tx, scope, id);
}

export async function getItem(tx: Tx, scope: Scope, id: number) {
  const found = await ownItems(tx, scope).select(columns).where('item.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This item');
  return found;
}

/** Which items to mark as done. An item that is newer than `seenUntil` stays: it became new again after the caller saw it. */
export type WhatIsDone = { ids: readonly number[]; seenUntil: Date | null } | 'over';

/**
 * Marks own items as done and read, in one statement. Returns the ids of those that were not done before, so that exactly
 * these can be taken back.
 */
export async function markDone(tx: Tx, scope: Scope, what: WhatIsDone, now: Date): Promise<number[]> {
  const rows = await tx
    .updateTable('inbox_items')
    .set({ done_at: now, read_at: sql<Date>`coalesce(read_at, ${now}::timestamptz)` })
    .where('application_id', '=', applicationOf(scope))
    .where('user_id', '=', scope.userId)
    .where('done_at', 'is', null)
    .$call((items) => {
      if (what === 'over')
        return items.where(
          'id',
          'in',
          ownItems(tx, scope)
            .select('item.id')
            .where('item.done_at', 'is', null)
            .where(over, 'is not', null)
            .orderBy('item.id')
            .limit(MAX_UNPAGED),
        );
      const named = items.where('id', 'in', what.ids);
      return what.seenUntil === null ? named : named.where('created_at', '<=', what.seenUntil);
    })
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes back that own items are done, and returns the ids of those that were. They stay read. */
export async function markUndone(tx: Tx, scope: Scope, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .updateTable('inbox_items')
    .set({ done_at: null })
    .where('application_id', '=', applicationOf(scope))
    .where('user_id', '=', scope.userId)
    .where('id', 'in', ids)
    .where('done_at', 'is not', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

interface ItemWords {
  /** The problem of an alarm, or what was answered or written. */
  answer: string;
  /** The question that was answered, or what to do about the alarm. */
  question: string;
}

export interface CaseItem extends ItemWords {
  kind: 'case_opened' | 'case_escalated' | 'case_notify' | 'case_assigned';
  case_id: number | null;
  feedback_id: number | null;
  text_id: number | null;
  department_id: number | null;
  location: string | null;
  level: number;
}

/**
 * Adds one inbox item about a case for each of these people. For a reopened case an existing item becomes new and
 * unread again.
 */
export async function insertCaseItems(
  tx: Tx,
  applicationId: number,
  item: CaseItem,
  userIds: readonly number[],
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  await itemsFor(tx, { ...item, application_id: applicationId, created_at: now }, userIds)
    .onConflict((conflict) =>
      conflict.constraint('inbox_items_once').doUpdateSet({ created_at: now, read_at: null, done_at: null }),
    )
    .execute();
}

/** Adds one inbox item about a text for each of these people; a second call adds none. */
export async function insertTextItems(
  tx: Tx,
  applicationId: number,
  item: ItemWords & { text_id: number; department_id: number | null; location: string | null },
  userIds: readonly number[],
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  const text = { ...item, kind: 'text_received', level: 1, application_id: applicationId, created_at: now };
  await itemsFor(tx, text, userIds)
    .onConflict((conflict) => conflict.constraint('inbox_items_once').doNothing())
    .execute();
}

/** Adds one inbox item about an alarm for each of these people; a second call adds none. */
export async function insertAlarmItems(
  tx: Tx,
  applicationId: number,
  item: ItemWords & { alarm_id: number },
  userIds: readonly number[],
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  const alarm = { ...item, kind: 'alarm_opened', level: 1, application_id: applicationId, created_at: now };
  await itemsFor(tx, alarm, userIds)
    .onConflict((conflict) => conflict.constraint('inbox_items_once').doNothing())
    .execute();
}

/** Tells somebody that they are to look after answers. When they are asked again, the item becomes new and unread again. */
export async function insertAssignedItem(
  tx: Tx,
  applicationId: number,
  item: ItemWords & { feedback_id: number; department_id: number | null; location: string | null },
  userId: number,
  now: Date,
): Promise<void> {
  const assigned = { ...item, kind: 'feedback_assigned', level: 1, application_id: applicationId, created_at: now };
  await itemsFor(tx, assigned, [userId])
    .onConflict((conflict) =>
      conflict.constraint('inbox_items_once').doUpdateSet({ created_at: now, read_at: null, done_at: null }),
    )
    .execute();
}

const itemsFor = (tx: Tx, item: Omit<Insertable<InboxItems>, 'user_id'>, userIds: readonly number[]) =>
  tx.insertInto('inbox_items').values(userIds.map((user_id) => ({ ...item, user_id })));

/** Deletes the words of a person from what colleagues were told. */
export async function forgetItems(
  tx: Tx,
  applicationId: number,
  { caseIds, feedbackIds, patientIds }: Record<'caseIds' | 'feedbackIds' | 'patientIds', readonly number[]>,
): Promise<void> {
  await sql`
    update inbox_items set question = '', answer = ''
    where application_id = ${applicationId} and (
      case_id = any(${caseIds}::bigint[]) or feedback_id = any(${feedbackIds}::bigint[])
      or text_id in (
        select id from inbound_texts
        where application_id = ${applicationId} and patient_id = any(${patientIds}::bigint[])))`.execute(tx);
}
