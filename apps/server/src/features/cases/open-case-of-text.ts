import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { applicationScope } from '../../platform/scope.ts';
import { findDepartmentFor, findTextOrigin } from './case-origin.queries.ts';
import type { StaffRecipient } from '../users/index.ts';
import { findRecipients } from './find-recipients.ts';
import { openCase } from './open-cases.ts';

/** Opens a case for a text with words of harm, and notifies people at once. May run twice. */
export async function openCaseOfText(tx: Tx, ctx: Context, applicationId: number, textId: number): Promise<void> {
  const origin = await findTextOrigin(tx, applicationScope(applicationId), textId);
  if (!origin) return;
  const { question, answer, ...place } = origin;
  const found = await findDepartmentFor(tx, applicationId, place.survey_id);
  const concern = { department_id: found?.department_id ?? null, question, answer };
  await openCase(tx, ctx, { ...place, survey_id: found?.survey_id ?? null }, concern);
}

/** Returns who is notified of a text first: the people of its department, else the administrators. */
export async function listPeopleForText(
  tx: Tx,
  applicationId: number,
  { survey_id, location }: { survey_id: number | null; location: string | null },
  now: Date,
): Promise<{ departmentId: number | null; people: StaffRecipient[] }> {
  const found = await findDepartmentFor(tx, applicationId, survey_id);
  const concern = { department_id: found?.department_id ?? null, survey_id: found?.survey_id ?? null, location };
  const recipients = await findRecipients(tx, applicationId, concern, 1, now);
  return { departmentId: concern.department_id, people: recipients?.people ?? [] };
}
