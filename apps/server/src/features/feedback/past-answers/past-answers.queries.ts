import type { wardDepartments } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { onlyRow } from '../../../platform/db/only-row.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';

export interface Backfill {
  id: number;
  /** Wards of the person who started it; empty means all. */
  wards: string[];
}

/** SQL: answers `f` without a department from wards `w` with one. It is read from an index of such answers. */
const withoutDepartment = (applicationId: number, wards: readonly string[]): RawBuilder<unknown> => sql`
  from department_wards w
  join feedback f on f.application_id = w.application_id and f.location = w.location and f.department_id is null
  where w.application_id = ${applicationId}
    and ${wards.length === 0 ? sql`true` : sql`w.location = any(${[...wards]}::text[])`}`;

export async function countWithoutDepartment(tx: Tx, scope: ApplicationScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count ${withoutDepartment(scope.applicationId, scope.locations)}`.execute(tx);
  return onlyRow(rows).count;
}

/**
 * Gives up to `limit` answers the department of their ward. Returns how many there were. All rows are locked before the first is
 * changed: an answer that changes gets a number under one lock of the application, which must not be held while waiting.
 */
export async function setMissingDepartments(
  tx: Tx,
  applicationId: number,
  wards: readonly string[],
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ id: number; department_id: number }>`
    select f.id, w.department_id ${withoutDepartment(applicationId, wards)}
    limit ${limit} for update of f`.execute(tx);
  const ids = rows.map(({ id }) => id);
  const departmentIds = rows.map(({ department_id }) => department_id);
  await sql`
    update feedback set department_id = missing.department_id
    from unnest(${ids}::bigint[], ${departmentIds}::bigint[]) as missing (id, department_id)
    where feedback.application_id = ${applicationId} and feedback.id = missing.id`.execute(tx);
  return rows.length;
}

export async function findNewestBackfill(tx: Tx, applicationId: number): Promise<wardDepartments.Backfill | null> {
  const { rows } = await sql<wardDepartments.Backfill>`
    select b.id, b.state, b.total, b.done, b.started_at, b.finished_at, u.name as user_name
    from department_backfills b
    left join users u on u.id = b.user_id
    where b.application_id = ${applicationId}
    order by b.id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

export async function insertBackfill(tx: Tx, scope: ApplicationScope, total: number, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('department_backfills')
    .values({
      application_id: scope.applicationId,
      user_id: scope.userId,
      wards: [...scope.locations],
      total,
      started_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks the run for this transaction; undefined when it is over. */
export async function lockRunning(tx: Tx, applicationId: number, id: number): Promise<Backfill | undefined> {
  const { rows } = await sql<Backfill>`
    select id, wards from department_backfills
    where application_id = ${applicationId} and id = ${id} and state = 'running'
    for update`.execute(tx);
  return rows[0];
}

/** Adds `count` answers to those done; without any, the run is finished. */
export async function moveBackfill(
  tx: Tx,
  applicationId: number,
  id: number,
  step: { count: number; now: Date },
): Promise<void> {
  await (step.count > 0
    ? sql`
        update department_backfills set done = done + ${step.count}, total = greatest(total, done + ${step.count})
        where application_id = ${applicationId} and id = ${id}`.execute(tx)
    : sql`
        update department_backfills set state = 'finished', finished_at = ${step.now}
        where application_id = ${applicationId} and id = ${id}`.execute(tx));
}
