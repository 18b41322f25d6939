import type { Context } from '../../platform/context.ts';
import { PermanentFailure } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { applicationScope } from '../../platform/scope.ts';
import { refreshMailingList } from './refresh-mailing-list.ts';
import { lockRefresh, recordBegin, recordEnd, recordFailure, recordProgress } from './refreshes.queries.ts';

export const REFRESH_MAILING_LIST = 'refresh-mailing-list';

/** A refresh that began three times and never ended is given up, because its process was probably killed by it. */
const MAX_ATTEMPTS = 3;

export const refreshJob = (applicationId: number, refreshId: number) => ({
  task: REFRESH_MAILING_LIST,
  payload: { application_id: applicationId, refresh_id: refreshId },
});

/**
 * The job. A refresh is one transaction: when it is killed nothing of it is kept, and it starts again. Progress is
 * stored in other transactions.
 */
export async function runRefresh(ctx: Context, applicationId: number, refreshId: number): Promise<void> {
  const scope = applicationScope(applicationId);
  const listId = await claim(ctx, applicationId, refreshId);
  if (listId === null) return;
  const tell = (progress: number) =>
    ctx.db.transaction(scope, (tx) => recordProgress(tx, applicationId, refreshId, progress));
  await ctx.db.transaction(scope, async (tx) => {
    const result = await refreshMailingList(tx, scope, listId, ctx.clock(), tell);
    const isOver = await recordEnd(tx, applicationId, refreshId, result, ctx.clock());
    if (!isOver) await enqueue(tx, [refreshJob(applicationId, refreshId)]);
  });
}

/** Returns the list to refresh; null when there is nothing left to do. */
async function claim(ctx: Context, applicationId: number, refreshId: number): Promise<number | null> {
  const claimed = await ctx.db.transaction(applicationScope(applicationId), async (tx) => {
    const refresh = await lockRefresh(tx, applicationId, refreshId);
    if (!refresh || refresh.finished_at !== null) return null;
    const isHopeless = refresh.attempts >= MAX_ATTEMPTS;
    if (isHopeless) await recordFailure(tx, applicationId, refreshId, ctx.clock());
    else await recordBegin(tx, applicationId, refreshId, ctx.clock());
    return { listId: refresh.mailing_list_id, isHopeless };
  });
  if (claimed?.isHopeless) throw new PermanentFailure('a list was begun to be filled three times and never was');
  return claimed?.listId ?? null;
}
