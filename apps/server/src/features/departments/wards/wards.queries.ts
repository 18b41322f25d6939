import { wardDepartments } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { isInWards } from '../../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';

const DAY_MS = 86_400_000;

/**
 * Lists those of these wards with a message of the last 90 days, and all with a department; wards without a department first.
 * The last message of each ward is read from an index.
 */
export async function listWardDepartments(
  tx: Tx,
  scope: ApplicationScope,
  wards: readonly string[],
  now: Date,
): Promise<wardDepartments.WardDepartment[]> {
  const { applicationId } = scope;
  const since = new Date(now.getTime() - wardDepartments.SEEN_WITHIN_DAYS * DAY_MS);
  const { rows } = await sql<wardDepartments.WardDepartment>`
    with listed as (
      select unnest(${[...wards]}::text[]) as location
      union
      select location from department_wards where application_id = ${applicationId})
    select l.location, d.id as department_id, d.title as department_title, last.event_at as last_seen_at
    from listed l
    left join department_wards w on w.application_id = ${applicationId} and w.location = l.location
    left join departments d on d.application_id = w.application_id and d.id = w.department_id
    left join lateral (
      select m.event_at from hl7_messages m
      where m.application_id = ${applicationId} and m.location = l.location
      order by m.event_at desc limit 1) last on true
    where ${isInWards(scope, 'l.location')} and (d.id is not null or last.event_at >= ${since})
    order by d.id is not null, lower(l.location), l.location`.execute(tx);
  return rows;
}

/** Returns the department of each of these wards that has one. Locks the map until the end of the transaction. */
export async function lockWards(tx: Tx, applicationId: number, wards: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ location: string; department_id: number }>`
    select location, department_id from department_wards
    where application_id = ${applicationId} and location = any(${[...wards]}::text[])
    order by location for update`.execute(tx);
  return new Map(rows.map(({ location, department_id }) => [location, department_id]));
}

interface WardChange {
  location: string;
  department_id: number | null;
}

export async function setDepartmentsOfWards(
  tx: Tx,
  applicationId: number,
  changes: readonly WardChange[],
): Promise<void> {
  const cleared = changes.filter(({ department_id }) => department_id === null).map(({ location }) => location);
  await sql`
    delete from department_wards
    where application_id = ${applicationId} and location = any(${cleared}::text[])`.execute(tx);
  const set = changes.flatMap(({ location, department_id }) =>
    department_id === null ? [] : [{ application_id: applicationId, location, department_id }],
  );
  if (set.length === 0) return;
  await tx
    .insertInto('department_wards')
    .values(set)
    .onConflict((conflict) =>
      conflict
        .columns(['application_id', 'location'])
        .doUpdateSet((row) => ({ department_id: row.ref('excluded.department_id') })),
    )
    .execute();
}

/** Locks these departments, so that none of them is deleted meanwhile. Returns the ids of those that exist. */
export async function lockDepartments(tx: Tx, applicationId: number, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from departments
    where application_id = ${applicationId} and id = any(${[...ids]}::bigint[]) and deleted_at is null
    order by id for share`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Finds the department of a ward; null for a ward without one, and where no ward is known. */
export async function findDepartmentOfWard(
  tx: Tx,
  applicationId: number,
  location: string | null,
): Promise<number | null> {
  if (location === null) return null;
  const found = await tx
    .selectFrom('department_wards')
    .select('department_id')
    .where('application_id', '=', applicationId)
    .where('location', '=', location)
    .executeTakeFirst();
  return found?.department_id ?? null;
}

export interface DepartmentOfWard {
  location: string;
  department_id: number;
  department_title: string;
}

/** Lists all wards that have a department. */
export async function listDepartmentsOfWards(tx: Tx, applicationId: number): Promise<DepartmentOfWard[]> {
  const { rows } = await sql<DepartmentOfWard>`
    select w.location, d.id as department_id, d.title as department_title
    from department_wards w
    join departments d on d.application_id = w.application_id and d.id = w.department_id
    where w.application_id = ${applicationId}
    order by lower(d.title), d.id, w.location`.execute(tx);
  return rows;
}
