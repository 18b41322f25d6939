import type { Context } from '../../../platform/context.ts';
import { lockFor, withRetry, type Tx } from '../../../platform/db/database.ts';
import { Conflict } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { announce } from '../../../platform/live.ts';
import { applicationScope, type ApplicationScope } from '../../../platform/scope.ts';
import {
  countWithoutDepartment,
  findNewestBackfill,
  insertBackfill,
  lockRunning,
  moveBackfill,
  setMissingDepartments,
} from './past-answers.queries.ts';

export const BACKFILL_DEPARTMENTS = 'backfill-departments';

/** Answers per transaction. Patients who answer meanwhile wait for it, because answers are numbered as they change. */
const ANSWERS_AT_ONCE = 500;
/** After this time the next job continues, so that a stop of the server does not wait for all answers. */
const ONE_JOB_MS = 20_000;

const job = (applicationId: number, id: number) => ({
  task: BACKFILL_DEPARTMENTS,
  payload: { application_id: applicationId, backfill_id: id },
});

/**
 * Starts to give answers without a department the one of their ward, in the caller's wards. While a run is going on, it starts
 * no other. Returns the number of answers.
 */
export async function startBackfill(tx: Tx, scope: ApplicationScope, now: Date): Promise<number> {
  const { applicationId } = scope;
  await lockFor(tx, `department backfill:${applicationId}`);
  const count = await countWithoutDepartment(tx, scope);
  const newest = await findNewestBackfill(tx, applicationId);
  if (newest?.state === 'running') return count;
  if (count === 0) throw new Conflict('No answer is without the department of its ward.');
  const id = await insertBackfill(tx, scope, count, now);
  await enqueue(tx, [job(applicationId, id)]);
  return count;
}

/** The job: continues where an earlier one stopped or died. */
export async function continueBackfill(ctx: Context, applicationId: number, id: number): Promise<void> {
  const until = Date.now() + ONE_JOB_MS;
  const scope = applicationScope(applicationId);
  while (await withRetry(() => ctx.db.transaction(scope, (tx) => setNext(tx, ctx, applicationId, id)))) {
    if (Date.now() < until) continue;
    await ctx.db.transaction(scope, (tx) => enqueue(tx, [job(applicationId, id)]));
    return;
  }
}

/** Gives some answers their department. Returns false when none are left. */
async function setNext(tx: Tx, ctx: Context, applicationId: number, id: number): Promise<boolean> {
  const running = await lockRunning(tx, applicationId, id);
  if (!running) return false;
  const count = await setMissingDepartments(tx, applicationId, running.wards, ANSWERS_AT_ONCE);
  await moveBackfill(tx, applicationId, id, { count, now: ctx.clock() });
  await announce(tx, applicationId, ['feedback']);
  return count > 0;
}
