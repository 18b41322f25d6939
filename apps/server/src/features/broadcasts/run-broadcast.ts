import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope } from '../../platform/scope.ts';
import { claimDeliveries, dispatchAll, failInterrupted, suppressOfRun } from '../deliveries/index.ts';
import { updateBroadcast } from './broadcasts.queries.ts';
import { fillList } from './fill-list.ts';
import { findQuietEnd } from './find-quiet-end.ts';
import { prepareDeliveries } from './prepare-deliveries.ts';
import { findNextDue, findRun, finishRun, measureDeliveries, queueContacts, QUEUED_AT_ONCE } from './runs.queries.ts';

export const RUN_BROADCAST = 'run-broadcast';

export const runBroadcastJob = (applicationId: number, runId: number, runAt: Date) => ({
  task: RUN_BROADCAST,
  payload: { application_id: applicationId, run_id: runId },
  runAt,
});

/** A job works for so long, then leaves the rest to the next: a server that is told to stop does not wait for a million. */
const SLICE_MS = 5_000;
/** PostgreSQL says when a job is due, and its clock is not ours. */
const SOON_MS = 1_000;
/** How often a run looks whether sending is still held. */
const HELD_MS = 60_000;

/**
 * Works on a run: queues the list, sends what is due, finishes. One process at a time holds the run, by a lock that the
 * database takes back when the process dies; what was `sending` then is nobody's any more.
 */
export async function runBroadcast(house: Context, applicationId: number, runId: number): Promise<void> {
  const scope = applicationScope(applicationId);
  const again = await house.db.transaction(scope, async (holding) => {
    await lockFor(holding, `broadcast-run:${runId}`);
    await house.db.transaction(scope, (tx) => failInterrupted(tx, applicationId, runId));
    return work(house, applicationId, runId);
  });
  if (again) {
    await house.db.transaction(scope, (tx) => enqueue(tx, [runBroadcastJob(applicationId, runId, again)]));
  }
}

/** Returns when to go on; null when there is nothing left to do, or until somebody resumes it. */
async function work(house: Context, applicationId: number, runId: number): Promise<Date | null> {
  const scope = applicationScope(applicationId);
  const inTransaction = <T>(step: (tx: Tx) => Promise<T>) => house.db.transaction(scope, step);
  const until = performance.now() + SLICE_MS;
  const hasTime = () => performance.now() < until;

  await inTransaction((tx) => fillListFirst(tx, house, applicationId, runId));
  while (hasTime()) {
    const step = await inTransaction((tx) => queueOrSuppress(tx, house, applicationId, runId));
    if (step === 'over') return null;
    if (step === 'queued') break;
  }
  if (!hasTime()) return house.clock();

  const quietUntil = await inTransaction((tx) => findQuietEnd(tx, house, applicationId));
  if (quietUntil) return quietUntil;
  const limitedUntil = await sendWhile(house, applicationId, runId, hasTime);
  if (limitedUntil) return limitedUntil;
  return inTransaction((tx) => finishOrWait(tx, house, applicationId, runId));
}

/** Long with a long list, so without a lock on the broadcast: it can be paused or cancelled meanwhile. */
async function fillListFirst(tx: Tx, house: Context, applicationId: number, runId: number): Promise<void> {
  const run = await findRun(tx, applicationId, runId);
  if (run?.state === 'running' && run.list_filled_at === null) await fillList(tx, applicationId, run, house.clock());
}

/** A batch of the list, or of what a cancelled run leaves behind. `over`: nothing to be done here now. */
async function queueOrSuppress(
  tx: Tx,
  house: Context,
  applicationId: number,
  runId: number,
): Promise<'more' | 'queued' | 'over'> {
  const run = await findRun(tx, applicationId, runId, { lock: true });
  if (!run || run.finished_at !== null || run.state === 'paused') return 'over';
  if (run.state === 'cancelled') {
    if ((await suppressOfRun(tx, applicationId, runId, QUEUED_AT_ONCE)) > 0) return 'more';
    await finishRun(tx, applicationId, runId, house.clock());
    await announce(tx, applicationId, ['broadcasts', 'deliveries']);
    return 'over';
  }
  if (run.queued_at !== null) return 'queued';
  const count = await queueContacts(tx, applicationId, run, house.clock());
  if (count === 0 && run.total > QUEUED_AT_ONCE) await measureDeliveries(tx);
  await announce(tx, applicationId, ['broadcasts', 'deliveries']);
  return count === 0 ? 'queued' : 'more';
}

/**
 * While one batch is dispatched the next stands ready, and the one after it is claimed. Returns when a rate limit has
 * room again, if it has none now.
 */
async function sendWhile(
  house: Context,
  applicationId: number,
  runId: number,
  hasTime: () => boolean,
): Promise<Date | null> {
  let before: Promise<void> = Promise.resolve();
  let handing = before;
  try {
    while (hasTime()) {
      const outcome = await claimDeliveries(house, applicationId, {
        runId,
        mayLeave: async (tx) => (await findRun(tx, applicationId, runId, { lock: true }))?.state === 'running',
        prepare: async (tx, open) => {
          const run = await findRun(tx, applicationId, runId);
          return run ? prepareDeliveries(tx, house, applicationId, run, open) : [];
        },
      });
      if (outcome.state === 'idle') return null;
      // A release wakes it; else it looks again.
      if (outcome.state === 'held') return new Date(house.clock().getTime() + HELD_MS);
      if (outcome.state === 'limited') return outcome.until;
      await pauseUntil(house, outcome.at);
      await before;
      before = handing;
      handing = dispatchAll(house, applicationId, outcome.claimed, { comesBack: false });
      // Its failure is heard where it is awaited.
      handing.catch(() => undefined);
    }
    return null;
  } finally {
    await Promise.all([before, handing]);
  }
}

async function pauseUntil(house: Context, at: Date): Promise<void> {
  const milliseconds = at.getTime() - house.clock().getTime();
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function finishOrWait(tx: Tx, house: Context, applicationId: number, runId: number): Promise<Date | null> {
  const run = await findRun(tx, applicationId, runId, { lock: true });
  // Cancelled meanwhile: its own job suppresses what is left.
  if (!run || run.finished_at !== null || run.state !== 'running') return null;
  const now = house.clock();
  const due = await findNextDue(tx, runId);
  if (due) return new Date(Math.max(due.getTime(), now.getTime() + SOON_MS));
  await finishRun(tx, applicationId, runId, now);
  await updateBroadcast(tx, applicationId, run.broadcast_id, { state: run.next_run_at ? 'scheduled' : 'finished' });
  await announce(tx, applicationId, ['broadcasts', 'deliveries']);
  return null;
}
