import type { Context } from '../../platform/context.ts';
import { PermanentFailure } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { applicationScope } from '../../platform/scope.ts';
import { refreshMailingList } from './refresh-mailing-list.ts';
import { lockRefresh, noteBegin, noteEnd, noteFailure, noteProgress } from './refreshes.queries.ts';

export const REFRESH_MAILING_LIST = 'refresh-mailing-list';

/** Begun and never ended, as when a process is killed: three times is no accident. */
const MOST_ATTEMPTS = 3;

export const refreshJob = (applicationId: number, refreshId: number) => ({
  task: REFRESH_MAILING_LIST,
  payload: { application_id: applicationId, refresh_id: refreshId },
});

/** The job. One transaction: killed, nothing of it is kept, and it begins anew. How far it is goes through others. */
export async function runRefresh(house: Context, applicationId: number, refreshId: number): Promise<void> {
  const scope = applicationScope(applicationId);
  const listId = await claim(house, applicationId, refreshId);
  if (listId === null) return;
  const tell = (progress: number) =>
    house.db.transaction(scope, (tx) => noteProgress(tx, applicationId, refreshId, progress));
  await house.db.transaction(scope, async (tx) => {
    const result = await refreshMailingList(tx, scope, listId, house.clock(), tell);
    const isOver = await noteEnd(tx, applicationId, refreshId, result, house.clock());
    if (!isOver) await enqueue(tx, [refreshJob(applicationId, refreshId)]);
  });
}

/** The list, when there is something to do. */
async function claim(house: Context, applicationId: number, refreshId: number): Promise<number | null> {
  const claimed = await house.db.transaction(applicationScope(applicationId), async (tx) => {
    const refresh = await lockRefresh(tx, applicationId, refreshId);
    if (!refresh || refresh.finished_at !== null) return null;
    const isHopeless = refresh.attempts >= MOST_ATTEMPTS;
    if (isHopeless) await noteFailure(tx, applicationId, refreshId, house.clock());
    else await noteBegin(tx, applicationId, refreshId, house.clock());
    return { listId: refresh.mailing_list_id, isHopeless };
  });
  if (claimed?.isHopeless) throw new PermanentFailure('a list was begun to be filled three times and never was');
  return claimed?.listId ?? null;
}
