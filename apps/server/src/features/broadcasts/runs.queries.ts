import type { broadcasts } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { insertDeliveriesOfRun } from '../deliveries/index.ts';
import { addUpFunnel, countReasons, type FunnelGroup } from '../delivery-records/index.ts';
import { findRestore, sendTime } from '../sending-holds/index.ts';

/** Contacts that are queued in one transaction, which takes some tenths of a second. */
export const QUEUED_AT_ONCE = 10_000;

export interface Run {
  id: number;
  broadcast_id: number;
  mailing_list_id: number;
  /** Number of people on the list when the run began, or when it was refreshed. */
  total: number;
  /** null when the list is rule-based and was not refreshed for this run yet. */
  list_filled_at: Date | null;
  /** When it began; when it was due, where the database was restored after that. */
  started_at: Date;
  queued_at: Date | null;
  finished_at: Date | null;
  state: broadcasts.BroadcastState;
  survey_id: number;
  channel: broadcasts.Broadcast['channel'];
  subject: string | null;
  text: string | null;
  next_run_at: Date | null;
}

/** Returns undefined when this day has its run already. */
export async function insertRun(
  tx: Tx,
  applicationId: number,
  run: { broadcast_id: number; run_on: string | null; mailing_list_id: number; due_at: Date },
  now: Date,
): Promise<number | undefined> {
  const startedAt = sendTime(run.due_at, await findRestore(tx, applicationId), now);
  const { rows } = await sql<{ id: number }>`
    insert into broadcast_runs (
      application_id, broadcast_id, run_on, mailing_list_id, total, started_at, list_filled_at)
    select ${applicationId}, ${run.broadcast_id}, ${run.run_on}::date, ${run.mailing_list_id}, count(*), ${startedAt},
      (select ${now}::timestamptz from mailing_lists where id = ${run.mailing_list_id} and type_of = 'static')
    from mailing_list_contacts
    where application_id = ${applicationId} and mailing_list_id = ${run.mailing_list_id}
    on conflict do nothing
    returning id`.execute(tx);
  return rows[0]?.id;
}

/**
 * Finds the run with the current state of its broadcast. With `lock`, pausing and cancelling wait until the transaction
 * ends.
 */
export async function findRun(
  tx: Tx,
  applicationId: number,
  runId: number,
  { lock = false } = {},
): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    select r.id, r.broadcast_id, r.mailing_list_id, r.total, r.list_filled_at, r.started_at, r.queued_at, r.finished_at, b.state, b.survey_id, b.channel, b.subject, b.text,
      b.next_run_at
    from broadcast_runs r
    join broadcasts b on b.application_id = r.application_id and b.id = r.broadcast_id
    where r.application_id = ${applicationId} and r.id = ${runId}
    ${lock ? sql`for share of b` : sql``}`.execute(tx);
  return rows[0];
}

export async function findUnfinishedRun(tx: Tx, applicationId: number, broadcastId: number) {
  return tx
    .selectFrom('broadcast_runs')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('broadcast_id', '=', broadcastId)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Inserts a delivery for each of the next contacts of the list and stores the position with them, so that an
 * interrupted run continues exactly there. Returns the number of contacts processed; 0 when the list is done.
 */
export async function queueContacts(
  tx: Tx,
  applicationId: number,
  run: Run,
  now: Date,
  limit = QUEUED_AT_ONCE,
): Promise<number> {
  const { id, mailing_list_id } = run;
  const queued = insertDeliveriesOfRun(applicationId, run, channelsOf(run.channel), sql.table('batch'), {
    now,
    sendAt: sendTime(run.started_at, await findRestore(tx, applicationId), now),
  });
  const { rows } = await sql<{ count: number }>`
    with run as (select position from broadcast_runs where application_id = ${applicationId} and id = ${id} for update),
    batch as (
      select mc.contact_id from mailing_list_contacts mc, run
      where mc.application_id = ${applicationId} and mc.mailing_list_id = ${mailing_list_id} and mc.contact_id > run.position
      order by mc.contact_id limit ${limit}),
    queued as (${queued}),
    looked as (select count(*) as count, max(contact_id) as position from batch)
    update broadcast_runs r set
      position = coalesce(looked.position, r.position),
      queued_at = case when looked.count = 0 then ${now}::timestamptz end
    from looked
    where r.application_id = ${applicationId} and r.id = ${id}
    returning looked.count`.execute(tx);
  return rows[0]?.count ?? 0;
}

export function channelsOf(channel: broadcasts.Broadcast['channel']): ('email' | 'sms')[] {
  return channel.split('_or_') as ('email' | 'sms')[];
}

/**
 * Updates the statistics of the table. Until autovacuum does so, the planner takes the table to be as small as before,
 * and would sort a million rows for each batch.
 */
export async function measureDeliveries(tx: Tx): Promise<void> {
  await sql`analyze deliveries`.execute(tx);
}

/** Returns when the next delivery is due; null when none waits. A delivery that is `sending` counts as due. */
export async function findNextDue(tx: Tx, runId: number): Promise<Date | null> {
  // The condition leaves out application_id on purpose: with it, the index on application_id and send_at would be used,
  // and all deliveries ever sent would be read.
  const { rows } = await sql<{ send_at: Date | null }>`
    select least(
      (select min(send_at) from deliveries where broadcast_run_id = ${runId} and state = 'scheduled'),
      (select min(send_at) from deliveries where broadcast_run_id = ${runId} and state = 'sending')) as send_at`.execute(
    tx,
  );
  return rows[0]?.send_at ?? null;
}

export async function finishRun(tx: Tx, applicationId: number, runId: number, now: Date): Promise<void> {
  await sql`
    update broadcast_runs set finished_at = ${now}, queued_at = coalesce(queued_at, ${now})
    where application_id = ${applicationId} and id = ${runId}`.execute(tx);
}

interface RunRow extends Omit<broadcasts.BroadcastRun, 'funnel' | 'started_at' | 'queued_at' | 'finished_at'> {
  started_at: Date;
  queued_at: Date | null;
  finished_at: Date | null;
  counts: FunnelGroup[];
}

/** Lists runs with their figures, newest first. */
export async function listRuns(tx: Tx, applicationId: number, broadcastId: number, limit: number) {
  const { rows } = await sql<RunRow>`
    select r.id, r.run_on, r.total, r.started_at, r.queued_at, r.finished_at, coalesce((
      select jsonb_agg(c) from (
        select d.state, d.reason, d.opened, count(*) as count from deliveries d
        where d.application_id = r.application_id and d.broadcast_run_id = r.id
        group by d.state, d.reason, d.opened) c), '[]') as counts
    from broadcast_runs r
    where r.application_id = ${applicationId} and r.broadcast_id = ${broadcastId}
    order by r.id desc
    limit ${limit}`.execute(tx);
  return rows.map(({ counts, ...run }) => ({ ...run, funnel: addUpFunnel(counts) }));
}

/** Adds up the figures of several runs. */
export function sumOf(funnels: readonly broadcasts.Funnel[]): broadcasts.Funnel {
  const sum = (name: Exclude<keyof broadcasts.Funnel, 'reasons'>) =>
    funnels.reduce((total, one) => total + one[name], 0);
  return {
    eligible: sum('eligible'),
    sent: sum('sent'),
    suppressed: sum('suppressed'),
    failed: sum('failed'),
    waiting: sum('waiting'),
    answered: sum('answered'),
    reasons: countReasons(funnels.flatMap(({ reasons }) => reasons)),
  };
}
