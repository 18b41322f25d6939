import type { BodyOf, departments } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Invalid } from '../../platform/errors.ts';
import { lockDepartment } from './departments.queries.ts';
import {
  findStrangers,
  insertEscalation,
  lockEscalation,
  setEscalation,
  surveyOfApplication,
} from './escalations.queries.ts';

type Escalation = BodyOf<typeof departments.createEscalation>['department_escalation'];
type ChangedEscalation = BodyOf<typeof departments.updateEscalation>['department_escalation'];

export async function createEscalation(
  tx: Tx,
  applicationId: number,
  departmentId: number,
  escalation: Escalation,
): Promise<number> {
  await lockDepartment(tx, applicationId, departmentId);
  const checked = await checkEscalation(tx, applicationId, escalation);
  return insertEscalation(tx, applicationId, { department_id: departmentId, ...checked });
}

/** Changes an escalation, and returns what it was. The next level of a case that is open already is told by what is stored then. */
export async function updateEscalation(
  tx: Tx,
  applicationId: number,
  { departmentId, id }: { departmentId: number; id: number },
  { version, ...escalation }: ChangedEscalation,
): Promise<Escalation> {
  const { version: storedVersion, ...before } = await lockEscalation(tx, applicationId, departmentId, id);
  checkVersion(storedVersion, version);
  await setEscalation(tx, applicationId, id, await checkEscalation(tx, applicationId, escalation));
  return before;
}

/** Checks that the survey and the people belong to the application, because a level without people notifies nobody. */
async function checkEscalation(
  tx: Tx,
  applicationId: number,
  { survey_id, user_ids, sort_order, on_duty }: Escalation,
): Promise<Escalation> {
  const errors: Record<string, string[]> = {};
  if (!(await surveyOfApplication(tx, applicationId, survey_id))) errors['survey_id'] = ['This survey does not exist.'];
  const strangers = await findStrangers(tx, applicationId, user_ids);
  if (strangers.length > 0)
    errors['user_ids'] = ['Somebody chosen is not active in this application any more. Choose again.'];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return { survey_id, user_ids: [...new Set(user_ids)], sort_order, on_duty };
}
