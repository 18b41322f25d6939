import type { mailingLists } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

const refreshesOf = (tx: Tx, applicationId: number) =>
  tx
    .selectFrom('mailing_list_refreshes as r')
    .select([
      'r.id',
      'r.mailing_list_id',
      sql<mailingLists.RefreshState>`r.state`.as('state'),
      'r.progress',
      'r.added',
      'r.removed',
      'r.attempts',
      'r.started_at',
      'r.finished_at',
    ])
    .where('r.application_id', '=', applicationId);

export const findLatestRefresh = (tx: Tx, applicationId: number, listId: number) =>
  refreshesOf(tx, applicationId)
    .where('r.mailing_list_id', '=', listId)
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Locks the row, so that one transaction at a time decides its state. */
export const lockRefresh = (tx: Tx, applicationId: number, id: number) =>
  refreshesOf(tx, applicationId).where('r.id', '=', id).forUpdate().executeTakeFirst();

/**
 * Stores a request for a refresh, unless one is waiting or running. `again`: the one that is running may use old rules,
 * and must run once more at its end. Returns the id if it is new.
 */
export async function requestRefresh(
  tx: Tx,
  applicationId: number,
  listId: number,
  now: Date,
  again: boolean,
): Promise<number | null> {
  await forgetRefreshes(tx, applicationId, listId);
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    insert into mailing_list_refreshes (application_id, mailing_list_id, requested_at)
    values (${applicationId}, ${listId}, ${now})
    on conflict (mailing_list_id) where state in ('queued', 'running')
    do update set again = mailing_list_refreshes.again or ${again}
    returning id, (xmax = 0) as is_new`.execute(tx);
  const [row] = rows;
  return row?.is_new ? row.id : null;
}

/** Deletes finished refreshes, whose results no longer describe the list. */
export async function forgetRefreshes(tx: Tx, applicationId: number, listId: number): Promise<void> {
  await tx
    .deleteFrom('mailing_list_refreshes')
    .where('application_id', '=', applicationId)
    .where('mailing_list_id', '=', listId)
    .where('finished_at', 'is not', null)
    .execute();
}

export async function recordBegin(tx: Tx, applicationId: number, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('mailing_list_refreshes')
    .set(({ eb }) => ({
      state: 'running',
      attempts: eb('attempts', '+', 1),
      progress: 0,
      started_at: now,
      again: false,
    }))
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export async function recordProgress(tx: Tx, applicationId: number, id: number, progress: number): Promise<void> {
  await tx
    .updateTable('mailing_list_refreshes')
    .set({ progress })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export async function recordFailure(tx: Tx, applicationId: number, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('mailing_list_refreshes')
    .set({ state: 'failed', finished_at: now })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

/**
 * Returns true when the refresh is over; false when the rules were changed meanwhile, so that it waits to run once
 * more.
 */
export async function recordEnd(
  tx: Tx,
  applicationId: number,
  id: number,
  { added, removed, contacts_made }: Record<'added' | 'removed' | 'contacts_made', number>,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    update mailing_list_refreshes set
      state = case when again then 'queued' else 'finished' end,
      finished_at = case when again then null else ${now}::timestamptz end,
      attempts = 0, progress = case when again then 0 else 100 end,
      added = ${added}, removed = ${removed}, contacts_made = ${contacts_made}
    where application_id = ${applicationId} and id = ${id}
    returning state`.execute(tx);
  return rows[0]?.state !== 'queued';
}
