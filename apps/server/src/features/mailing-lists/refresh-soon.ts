import type { mailingLists } from '@wardvoice/contract';
import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { countMembers, lockMailingList } from './mailing-lists.queries.ts';
import { contactsLock, refreshMailingList, type OnStep, type Refreshed } from './refresh-mailing-list.ts';
import { findLatestRefresh, requestRefresh } from './refreshes.queries.ts';
import { refreshJob } from './run-refresh.ts';
import { codeOf } from '../../platform/errors.ts';

/** A request waits this long; a longer refresh is left to a worker. */
const PATIENCE_MS = 2_000;
const LOCK_PATIENCE_MS = 1_000;
const LOOK_AGAIN_MS = 50;
const QUERY_CANCELED = '57014';

class OutOfTime extends Error {}

interface Asked extends Refreshed {
  /** The state of the refresh that was left to a worker; undefined when it is done. */
  state?: mailingLists.RefreshState;
}

/**
 * Refreshes a list within the request where that is fast enough, else by a job. `rulesChanged`: a refresh that is
 * running uses the old rules, and must run once more.
 */
export async function refreshSoon(
  tx: Tx,
  scope: ApplicationScope,
  id: number,
  now: Date,
  { rulesChanged = false } = {},
): Promise<Asked> {
  const { applicationId } = scope;
  const { type_of } = await lockMailingList(tx, scope, id);
  const unchanged = async () => ({
    added: 0,
    removed: 0,
    contacts_made: 0,
    contacts_count: await countMembers(tx, scope, id),
  });
  if (type_of === 'static') return unchanged();
  const isLong = await takesLong(tx, applicationId, id);
  const done = isLong
    ? null
    : await tryFor(tx, applicationId, (onStep) => refreshMailingList(tx, scope, id, now, onStep));
  if (done) return done;
  const requested = await requestRefresh(tx, applicationId, id, now, rulesChanged);
  if (requested !== null) await enqueue(tx, [refreshJob(applicationId, requested)]);
  const underWay = await findLatestRefresh(tx, applicationId, id);
  return { ...(await unchanged()), state: underWay?.state ?? 'queued' };
}

/** Returns whether trying here is useless: a refresh is waiting or running, or the last one took a worker too long. */
async function takesLong(tx: Tx, applicationId: number, id: number): Promise<boolean> {
  const latest = await findLatestRefresh(tx, applicationId, id);
  if (!latest || latest.state === 'failed') return false;
  const { started_at, finished_at } = latest;
  return !started_at || !finished_at || finished_at.getTime() - started_at.getTime() > PATIENCE_MS;
}

/** Runs `work` in a savepoint. Returns null, with everything rolled back, when the time was too short. */
async function tryFor<T>(tx: Tx, applicationId: number, work: (onStep: OnStep) => Promise<T>): Promise<T | null> {
  const until = performance.now() + PATIENCE_MS;
  const limitNextStep = async () => {
    const left = Math.ceil(until - performance.now());
    if (left <= 0) throw new OutOfTime();
    await sql`select set_config('statement_timeout', ${String(left)}, true)`.execute(tx);
  };
  await sql`savepoint refresh`.execute(tx);
  try {
    await acquireLock(tx, applicationId);
    await limitNextStep();
    const result = await work(limitNextStep);
    await sql`set local statement_timeout to default`.execute(tx);
    await sql`release savepoint refresh`.execute(tx);
    return result;
  } catch (error) {
    if (!(error instanceof OutOfTime) && codeOf(error) !== QUERY_CANCELED) throw error;
    // The rollback also restores the statement timeout.
    await sql`rollback to savepoint refresh`.execute(tx);
    return null;
  }
}

/**
 * Polls for the lock instead of waiting for it, because its holder may be waiting for the row of the list, which is
 * locked here.
 */
async function acquireLock(tx: Tx, applicationId: number): Promise<void> {
  const until = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${contactsLock(applicationId)}, 0)) as taken`.execute(tx);
    if (rows[0]?.taken) return;
    if (performance.now() > until) throw new OutOfTime();
    await pause(LOOK_AGAIN_MS);
  }
}
