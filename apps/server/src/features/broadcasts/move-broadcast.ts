import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import { findUnanswerable, UNANSWERABLE_TEXTS } from '../surveys/index.ts';
import { getHospital, lockBroadcast, updateBroadcast } from './broadcasts.queries.ts';
import { nextRun } from './next-run.ts';
import { runBroadcastJob } from './run-broadcast.ts';
import { findUnfinishedRun, insertRun } from './runs.queries.ts';
import { scheduleOf } from './save-broadcast.ts';

interface Which {
  applicationId: number;
  surveyId: number;
  id: number;
}

/** Now, once, to everybody on the list. Asked for twice at one moment, the second is told that it runs. */
export async function executeBroadcast(tx: Tx, house: Context, which: Which): Promise<void> {
  const broadcast = await lock(tx, which);
  if (broadcast.state === 'cancelled') throw new Conflict('This broadcast was cancelled. Make a new one.');
  if (broadcast.state === 'paused') throw new Conflict('This broadcast is paused. Resume it first.');
  if (broadcast.state === 'running') throw new Conflict('This broadcast is running already.');
  if (broadcast.sendable_id === null) throw new Conflict('Its mailing list was deleted. Choose another one first.');
  const why = await findUnanswerable(tx, which.applicationId, which.surveyId);
  if (why) throw new Conflict(UNANSWERABLE_TEXTS[why]);
  const runId = await insertRun(tx, which.applicationId, {
    broadcast_id: which.id,
    run_on: null,
    mailing_list_id: broadcast.sendable_id,
    started_at: house.clock(),
  });
  if (runId === undefined) throw new Conflict('This broadcast is running already.');
  await move(tx, which, 'running');
  await enqueue(tx, [runBroadcastJob(which.applicationId, runId, house.clock())]);
}

export async function pauseBroadcast(tx: Tx, which: Which): Promise<void> {
  const { state } = await lock(tx, which);
  if (state === 'paused') return;
  if (state !== 'running' && state !== 'scheduled')
    throw new Conflict('Only what is running or scheduled can be paused.');
  await move(tx, which, 'paused');
}

export async function resumeBroadcast(tx: Tx, house: Context, which: Which): Promise<void> {
  const { state } = await lock(tx, which);
  if (state === 'running' || state === 'scheduled') return;
  if (state !== 'paused') throw new Conflict('Only what is paused can be resumed.');
  const run = await findUnfinishedRun(tx, which.applicationId, which.id);
  await move(tx, which, run ? 'running' : 'scheduled');
  if (run) await enqueue(tx, [runBroadcastJob(which.applicationId, run.id, house.clock())]);
}

/** For good. What is on its way at this moment leaves; the rest is suppressed. */
export async function cancelBroadcast(tx: Tx, house: Context, which: Which): Promise<void> {
  const { state } = await lock(tx, which);
  if (state === 'cancelled') return;
  if (state === 'finished') throw new Conflict('This broadcast is finished; there is nothing to cancel.');
  await endBroadcast(tx, house, which);
}

async function endBroadcast(tx: Tx, house: Context, which: Which): Promise<void> {
  await updateBroadcast(tx, which.applicationId, which.id, { state: 'cancelled', next_run_at: null });
  await announce(tx, which.applicationId, ['broadcasts']);
  const run = await findUnfinishedRun(tx, which.applicationId, which.id);
  if (run) await enqueue(tx, [runBroadcastJob(which.applicationId, run.id, house.clock())]);
}

/** The row stays, for the deliveries that came of it; nothing leads to it any more. */
export async function deleteBroadcast(tx: Tx, house: Context, which: Which): Promise<void> {
  const { state } = await lock(tx, which);
  if (state !== 'finished' && state !== 'cancelled') await endBroadcast(tx, house, which);
  await updateBroadcast(tx, which.applicationId, which.id, { deleted_at: house.clock(), next_run_at: null });
}

/** From when on it is scheduled; null when it is not, or its days are over. */
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

const lock = (tx: Tx, { applicationId, surveyId, id }: Which) => lockBroadcast(tx, applicationId, surveyId, id);

async function move(tx: Tx, { applicationId, id }: Which, state: string): Promise<void> {
  await updateBroadcast(tx, applicationId, id, { state });
  await announce(tx, applicationId, ['broadcasts']);
}
