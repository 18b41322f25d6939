import { broadcasts } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { findUnanswerable, UNANSWERABLE_TEXTS } from '../survey-uses/index.ts';
import { moveBroadcast, stateAfter } from './broadcast-state.ts';
import { getHospital, lockBroadcast, type getBroadcast, updateBroadcast } from './broadcasts.queries.ts';
import { nextRun, runsFrom } from './next-run.ts';
import { runBroadcastJob } from './run-broadcast.ts';
import { findUnfinishedRun, insertRun } from './runs.queries.ts';
import { scheduleOf } from './save-broadcast.ts';

interface Which {
  applicationId: number;
  surveyId: number;
  id: number;
}

/**
 * Starts one run now, to everybody on the list. Of two calls at once, the second is refused because the broadcast is
 * running.
 */
export async function executeBroadcast(tx: Tx, ctx: Context, which: Which): Promise<void> {
  const broadcast = await lock(tx, which);
  stateAfter('started', broadcast);
  if (broadcast.sendable_id === null) throw new Conflict('Its mailing list was deleted. Choose another one first.');
  const why = await findUnanswerable(tx, which.applicationId, which.surveyId);
  if (why) throw new Conflict(UNANSWERABLE_TEXTS[why]);
  const now = ctx.clock();
  const runId = await insertRun(
    tx,
    which.applicationId,
    { broadcast_id: which.id, run_on: null, mailing_list_id: broadcast.sendable_id, due_at: now },
    now,
  );
  if (runId === undefined) throw new Conflict('This broadcast is running already.');
  await moveBroadcast(tx, which.applicationId, broadcast, 'started');
  await enqueue(tx, [runBroadcastJob(which.applicationId, runId, now)]);
}

export async function pauseBroadcast(tx: Tx, which: Which): Promise<void> {
  await moveBroadcast(tx, which.applicationId, await lock(tx, which), 'paused');
}

export async function resumeBroadcast(tx: Tx, ctx: Context, which: Which): Promise<void> {
  const broadcast = await lock(tx, which);
  const run = await findUnfinishedRun(tx, which.applicationId, which.id);
  const moved = await moveBroadcast(tx, which.applicationId, broadcast, run ? 'run_resumed' : 'resumed');
  if (run && moved) await enqueue(tx, [runBroadcastJob(which.applicationId, run.id, ctx.clock())]);
}

/** Cancels a broadcast for good. Deliveries that are being sent are still sent; the rest are suppressed. */
export async function cancelBroadcast(tx: Tx, ctx: Context, which: Which): Promise<void> {
  await endBroadcast(tx, ctx, which, await lock(tx, which));
}

async function endBroadcast(
  tx: Tx,
  ctx: Context,
  which: Which,
  broadcast: { id: number; state: string },
): Promise<void> {
  if (!(await moveBroadcast(tx, which.applicationId, broadcast, 'cancelled'))) return;
  await updateBroadcast(tx, which.applicationId, which.id, { next_run_at: null });
  const run = await findUnfinishedRun(tx, which.applicationId, which.id);
  if (run) await enqueue(tx, [runBroadcastJob(which.applicationId, run.id, ctx.clock())]);
}

/** Marks a broadcast as deleted. Its row stays, because deliveries refer to it. */
export async function deleteBroadcast(tx: Tx, ctx: Context, which: Which): Promise<void> {
  const broadcast = await lock(tx, which);
  if (broadcast.state !== 'finished') await endBroadcast(tx, ctx, which, broadcast);
  await updateBroadcast(tx, which.applicationId, which.id, { deleted_at: ctx.clock(), next_run_at: null });
}

/** Returns the next scheduled run after `after`; null when the broadcast has no schedule or no day is left. */
export async function nextRunOf(
  tx: Tx,
  applicationId: number,
  broadcast: Parameters<typeof scheduleOf>[0] & { schedule: boolean },
  after: Date,
): Promise<Date | null> {
  const schedule = broadcast.schedule ? scheduleOf(broadcast) : null;
  if (!schedule) return null;
  const { time_zone } = await getHospital(tx, applicationId);
  return nextRun(schedule, time_zone, after)?.at ?? null;
}

/** Lists the coming runs of a broadcast: the one that is stored, and those that follow it by the schedule. */
export async function listNextRuns(
  tx: Tx,
  applicationId: number,
  { next_run_at, schedule: isScheduled, ...stored }: Awaited<ReturnType<typeof getBroadcast>>,
): Promise<Date[]> {
  const schedule = isScheduled === 1 ? scheduleOf(stored) : null;
  if (!schedule || !next_run_at) return [];
  const { time_zone } = await getHospital(tx, applicationId);
  return runsFrom(schedule, time_zone, next_run_at, broadcasts.NEXT_RUNS);
}

const lock = (tx: Tx, { applicationId, surveyId, id }: Which) => lockBroadcast(tx, applicationId, surveyId, id);
