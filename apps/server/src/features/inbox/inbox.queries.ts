import type { inbox, QueryOf } from '@wardvoice/contract';
import { sql, type Insertable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import type { InboxItems } from '../../platform/db/schema.gen.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';

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
] as const;

/** Every item belongs to an application, so without a chosen application the inbox is empty. */
const applicationOf = ({ applicationId }: Scope): number => (typeof applicationId === 'number' ? applicationId : 0);

/** The caller's own items. No permission allows reading another user's inbox. */
function ownItems(tx: Tx, scope: Scope) {
  return tx
    .selectFrom('inbox_items as item')
    .leftJoin('cases as c', (join) =>
      join.onRef('c.application_id', '=', 'item.application_id').onRef('c.id', '=', 'item.case_id'),
    )
    .leftJoin('departments as d', (join) =>
      join.onRef('d.application_id', '=', 'item.application_id').onRef('d.id', '=', 'item.department_id'),
    )
    .where('item.application_id', '=', applicationOf(scope))
    .where('item.user_id', '=', scope.userId);
}

export function listInbox(tx: Tx, scope: Scope, { unread, term, ...paging }: QueryOf<typeof inbox.listInbox>) {
  const pattern = containing(term);
  const query = ownItems(tx, scope)
    .select(columns)
    .$if(unread === '1', (items) => items.where('item.read_at', 'is', null))
    .$if(unread === '0', (items) => items.where('item.read_at', 'is not', null))
    .$if(Boolean(term), (items) =>
      items.where(
        sql<boolean>`(item.question ilike ${pattern} or item.answer ilike ${pattern} or d.title ilike ${pattern})`,
      ),
    )
    .orderBy('item.created_at', 'desc')
    .orderBy('item.id', 'desc');
  return fetchPage(tx, query, { ...paging, term });
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
  const found = await ownItems(tx, scope).select(columns).where('item.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This item');
  return found;
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
    .onConflict((conflict) => conflict.constraint('inbox_items_once').doUpdateSet({ created_at: now, read_at: null }))
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
    .onConflict((conflict) => conflict.constraint('inbox_items_once').doUpdateSet({ created_at: now, read_at: null }))
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
