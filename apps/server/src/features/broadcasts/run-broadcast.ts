import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope } from '../../platform/scope.ts';
import { claimDeliveries, dispatchAll, failInterrupted, suppressOfRun } from '../deliveries/index.ts';
import { moveBroadcast } from './broadcast-state.ts';
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

/**
 * A job works for this long and leaves the rest to the next job, so that stopping the server never waits for a long
 * run.
 */
const SLICE_MS = 5_000;
/** The next job starts this much later, because the clock of PostgreSQL, which starts it, may differ from ours. */
const SOON_MS = 1_000;
/** How often a run checks whether sending is still on hold. */
const HELD_MS = 60_000;

/**
 * Works on a run: queues the list, sends what is due, finishes. One process at a time works on a run. It holds a lock
 * that the database releases when the process dies, so deliveries that are `sending` when the lock is obtained were
 * interrupted.
 */
export async function runBroadcast(ctx: Context, applicationId: number, runId: number): Promise<void> {
  const scope = applicationScope(applicationId);
  const again = await ctx.db.transaction(scope, async (holding) => {
    await lockFor(holding, `broadcast-run:${runId}`);
    await ctx.db.transaction(scope, (tx) => failInterrupted(tx, applicationId, runId, ctx.clock()));
    return work(ctx, applicationId, runId);
  });
  if (again) {
    await ctx.db.transaction(scope, (tx) => enqueue(tx, [runBroadcastJob(applicationId, runId, again)]));
  }
}

/** Returns when the next job must continue; null when the run is over, or paused. */
async function work(ctx: Context, applicationId: number, runId: number): Promise<Date | null> {
  const scope = applicationScope(applicationId);
  const inTransaction = <T>(step: (tx: Tx) => Promise<T>) => ctx.db.transaction(scope, step);
  const until = performance.now() + SLICE_MS;
  const hasTime = () => performance.now() < until;

  await inTransaction((tx) => fillListFirst(tx, ctx, applicationId, runId));
  while (hasTime()) {
    const step = await inTransaction((tx) => queueOrSuppress(tx, ctx, applicationId, runId));
    if (step === 'over') return null;
    if (step === 'queued') break;
  }
  if (!hasTime()) return ctx.clock();

  const quietUntil = await inTransaction((tx) => findQuietEnd(tx, ctx, applicationId));
  if (quietUntil) return quietUntil;
  const limitedUntil = await sendWhile(ctx, applicationId, runId, hasTime);
  if (limitedUntil) return limitedUntil;
  return inTransaction((tx) => finishOrWait(tx, ctx, applicationId, runId));
}

/** Refreshes the list. This may take long, so the broadcast is not locked and can be paused or cancelled meanwhile. */
async function fillListFirst(tx: Tx, ctx: Context, applicationId: number, runId: number): Promise<void> {
  const run = await findRun(tx, applicationId, runId);
  if (run?.state === 'running' && run.list_filled_at === null) await fillList(tx, applicationId, run, ctx.clock());
}

/**
 * Queues the next batch of the list, or suppresses a batch of a cancelled run. `over` means that nothing can be done
 * now.
 */
async function queueOrSuppress(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  runId: number,
): Promise<'more' | 'queued' | 'over'> {
  const run = await findRun(tx, applicationId, runId, { lock: true });
  if (!run || run.finished_at !== null || run.state === 'paused') return 'over';
  if (run.state === 'cancelled') {
    if ((await suppressOfRun(tx, applicationId, runId, QUEUED_AT_ONCE)) > 0) return 'more';
    await finishRun(tx, applicationId, runId, ctx.clock());
    await announce(tx, applicationId, ['broadcasts', 'deliveries']);
    return 'over';
  }
  if (run.queued_at !== null) return 'queued';
  const count = await queueContacts(tx, applicationId, run, ctx.clock());
  if (count === 0 && run.total > QUEUED_AT_ONCE) await measureDeliveries(tx);
  await announce(tx, applicationId, ['broadcasts', 'deliveries']);
  return count === 0 ? 'queued' : 'more';
}

/**
 * Sends batch after batch. While one batch is dispatched the next is ready and the one after it is claimed. Returns
 * when to continue if a rate limit or a hold stops it; else null.
 */
async function sendWhile(
  ctx: Context,
  applicationId: number,
  runId: number,
  hasTime: () => boolean,
): Promise<Date | null> {
  let before: Promise<void> = Promise.resolve();
  let handing = before;
  try {
    while (hasTime()) {
      const outcome = await claimDeliveries(ctx, applicationId, {
        runId,
        mayLeave: async (tx) => (await findRun(tx, applicationId, runId, { lock: true }))?.state === 'running',
        prepare: async (tx, open) => {
          const run = await findRun(tx, applicationId, runId);
          return run ? prepareDeliveries(tx, ctx, applicationId, run, open) : [];
        },
      });
      if (outcome.state === 'idle') return null;
      // Releasing the hold starts a job; this later job is a safeguard.
      if (outcome.state === 'held') return new Date(ctx.clock().getTime() + HELD_MS);
      if (outcome.state === 'limited') return outcome.until;
      await pauseUntil(ctx, outcome.at);
      await before;
      before = handing;
      handing = dispatchAll(ctx, applicationId, outcome.claimed, {
        attempt: outcome.attempt,
        comesBack: false,
      });
      // The failure is reported where the promise is awaited.
      handing.catch(() => undefined);
    }
    return null;
  } finally {
    await Promise.all([before, handing]);
  }
}

async function pauseUntil(ctx: Context, at: Date): Promise<void> {
  const milliseconds = at.getTime() - ctx.clock().getTime();
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function finishOrWait(tx: Tx, ctx: Context, applicationId: number, runId: number): Promise<Date | null> {
  const run = await findRun(tx, applicationId, runId, { lock: true });
  // The run was paused or cancelled meanwhile. A cancelled run has a job of its own that suppresses the rest.
  if (!run || run.finished_at !== null || run.state !== 'running') return null;
  const now = ctx.clock();
  const due = await findNextDue(tx, runId);
  if (due) return new Date(Math.max(due.getTime(), now.getTime() + SOON_MS));
  await finishRun(tx, applicationId, runId, now);
  const broadcast = { id: run.broadcast_id, state: run.state };
  await moveBroadcast(tx, applicationId, broadcast, run.next_run_at ? 'run_ended' : 'last_run_ended');
  await announce(tx, applicationId, ['deliveries']);
  return null;
}
