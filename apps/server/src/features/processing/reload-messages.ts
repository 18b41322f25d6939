import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { lockFor, withRetry, type Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { processMessages, type WaitingMessage } from './process-messages.ts';
import { findReload, insertReload, moveReload, nextPatients, type Reload } from './reloads.queries.ts';
import { lockProcessing } from './waiting.queries.ts';

export const RELOAD_MESSAGES = 'reload-messages';

/** Patients of one transaction: the feed of the application waits that long at most. */
const PATIENTS_AT_ONCE = 25;
/** Then the next job goes on: a stop need not wait for a million patients. */
const ONE_JOB_MS = 20_000;
/** Before any event. */
const LONG_AGO = new Date('0001-01-01T00:00:00Z');

/** Begins to make an application's visits anew; while that is going on already, returns the one that is. */
export async function startReload(tx: Tx, applicationId: number, now: Date): Promise<Reload> {
  await lockFor(tx, `reload:${applicationId}`);
  const running = await findReload(tx, applicationId);
  if (running?.state === 'running') return running;
  const reload = await insertReload(tx, applicationId, now);
  await enqueue(tx, [job(reload.id)]);
  return reload;
}

const job = (reloadId: number) => ({ task: RELOAD_MESSAGES, payload: { reload_id: reloadId } });

/** The job. Goes on where an earlier one stopped, or died. */
export async function continueReload(house: Context, reloadId: number): Promise<void> {
  const until = Date.now() + ONE_JOB_MS;
  const step = () => house.db.transaction(SYSTEM_SCOPE, (tx) => rebuildNext(tx, house, reloadId));
  while (await withRetry(step)) {
    if (Date.now() < until) continue;
    await house.db.transaction(SYSTEM_SCOPE, (tx) => enqueue(tx, [job(reloadId)]));
    return;
  }
}

/** Some patients, all or nothing; false when there are none left. */
async function rebuildNext(tx: Tx, house: Context, reloadId: number): Promise<boolean> {
  const reload = await moveReload(tx, reloadId);
  if (!reload) return false;
  const { application_id: applicationId } = reload;
  const patientIds = await nextPatients(tx, reload, PATIENTS_AT_ONCE);
  if (patientIds.length > 0) await rebuildPatients(tx, house, applicationId, patientIds);
  await moveReload(tx, reloadId, { patientIds, now: house.clock() });
  await announce(tx, applicationId, ['messages']);
  return patientIds.length > 0;
}

/**
 * Replays the stored messages of some patients over their visits. Nobody sees a state between, and no trigger runs: nothing
 * is sent, and what was scheduled stays as it is. What no stored message tells any more is kept.
 */
async function rebuildPatients(tx: Tx, house: Context, applicationId: number, patientIds: number[]): Promise<void> {
  await lockProcessing(tx, applicationId);
  const { rows: messages } = await sql<WaitingMessage>`
    select id, application_id, coalesce(corrected, raw) as raw, received_at from hl7_messages
    where application_id = ${applicationId} and patient_id = any(${patientIds}::bigint[])
      and state = 'processed' and raw_removed_at is null
    order by id`.execute(tx);
  if (messages.length === 0) return;
  const clocks = await forgetClocks(tx, applicationId, patientIds, messages);
  await processMessages(tx, house, applicationId, messages, { isRebuild: true });
  await restoreClocks(tx, applicationId, clocks);
}

interface Clocks {
  patients: { id: number; facts_at: Date }[];
  visits: { id: number; moved_at: Date; last_event_at: Date }[];
}

/** An event counts only when nothing later is known: so what is known is taken for very old, and every event counts anew. */
async function forgetClocks(
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
  messages: readonly WaitingMessage[],
): Promise<Clocks> {
  const { rows: patients } = await sql<Clocks['patients'][number]>`
    select id, facts_at from patients
    where application_id = ${applicationId} and id = any(${patientIds}::bigint[]) order by id for update`.execute(tx);
  const { rows: visits } = await sql<Clocks['visits'][number]>`
    select id, moved_at, last_event_at from visits
    where application_id = ${applicationId} and id in (
      select visit_id from hl7_messages where id = any(${messages.map(({ id }) => id)}::bigint[]))
    order by id for update`.execute(tx);
  await sql`update patients set facts_at = ${LONG_AGO} where id = any(${patients.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
  // Where every message is still there, they tell all that was ever said; but never that a death was not.
  await sql`
    update patients p set given_name = null, family_name = null, birth_date = null, sex = null, language = null, phone = null, email = null
    where p.application_id = ${applicationId} and p.id = any(${patients.map(({ id }) => id)}::bigint[])
      and not exists (
        select from hl7_messages m where m.application_id = ${applicationId} and m.patient_id = p.id
          and (m.raw_removed_at is not null or m.state <> 'processed'))
      and exists (select from hl7_messages m where m.application_id = ${applicationId} and m.patient_id = p.id)`.execute(
    tx,
  );
  await sql`
    update visits set moved_at = ${LONG_AGO}, last_event_at = ${LONG_AGO}
    where id = any(${visits.map(({ id }) => id)}::bigint[])`.execute(tx);
  return { patients, visits };
}

/** For what no message spoke of after all. */
async function restoreClocks(tx: Tx, applicationId: number, { patients, visits }: Clocks): Promise<void> {
  await sql`
    update patients p set facts_at = r.facts_at
    from json_to_recordset(${JSON.stringify(patients)}::json) as r (id bigint, facts_at timestamptz)
    where p.application_id = ${applicationId} and p.id = r.id and p.facts_at = ${LONG_AGO}`.execute(tx);
  await sql`
    update visits v set
      moved_at = case when v.moved_at = ${LONG_AGO} then r.moved_at else v.moved_at end,
      last_event_at = case when v.last_event_at = ${LONG_AGO} then r.last_event_at else v.last_event_at end
    from json_to_recordset(${JSON.stringify(visits)}::json) as r (id bigint, moved_at timestamptz, last_event_at timestamptz)
    where v.application_id = ${applicationId} and v.id = r.id
      and (v.moved_at = ${LONG_AGO} or v.last_event_at = ${LONG_AGO})`.execute(tx);
}
