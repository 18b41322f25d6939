import { feedbackRecords, type BodyOf } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict, Invalid } from '../../platform/errors.ts';
import { announce } from '../../platform/live.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { staffLink } from '../../platform/staff-link.ts';
import { fillNotice } from '../../staff-texts/staff-words-in.ts';
import type { StaffWords } from '../../staff-texts/staff-words.ts';
import { assignFeedback, lockFeedback, setFeedbackTags } from '../feedback/index.ts';
import { insertAssignedItem } from '../inbox/index.ts';
import { planStaffNotices, withoutStoppedPhones } from '../notices/index.ts';
import { deleteRefusedTags, insertRefusedTags } from '../tag-suggestions/index.ts';
import { checkSeesWard, findRecipient } from '../users/index.ts';
import { getFeedbackRow } from './feedback-records.queries.ts';

type Changes = BodyOf<typeof feedbackRecords.updateFeedback>['feedback'];

/**
 * Gives answers to a colleague to look after, changes their tags, and keeps which suggested tags do not fit. Throws Conflict when somebody else was asked meanwhile,
 * and Invalid for somebody who does not see these answers, or for too many tags.
 */
export async function followUpFeedback(
  tx: Tx,
  ctx: Context,
  scope: ApplicationScope,
  id: number,
  { assignment, add_tags, remove_tags, refuse_tags }: Changes,
): Promise<void> {
  const { applicationId } = scope;
  const row = await getFeedbackRow(tx, scope, id);
  const before = await lockFeedback(tx, applicationId, id);
  if (assignment && assignment.to_id !== before.assigned_to_id) {
    const { to_id, instead_of_id } = assignment;
    if (before.assigned_to_id !== instead_of_id)
      throw new Conflict('Somebody has changed meanwhile who looks after this. Look again, then choose.');
    const now = ctx.clock();
    if (to_id !== null) {
      await checkSeesWard(tx, applicationId, { userId: to_id, ward: row.location, permissions: ['feedback.list'] });
      const { department_id, location } = row;
      const words = { question: row.survey_title, answer: row.comment ?? '' };
      await insertAssignedItem(tx, applicationId, { feedback_id: id, department_id, location, ...words }, to_id, now);
      await notifyAssigned(tx, ctx, applicationId, { feedbackId: id, userId: to_id });
    }
    await assignFeedback(tx, applicationId, id, { userId: to_id, at: now });
  }
  const tags = changedTags(before.tags, add_tags, remove_tags);
  if (tags.length > feedbackRecords.MAX_TAGS)
    throw new Invalid({ add_tags: [`At most ${feedbackRecords.MAX_TAGS} tags. Take one away first.`] });
  if (tags.join('\n') !== before.tags.join('\n')) await setFeedbackTags(tx, applicationId, id, tags);
  await insertRefusedTags(tx, applicationId, id, refuse_tags, ctx.clock());
  await deleteRefusedTags(tx, applicationId, id, add_tags);
  await announce(tx, applicationId, ['feedback', 'inbox']);
}

async function notifyAssigned(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  { feedbackId, userId }: { feedbackId: number; userId: number },
): Promise<void> {
  const person = await findRecipient(tx, userId);
  if (!person) return;
  const now = ctx.clock();
  const link = staffLink(ctx, `/feedback/records/${feedbackId}`, applicationId);
  const notice = {
    kind: 'feedback_assigned',
    people: await withoutStoppedPhones(tx, applicationId, [person]),
    // The same answers may be given to the same person again.
    cause: `answers:${feedbackId}:assigned:${now.getTime()}`,
    write: ({ notices }: StaffWords) => fillNotice(notices.feedbackAssigned, { link }),
  } as const;
  await planStaffNotices(tx, applicationId, notice, now);
}

const changedTags = (before: readonly string[], added: readonly string[], removed: readonly string[]): string[] =>
  [...new Set([...before, ...added])].filter((tag) => !removed.includes(tag)).toSorted((a, b) => a.localeCompare(b));
