import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { lockFor, withRetry, type Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import { systemScope } from '../../platform/scope.ts';
import { forgetClocks, restoreClocks } from '../patient-identity/index.ts';
import { processMessages, type WaitingMessage } from './process-messages.ts';
import { findReload, insertReload, moveReload, nextPatients, type Reload } from './reloads.queries.ts';
import { lockProcessing } from './waiting.queries.ts';

export const RELOAD_MESSAGES = 'reload-messages';

/** Patients per transaction, which delays the feed of the application. */
const PATIENTS_AT_ONCE = 25;
/** After this time the next job continues, so that stopping the server need not wait for a million patients. */
const ONE_JOB_MS = 20_000;

/** Starts to rebuild an application's visits. While a reload is running, returns that one. */
export async function startReload(tx: Tx, applicationId: number, now: Date): Promise<Reload> {
  await lockFor(tx, `reload:${applicationId}`);
  const running = await findReload(tx, applicationId);
  if (running?.state === 'running') return running;
  const reload = await insertReload(tx, applicationId, now);
  await enqueue(tx, [job(reload.id)]);
  return reload;
}

const job = (reloadId: number) => ({ task: RELOAD_MESSAGES, payload: { reload_id: reloadId } });

/** The job: continues where an earlier one stopped or died. */
export async function continueReload(ctx: Context, reloadId: number): Promise<void> {
  const until = Date.now() + ONE_JOB_MS;
  const step = () => ctx.db.transaction(systemScope('message order'), (tx) => rebuildNext(tx, ctx, reloadId));
  while (await withRetry(step)) {
    if (Date.now() < until) continue;
    await ctx.db.transaction(systemScope('message order'), (tx) => enqueue(tx, [job(reloadId)]));
    return;
  }
}

/** Rebuilds some patients, all or nothing. Returns false when none are left. */
async function rebuildNext(tx: Tx, ctx: Context, reloadId: number): Promise<boolean> {
  const reload = await moveReload(tx, reloadId);
  if (!reload) return false;
  const { application_id: applicationId } = reload;
  const patientIds = await nextPatients(tx, reload, PATIENTS_AT_ONCE);
  if (patientIds.length > 0) await rebuildPatients(tx, ctx, applicationId, patientIds);
  await moveReload(tx, reloadId, { patientIds, now: ctx.clock() });
  await announce(tx, applicationId, ['messages']);
  return patientIds.length > 0;
}

/**
 * Replays the stored messages of some patients. It is one transaction, so no intermediate state is visible. No trigger
 * runs: nothing is sent, and scheduled deliveries do not change. Facts that no stored message contains any more are
 * kept.
 */
export async function rebuildPatients(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  patientIds: number[],
): Promise<void> {
  await lockProcessing(tx, applicationId);
  const { rows: messages } = await sql<WaitingMessage>`
    select id, application_id, coalesce(corrected, raw) as raw, received_at from hl7_messages
    where application_id = ${applicationId} and patient_id = any(${patientIds}::bigint[])
      and state = 'processed' and raw_removed_at is null
    order by id`.execute(tx);
  if (messages.length === 0) return;
  const clocks = await forgetClocks(
    tx,
    applicationId,
    patientIds,
    messages.map(({ id }) => id),
  );
  await processMessages(tx, ctx, applicationId, messages, { isRebuild: true });
  await restoreClocks(tx, applicationId, clocks);
}
