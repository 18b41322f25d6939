import type { duty } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { isOnDuty } from './is-on-duty.ts';

type Shift = duty.Shift;

/** SQL: those of the people of a shift who are active in the application. */
const people = sql<Shift['users']>`coalesce((
  select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by lower(u.name), u.id)
  from users u
  join application_users au on au.application_id = s.application_id and au.user_id = u.id
  where u.id = any(s.user_ids) and u.deactivated_at is null and u.deleted_at is null), '[]')`;

const shiftsOf = (tx: Tx, applicationId: number, departmentId: number) =>
  tx
    .selectFrom('duty_shifts as s')
    .select([
      's.id',
      's.weekday',
      sql<string>`to_char(s.starts, 'HH24:MI')`.as('starts'),
      sql<string>`to_char(s.ends, 'HH24:MI')`.as('ends'),
      's.version',
    ])
    .select(people.as('users'))
    .where('s.application_id', '=', applicationId)
    .where('s.department_id', '=', departmentId);

export const listShifts = (tx: Tx, applicationId: number, departmentId: number): Promise<Shift[]> =>
  shiftsOf(tx, applicationId, departmentId).orderBy('s.weekday').orderBy('s.starts').orderBy('s.id').execute();

export async function getShift(tx: Tx, applicationId: number, departmentId: number, id: number): Promise<Shift> {
  const found = await shiftsOf(tx, applicationId, departmentId).where('s.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This shift');
  return found;
}

/** Lists who is on duty in a department at a time, each person once, by name. */
export async function listOnDuty(
  tx: Tx,
  applicationId: number,
  departmentId: number,
  at: Date,
): Promise<Shift['users']> {
  const zone = await findTimeZone(tx, applicationId);
  const shifts = await listShifts(tx, applicationId, departmentId);
  const found = shifts.filter((shift) => isOnDuty(shift, at, zone)).flatMap(({ users }) => users);
  return [...new Map(found.map((one) => [one.id, one])).values()].toSorted(
    (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
  );
}

export async function findTimeZone(tx: Tx, applicationId: number): Promise<string> {
  const { time_zone } = await tx
    .selectFrom('applications')
    .select('time_zone')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return time_zone;
}

export async function insertShift(
  tx: Tx,
  applicationId: number,
  departmentId: number,
  fields: duty.ShiftFields,
): Promise<number> {
  const { id } = await tx
    .insertInto('duty_shifts')
    .values({ ...fields, application_id: applicationId, department_id: departmentId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks a shift until the end of the transaction, and returns what is stored of it. */
export async function lockShift(tx: Tx, applicationId: number, departmentId: number, id: number) {
  const found = await tx
    .selectFrom('duty_shifts')
    .select(['weekday', 'starts', 'ends', 'user_ids', 'version'])
    .where('application_id', '=', applicationId)
    .where('department_id', '=', departmentId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound('This shift');
  return found;
}

export async function setShift(tx: Tx, applicationId: number, id: number, fields: duty.ShiftFields): Promise<void> {
  await tx
    .updateTable('duty_shifts')
    .set(fields)
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteShift(tx: Tx, applicationId: number, id: number): Promise<void> {
  await tx.deleteFrom('duty_shifts').where('application_id', '=', applicationId).where('id', '=', id).execute();
}
