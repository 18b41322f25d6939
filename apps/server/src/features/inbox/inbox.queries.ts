import type { inbox, QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';

const columns = [
  'item.id',
  sql<inbox.InboxItem['kind']>`item.kind`.as('kind'),
  'item.case_id',
  'item.text_id',
  'c.state as case_state',
  'd.title as department_title',
  'item.question',
  'item.answer',
  'item.location',
  'item.created_at',
  'item.read_at',
] as const;

/** No application chosen: an inbox without items, for each belongs to one. */
const applicationOf = ({ applicationId }: Scope): number => (typeof applicationId === 'number' ? applicationId : 0);

/** The caller's own items; nobody reads another's inbox, whatever their permissions. */
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
  const pattern = `%${(term ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
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

/** Keeps the first reading; reading again changes nothing. */
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

/** Tells people of a text that somebody wrote back; once each, however often this runs. */
export async function insertTextItems(
  tx: Tx,
  applicationId: number,
  text: { text_id: number; department_id: number | null; question: string; answer: string; location: string | null },
  userIds: readonly number[],
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  const item = { ...text, kind: 'text_received', application_id: applicationId, level: 1, created_at: now };
  await tx
    .insertInto('inbox_items')
    .values(userIds.map((user_id) => ({ ...item, user_id })))
    .onConflict((conflict) => conflict.constraint('inbox_items_once').doNothing())
    .execute();
}
