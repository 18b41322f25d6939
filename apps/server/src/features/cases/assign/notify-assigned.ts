import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { staffLink } from '../../../platform/staff-link.ts';
import { fillNotice } from '../../../staff-texts/staff-words-in.ts';
import type { StaffWords } from '../../../staff-texts/staff-words.ts';
import { insertCaseItems } from '../../inbox/index.ts';
import { planStaffNotices, withoutStoppedPhones } from '../../notices/index.ts';
import { listRecipients } from '../../users/index.ts';
import type { CaseToTell } from '../escalation.queries.ts';

/**
 * Tells somebody by inbox and by the ways that they have chosen that a case is theirs now. The step by which they got it names the notice, so
 * that each time they get it is told once.
 */
export async function notifyAssigned(
  tx: Tx,
  ctx: Context,
  record: CaseToTell,
  { userId, stepId }: { userId: number; stepId: number },
): Promise<void> {
  const { id: case_id, application_id, feedback_id, text_id, department_id, question, answer, location } = record;
  const now = ctx.clock();
  await insertCaseItems(
    tx,
    application_id,
    {
      kind: 'case_assigned',
      case_id,
      feedback_id,
      text_id,
      department_id,
      question,
      answer,
      location,
      level: 1,
    },
    [userId],
    now,
  );
  const people = await withoutStoppedPhones(tx, application_id, await listRecipients(tx, [userId]));
  const link = staffLink(ctx, `/cases/${case_id}`, application_id);
  const notice = {
    kind: 'case_assigned',
    people,
    case_id,
    cause: `case:${case_id}:assigned:${stepId}`,
    write: ({ notices }: StaffWords) => fillNotice(notices.caseAssigned, { link }),
  } as const;
  await planStaffNotices(tx, application_id, notice, now);
}
