import type { sendingHolds } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { PURPOSES_TO_PATIENTS } from '../suppression/index.ts';

/** Lists current holds of one application, or of all that the transaction sees. */
export async function listHolds(tx: Tx, applicationId: number | null, now: Date): Promise<sendingHolds.SendingHold[]> {
  const { rows } = await sql<sendingHolds.SendingHold>`
    select h.id, h.application_id, a.title as application_title, h.reason, h.held_at, u.name as held_by_name, h.note,
      h.data_of,
      (select count(*) from deliveries d
        where d.application_id = h.application_id and d.state = 'scheduled' and d.send_at <= ${now}
          and (h.reason = 'restored' or d.purpose = any(${PURPOSES_TO_PATIENTS}::text[]))) as waiting,
      (select count(*) from deliveries d
        where d.application_id = h.application_id and h.reason = 'restored'
          and (d.state = 'sending' or d.state = 'scheduled' and d.send_at <= h.held_at)) as may_have_left
    from sending_holds h
    join applications a on a.id = h.application_id
    left join users u on u.id = h.held_by_id
    where h.released_at is null and (${applicationId}::bigint is null or h.application_id = ${applicationId})
    order by a.title`.execute(tx);
  return rows;
}

/**
 * Inserts holds. An application that is on hold already keeps its first reason, except that a restore takes the place of one by hand: it
 * lets less leave, and only a superuser ends it. Returns the applications that are newly on hold.
 */
export async function insertHolds(
  tx: Tx,
  hold: {
    application_id: number | null;
    reason: sendingHolds.SendingHold['reason'];
    user_id: number | null;
    note?: string | undefined;
    data_of?: Date;
  },
  now: Date,
): Promise<number[]> {
  if (hold.reason === 'restored')
    await releaseHolds(tx, { application_id: hold.application_id, user_id: null, reason: 'by_hand' }, now);
  const { rows } = await sql<{ application_id: number }>`
    insert into sending_holds (application_id, reason, held_at, held_by_id, note, data_of)
    select a.id, ${hold.reason}, ${now}, ${hold.user_id}, nullif(${hold.note ?? null}::text, ''), ${hold.data_of ?? null}::timestamptz from applications a
    where ${hold.application_id}::bigint is null or a.id = ${hold.application_id}
    on conflict (application_id) where released_at is null do nothing
    returning application_id`.execute(tx);
  return rows.map(({ application_id }) => application_id);
}

/**
 * Lets nothing leave that was restored, as of `dataOf`, until a person releases it. A hold of before the backup ends: it says
 * nothing of what has left since.
 */
export async function holdRestored(tx: Tx, dataOf: Date, now: Date): Promise<void> {
  await releaseHolds(tx, { application_id: null, user_id: null }, now);
  await insertHolds(tx, { application_id: null, reason: 'restored', user_id: null, data_of: dataOf }, now);
}

/** Returns why sending of the application is on hold; null: it is not. */
export async function findHoldReason(
  tx: Tx,
  applicationId: number,
): Promise<sendingHolds.SendingHold['reason'] | null> {
  const { rows } = await sql<Pick<sendingHolds.SendingHold, 'reason'>>`
    select reason from sending_holds where application_id = ${applicationId} and released_at is null`.execute(tx);
  return rows[0]?.reason ?? null;
}

/** Returns when the application was put on hold because its database was restored; null when it was not, or was released since. */
export async function findRestore(tx: Tx, applicationId: number): Promise<Date | null> {
  const { rows } = await sql<{ held_at: Date }>`
    select held_at from sending_holds
    where application_id = ${applicationId} and released_at is null and reason = 'restored'`.execute(tx);
  return rows[0]?.held_at ?? null;
}

export interface Restored {
  application_id: number;
  held_at: Date;
  /** Broadcasts or steps of pathways that were due before have no deliveries yet. */
  is_incomplete: boolean;
}

/** Returns the applications, or the one, that are on hold because their database was restored. */
export async function listRestored(tx: Tx, applicationId: number | null): Promise<Restored[]> {
  const { rows } = await sql<Restored>`
    select h.application_id, h.held_at,
      exists (
        select from broadcasts b
        where b.application_id = h.application_id and b.state = 'scheduled' and b.deleted_at is null and b.next_run_at <= h.held_at)
      or exists (
        select from broadcast_runs r join broadcasts b on b.application_id = r.application_id and b.id = r.broadcast_id
        where r.application_id = h.application_id and r.started_at <= h.held_at and r.queued_at is null and r.finished_at is null
          and b.state = 'running')
      or exists (
        select from pathway_enrolments e join pathways w on w.application_id = e.application_id and w.id = e.pathway_id and w.active
        where e.application_id = h.application_id and e.state = 'active' and e.next_due_at <= h.held_at) as is_incomplete
    from sending_holds h
    where h.reason = 'restored' and h.released_at is null
      and (${applicationId}::bigint is null or h.application_id = ${applicationId})
    order by h.application_id`.execute(tx);
  return rows;
}

/** Returns the ids of messages to patients that were due before the restore. */
export async function listLeftBefore(tx: Tx, { application_id, held_at }: Restored): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from deliveries
    where application_id = ${application_id} and state = 'scheduled' and send_at <= ${held_at}
      and purpose = any(${PURPOSES_TO_PATIENTS}::text[])
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns the applications that were released. `reason`: only holds with this one end. */
export async function releaseHolds(
  tx: Tx,
  {
    application_id,
    user_id,
    reason = null,
  }: { application_id: number | null; user_id: number | null; reason?: sendingHolds.SendingHold['reason'] | null },
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ application_id: number }>`
    update sending_holds set released_at = ${now}, released_by_id = ${user_id}
    where released_at is null and (${application_id}::bigint is null or application_id = ${application_id})
      and (${reason}::text is null or reason = ${reason})
    returning application_id`.execute(tx);
  return rows.map((row) => row.application_id);
}

/** Lists due deliveries that have no job any more, without those of a run, which finds its own. */
export async function listDueWithoutRun(tx: Tx, applicationId: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from deliveries d
    where d.application_id = ${applicationId} and d.state = 'scheduled' and d.send_at <= ${now} and not exists (
      select from broadcast_runs r where r.id = d.broadcast_run_id and r.finished_at is null)
    order by d.send_at, d.id`.execute(tx);
  return rows.map(({ id }) => id);
}
