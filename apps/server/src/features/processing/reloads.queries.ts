import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';

export interface Reload {
  id: number;
  application_id: number;
  state: 'running' | 'finished';
  total: number;
  done: number;
  last_patient_id: number;
  started_at: Date;
  finished_at: Date | null;
}

/** Finds the newest reload. */
export async function findReload(tx: Tx, applicationId: number): Promise<Reload | undefined> {
  const { rows } = await sql<Reload>`
    select * from message_reloads where application_id = ${applicationId} order by id desc limit 1`.execute(tx);
  return rows[0];
}

const patientsToRebuild = (applicationId: number) => sql`
  from patients where application_id = ${applicationId} and merged_into_id is null and removed_at is null`;

export async function insertReload(tx: Tx, applicationId: number, now: Date): Promise<Reload> {
  const { rows } = await sql<Reload>`
    insert into message_reloads (application_id, total, started_at)
    select ${applicationId}, (select count(*) ${patientsToRebuild(applicationId)}), ${now}
    returning *`.execute(tx);
  return onlyRow(rows);
}

export async function nextPatients(tx: Tx, reload: Reload, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id ${patientsToRebuild(reload.application_id)} and id > ${reload.last_patient_id}
    order by id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Locks the running reload for this transaction; undefined when it is over. With patients it moves on past them;
 * without any it is finished.
 */
export async function moveReload(
  tx: Tx,
  id: number,
  step?: { patientIds: readonly number[]; now: Date },
): Promise<Reload | undefined> {
  const { rows } = await sql<Reload>`
    select * from message_reloads where id = ${id} and state = 'running' for update`.execute(tx);
  const [reload] = rows;
  if (!reload || !step) return reload;
  const { patientIds, now } = step;
  const last = patientIds.at(-1);
  await (last === undefined
    ? sql`update message_reloads set state = 'finished', finished_at = ${now} where id = ${id}`.execute(tx)
    : sql`
        update message_reloads set done = least(total, done + ${patientIds.length}), last_patient_id = ${last}
        where id = ${id}`.execute(tx));
  return reload;
}
