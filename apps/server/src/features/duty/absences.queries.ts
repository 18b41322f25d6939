import type { duty } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';

/** Lists the absences of a person that have not ended on this day, the next first. */
export async function listAbsences(
  tx: Tx,
  applicationId: number,
  userId: number,
  today: string,
): Promise<duty.Absence[]> {
  const rows = await tx
    .selectFrom('absences as a')
    .innerJoin('users as u', 'u.id', 'a.deputy_id')
    .select(['a.id', 'a.from_day', 'a.to_day', 'u.id as deputy_id', 'u.name as deputy_name'])
    .where('a.application_id', '=', applicationId)
    .where('a.user_id', '=', userId)
    .where('a.to_day', '>=', today)
    .orderBy('a.from_day')
    .execute();
  return rows.map(({ deputy_id, deputy_name, ...row }) => ({ ...row, deputy: { id: deputy_id, name: deputy_name } }));
}

/** Returns the deputies of everybody who is away on a day, by the id of who is away. */
export async function findDeputies(tx: Tx, applicationId: number, day: string): Promise<ReadonlyMap<number, number>> {
  const rows = await tx
    .selectFrom('absences')
    .select(['user_id', 'deputy_id'])
    .where('application_id', '=', applicationId)
    .where('from_day', '<=', day)
    .where('to_day', '>=', day)
    .execute();
  return new Map(rows.map(({ user_id, deputy_id }) => [user_id, deputy_id]));
}

export async function insertAbsence(
  tx: Tx,
  applicationId: number,
  userId: number,
  fields: duty.AbsenceFields,
): Promise<number> {
  const { id } = await tx
    .insertInto('absences')
    .values({ ...fields, application_id: applicationId, user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns whose absence it is. */
export async function getOwner(tx: Tx, applicationId: number, id: number): Promise<number> {
  const found = await tx
    .selectFrom('absences')
    .select('user_id')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This absence');
  return found.user_id;
}

/** Deletes an absence of a person, and returns what it was. */
export async function deleteAbsence(tx: Tx, applicationId: number, userId: number, id: number) {
  const deleted = await tx
    .deleteFrom('absences')
    .where('application_id', '=', applicationId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['from_day', 'to_day', 'deputy_id'])
    .executeTakeFirst();
  if (!deleted) throw new NotFound('This absence');
  return deleted;
}

/** Deletes what has ended: nobody reads any more when somebody was away. */
export async function forgetEndedAbsences(tx: Tx, applicationId: number, today: string): Promise<void> {
  await tx.deleteFrom('absences').where('application_id', '=', applicationId).where('to_day', '<', today).execute();
}
