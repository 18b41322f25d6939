import type { Context } from '../../platform/context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope, SYSTEM_SCOPE } from '../../platform/scope.ts';
import { getHospital, updateBroadcast } from './broadcasts.queries.ts';
import { dateIn, nextRun } from './next-run.ts';
import { runBroadcastJob } from './run-broadcast.ts';
import { insertRun } from './runs.queries.ts';
import { scheduleOf } from './save-broadcast.ts';

export const START_DUE_BROADCASTS = 'start-due-broadcasts';

/** Looks, every minute, for what is due by its schedule, and starts it. */
export async function startDueBroadcasts(house: Context): Promise<void> {
  const due = await house.db.transaction(SYSTEM_SCOPE, (tx) =>
    tx
      .selectFrom('broadcasts')
      .select(['id', 'application_id'])
      .where('state', '=', 'scheduled')
      .where('next_run_at', '<=', house.clock())
      .where('deleted_at', 'is', null)
      .orderBy('next_run_at')
      .limit(1000)
      .execute(),
  );
  for (const { id, application_id } of due) await startDueBroadcast(house, application_id, id);
}

/** One transaction: the run of that day, which the database allows once, the next day, and the job. */
function startDueBroadcast(house: Context, applicationId: number, id: number): Promise<void> {
  return house.db.transaction(applicationScope(applicationId), async (tx) => {
    const now = house.clock();
    const broadcast = await tx
      .selectFrom('broadcasts')
      .selectAll()
      .where('application_id', '=', applicationId)
      .where('id', '=', id)
      .where('state', '=', 'scheduled')
      .where('next_run_at', '<=', now)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!broadcast?.next_run_at) return;
    const { time_zone } = await getHospital(tx, applicationId);
    const schedule = broadcast.schedule ? scheduleOf(broadcast) : null;
    const next = schedule && nextRun(schedule, time_zone, now);
    const day = dateIn(time_zone, broadcast.next_run_at);
    // Late is better than never, but a day that is over is over: nobody wants Monday's message on Thursday.
    const isItsDay = day === dateIn(time_zone, now);
    const runId =
      isItsDay && broadcast.sendable_id !== null
        ? await insertRun(tx, applicationId, {
            broadcast_id: id,
            run_on: day,
            mailing_list_id: broadcast.sendable_id,
            started_at: now,
          })
        : undefined;
    const state = runId !== undefined ? 'running' : next ? 'scheduled' : 'finished';
    await updateBroadcast(tx, applicationId, id, { state, next_run_at: next?.at ?? null });
    if (runId !== undefined) await enqueue(tx, [runBroadcastJob(applicationId, runId, now)]);
    await announce(tx, applicationId, ['broadcasts']);
  });
}
