import type { BodyOf, cases } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid, NotFound } from '../../platform/errors.ts';
import { announce } from '../../platform/live.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { markTextHandled } from '../consent/index.ts';
import { findCaseOf, findFeedbackOrigin, findTextOrigin, isDepartment } from './case-origin.queries.ts';
import { openCase } from './open-cases.ts';

/**
 * Opens a case by hand from answers or from a text, and notifies the first level of the department. Returns its id.
 * Where the same answers or text opened a case in this department before, it returns that case.
 */
export async function createCase(
  tx: Tx,
  ctx: Context,
  scope: ApplicationScope,
  { text_id, department_id, note, ...answered }: BodyOf<typeof cases.createCase>['case'],
): Promise<number> {
  const { applicationId } = scope;
  if (department_id !== null && !(await isDepartment(tx, applicationId, department_id)))
    throw new Invalid({ department_id: ['There is no such department.'] });
  const origin =
    text_id === undefined ? await findFeedbackOrigin(tx, scope, answered) : await findTextOrigin(tx, scope, text_id);
  if (!origin) throw new NotFound(text_id === undefined ? 'This answer' : 'This text');
  const { question, answer, ...place } = origin;
  const concern = { department_id, question, answer };
  const by = { userId: scope.userId, note: note || null };
  const opened = await openCase(tx, ctx, place, concern, by);
  if (place.text_id !== null) await markTextHandled(tx, applicationId, place.text_id, scope.userId, ctx.clock());
  await announce(tx, applicationId, ['cases', 'inbox', 'texts', 'deliveries']);
  return opened ?? (await findCaseOf(tx, place, department_id));
}
