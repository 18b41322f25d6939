import type { feedback } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope } from '../../platform/scope.ts';
import { updateDraft } from '../invitations/index.ts';
import { keepKnown, readGiven } from './given-answers.ts';
import { linkError, openSurvey } from './open-survey.ts';

/** Stores the answers given so far, valid or not; they are shown when the link is opened again. */
export async function saveDraft(
  ctx: Context,
  token: string,
  responses: readonly feedback.AnswerBody[],
  revision?: number,
): Promise<void> {
  const opened = await openSurvey(ctx, token, undefined, revision);
  if (opened.state !== 'open') throw linkError(opened.state);
  const { application_id, id, draft: before } = opened.invitation;
  const draft = keepKnown(opened.survey, readGiven(responses));
  await ctx.db.transaction(applicationScope(application_id), async (tx) => {
    await updateDraft(tx, application_id, id, { draft, revision: opened.survey.revision }, ctx.clock());
    // Staff who show the link as a QR code see that the survey was begun.
    if (before === null) await announce(tx, application_id, ['feedback']);
  });
}
