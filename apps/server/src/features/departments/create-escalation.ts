import type { BodyOf, departments } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import { lockDepartment } from './departments.queries.ts';
import { findStrangers, insertEscalation, surveyOfApplication } from './escalations.queries.ts';

type NewEscalation = BodyOf<typeof departments.createEscalation>['department_escalation'];

/**
 * Adds an escalation. Its survey and people must belong to the application, because a level without people notifies
 * nobody.
 */
export async function createEscalation(
  tx: Tx,
  applicationId: number,
  departmentId: number,
  { survey_id, user_ids, sort_order }: NewEscalation,
): Promise<number> {
  await lockDepartment(tx, applicationId, departmentId);
  const errors: Record<string, string[]> = {};
  if (!(await surveyOfApplication(tx, applicationId, survey_id))) errors['survey_id'] = ['This survey does not exist.'];
  const strangers = await findStrangers(tx, applicationId, user_ids);
  if (strangers.length > 0)
    errors['user_ids'] = ['Somebody chosen is not active in this application any more. Choose again.'];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  const people = [...new Set(user_ids)];
  return insertEscalation(tx, applicationId, { department_id: departmentId, survey_id, user_ids: people, sort_order });
}
