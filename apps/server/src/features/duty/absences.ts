import type { duty } from '@wardvoice/contract';
import { DateTime } from 'luxon';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import { listColleagues, type Colleague } from '../users/index.ts';
import { forgetEndedAbsences, insertAbsence, listAbsences } from './absences.queries.ts';
import { findTimeZone } from './shifts.queries.ts';

const MAX_ABSENCES = 50;

/** Returns the day by the calendar of the application. */
export async function findToday(tx: Tx, applicationId: number, now: Date): Promise<string> {
  const zone = await findTimeZone(tx, applicationId);
  return DateTime.fromJSDate(now, { zone }).toFormat('yyyy-MM-dd');
}

/** Lists the colleagues who work on cases, of whom deputies are chosen. */
export const listDeputies = (tx: Tx, applicationId: number): Promise<Colleague[]> =>
  listColleagues(tx, applicationId, 'cases.list', 'cases.update');

export async function readAbsences(tx: Tx, applicationId: number, userId: number, now: Date) {
  const deputies = await listDeputies(tx, applicationId);
  return {
    data: await listAbsences(tx, applicationId, userId, await findToday(tx, applicationId, now)),
    deputies: deputies.filter(({ id }) => id !== userId),
  };
}

/** Stores an absence. Periods of one person do not overlap, so that each day has one deputy at most. */
export async function createAbsence(
  tx: Tx,
  applicationId: number,
  userId: number,
  fields: duty.AbsenceFields,
  now: Date,
): Promise<duty.Absence> {
  await lockFor(tx, `absences:${applicationId}:${userId}`);
  const today = await findToday(tx, applicationId, now);
  await forgetEndedAbsences(tx, applicationId, today);
  const { data, deputies } = await readAbsences(tx, applicationId, userId, now);
  const deputy = deputies.find(({ id }) => id === fields.deputy_id);
  if (!deputy) throw new Invalid({ deputy_id: ['Choose somebody who works on cases in this application.'] });
  if (fields.to_day < today) throw new Invalid({ to_day: ['This day is over. Choose today or a later one.'] });
  if (data.some(({ from_day, to_day }) => from_day <= fields.to_day && to_day >= fields.from_day))
    throw new Invalid({
      from_day: ['There is an absence in this time already. Take it back first, or choose other days.'],
    });
  if (data.length >= MAX_ABSENCES) throw new Invalid({ from_day: [`There are ${MAX_ABSENCES} absences already.`] });
  const id = await insertAbsence(tx, applicationId, userId, fields);
  const { from_day, to_day } = fields;
  return { id, from_day, to_day, deputy: { id: deputy.id, name: deputy.name } };
}
