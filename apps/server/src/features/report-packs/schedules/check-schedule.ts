import type { Tx } from '../../../platform/db/database.ts';
import { Invalid } from '../../../platform/errors.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { departmentExists } from '../../departments/index.ts';
import { surveyExists } from '../../surveys/index.ts';
import { listColleagues } from '../../users/index.ts';

interface ScheduleFields {
  survey_id: number | null;
  location: string | null;
  department_id: number | null;
}

/** Throws Invalid for a survey or department of another application, and for a ward that the caller does not see. */
export async function checkSchedule(
  tx: Tx,
  { applicationId, locations }: ApplicationScope,
  { survey_id, location, department_id }: ScheduleFields,
): Promise<void> {
  const errors: Record<string, string[]> = {};
  if (survey_id !== null && !(await surveyExists(tx, applicationId, survey_id)))
    errors['survey_id'] = ['Choose a survey of the list.'];
  if (department_id !== null && !(await departmentExists(tx, applicationId, department_id)))
    errors['department_id'] = ['Choose a department of the list.'];
  if (location !== null && locations.length > 0 && !locations.includes(location))
    errors['location'] = ['Choose a ward that you see.'];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}

/** Returns these people without repetition. Throws Invalid for somebody who may not read reports, unless they got the report before. */
export async function checkReaders(
  tx: Tx,
  applicationId: number,
  userIds: readonly number[],
  before: readonly number[] = [],
): Promise<number[]> {
  const readers = await listColleagues(tx, applicationId, 'surveys.view');
  const known = new Set([...before, ...readers.map(({ id }) => id)]);
  if (userIds.some((id) => !known.has(id)))
    throw new Invalid({ user_ids: ['Choose people of the list: they may read reports here.'] });
  return [...new Set(userIds)];
}
