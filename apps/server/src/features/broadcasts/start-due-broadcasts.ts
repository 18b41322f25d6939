import type { Context } from '../../platform/context.ts';
import { inTurns } from '../../platform/jobs/in-turns.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope, systemScope } from '../../platform/scope.ts';
import { moveBroadcast } from './broadcast-state.ts';
import { getHospital, updateBroadcast } from './broadcasts.queries.ts';
import { dateIn, nextRun } from './next-run.ts';
import { runBroadcastJob } from './run-broadcast.ts';
import { insertRun } from './runs.queries.ts';
import { scheduleOf } from './save-broadcast.ts';

export const START_DUE_BROADCASTS = 'start-due-broadcasts';

/** Starts the broadcasts that are due by their schedule. The job runs every minute. */
export async function startDueBroadcasts(ctx: Context): Promise<void> {
  const due = await ctx.db.transaction(systemScope('every application'), (tx) =>
    tx
      .selectFrom('broadcasts')
      .select(['id', 'application_id'])
      .where('state', '=', 'scheduled')
      .where('next_run_at', '<=', ctx.clock())
      .where('deleted_at', 'is', null)
      .orderBy('next_run_at')
      .limit(1000)
      .execute(),
  );
  await inTurns(due, async ({ id, application_id }) => {
    await startDueBroadcast(ctx, application_id, id);
    return false;
  });
}

/** Stores, in one transaction, the run of that day, which a unique index allows once, the next day and the job. */
function startDueBroadcast(ctx: Context, applicationId: number, id: number): Promise<void> {
  return ctx.db.transaction(applicationScope(applicationId), async (tx) => {
    const now = ctx.clock();
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
    // A run may start late on its day, but not on a later day.
    const isItsDay = day === dateIn(time_zone, now);
    const runId =
      isItsDay && broadcast.sendable_id !== null
        ? await insertRun(
            tx,
            applicationId,
            { broadcast_id: id, run_on: day, mailing_list_id: broadcast.sendable_id, due_at: broadcast.next_run_at },
            now,
          )
        : undefined;
    await updateBroadcast(tx, applicationId, id, { next_run_at: next?.at ?? null });
    const event = runId !== undefined ? 'started' : next ? 'day_missed' : 'days_over';
    await moveBroadcast(tx, applicationId, broadcast, event);
    if (runId !== undefined) await enqueue(tx, [runBroadcastJob(applicationId, runId, now)]);
    await announce(tx, applicationId, ['broadcasts']);
  });
}
