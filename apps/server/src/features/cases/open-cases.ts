import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { insertStep } from './cases.queries.ts';
import { insertCase, insertInboxItems, type Answered, type Concern } from './escalation.queries.ts';
import { findRecipients } from './find-recipients.ts';
import { tellLevel } from './tell-level.ts';

/**
 * Opens one case per department whose help an answer calls for, named after the first such answer, and tells the first
 * level at once. Where an answer only notifies, the first level is told and nothing has to be closed.
 */
export async function openCases(
  tx: Tx,
  house: Context,
  answered: Answered,
  { escalating, notifying }: { escalating: readonly Concern[]; notifying: readonly Concern[] },
): Promise<void> {
  const now = house.clock();
  const inNeed = firstByDepartment(escalating);
  for (const concern of inNeed.values()) {
    const opened = await insertCase(tx, answered, concern, now);
    if (!opened) continue;
    await insertStep(tx, answered.application_id, {
      case_id: opened.id,
      action: 'opened',
      user_id: null,
      note: null,
      at: now,
    });
    await tellLevel(tx, house, opened, 1);
  }
  for (const [departmentId, concern] of firstByDepartment(notifying)) {
    // Its people hear of the case already.
    if (!inNeed.has(departmentId)) await notify(tx, answered, concern, now);
  }
}

async function notify(tx: Tx, answered: Answered, concern: Concern, now: Date): Promise<void> {
  const { application_id, feedback_id, survey_id, location } = answered;
  const recipients = await findRecipients(tx, application_id, { ...concern, survey_id }, 1);
  if (!recipients) return;
  const { level, people } = recipients;
  await insertInboxItems(
    tx,
    application_id,
    { kind: 'case_notify', case_id: null, feedback_id, location, level, ...concern },
    people.map(({ user_id }) => user_id),
    now,
  );
}

function firstByDepartment(concerns: readonly Concern[]): Map<number | null, Concern> {
  const first = new Map<number | null, Concern>();
  for (const concern of concerns) {
    if (!first.has(concern.department_id)) first.set(concern.department_id, concern);
  }
  return first;
}
