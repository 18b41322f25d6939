import type { Context } from '../../platform/context.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope } from '../../platform/scope.ts';
import { staffLink } from '../../platform/staff-link.ts';
import { fillNotice } from '../../staff-texts/staff-words-in.ts';
import type { StaffWords } from '../../staff-texts/staff-words.ts';
import { listPeopleForText, openCaseOfText } from '../cases/index.ts';
import { insertTextItems } from '../inbox/index.ts';
import { planStaffNotices } from '../notices/index.ts';
import { findTextToFollowUp } from './follow-up-text.queries.ts';

/**
 * Puts a text into the inbox of its department's people, else of the application's administrators. Words of harm open a
 * case, whose people are notified by e-mail too. May run twice.
 */
export async function followUpText(ctx: Context, applicationId: number, textId: number): Promise<void> {
  await ctx.db.transaction(applicationScope(applicationId), async (tx) => {
    const text = await findTextToFollowUp(tx, applicationId, textId);
    if (!text) return;
    if (text.harm) await openCaseOfText(tx, ctx, applicationId, textId);
    // People who are notified of the case can read the text there.
    else {
      const { departmentId, people } = await listPeopleForText(tx, applicationId, text, ctx.clock());
      const item = {
        text_id: textId,
        department_id: departmentId,
        question: text.subject ?? '',
        answer: text.text,
        location: text.location,
      };
      const userIds = people.map(({ user_id }) => user_id);
      await insertTextItems(tx, applicationId, item, userIds, ctx.clock());
      const link = staffLink(ctx, `/texts/${textId}`, applicationId);
      const notice = {
        kind: 'text_received',
        people,
        cause: `text:${textId}`,
        write: ({ notices }: StaffWords) => fillNotice(notices.textReceived, { link }),
      } as const;
      await planStaffNotices(tx, applicationId, notice, ctx.clock());
    }
    await announce(tx, applicationId, ['texts', 'inbox', 'cases', 'deliveries']);
  });
}
