import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Forbidden } from '../../../platform/errors.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { hashToken } from '../../../platform/secrets.ts';
import type { SurveyForm } from '../../survey-content/index.ts';
import { findSurveyForm } from '../../surveys/index.ts';
import { findInvitationByToken, lockInvitation } from '../feedback.queries.ts';
import type { GivenAnswer } from '../given-answers.ts';
import { linkError } from '../open-survey.ts';
import { readAnswered } from '../read-answered.ts';
import { storeAnswers, type Submission } from '../submit-feedback.ts';
import { findSurveyHere, startSurveyHere } from './start-survey-here.ts';

/** A survey about a message, for staff who fill it in with the patient or see what was answered. */
export interface BedsideSurvey {
  survey: SurveyForm;
  /** The saved draft, or the answers. */
  given: readonly GivenAnswer[];
  /** Null: the survey can be answered. */
  submitted: { id: number; at: Date } | null;
}

/** Shows the survey about a message, with what was answered. It changes nothing: a survey is offered when it is begun. */
export async function showAtBedside(
  tx: Tx,
  ctx: Context,
  scope: ApplicationScope,
  messageId: number,
  { language, mayRead }: { language: string | undefined; mayRead: boolean },
): Promise<BedsideSurvey> {
  const { applicationId } = scope;
  const here = await findSurveyHere(tx, ctx, scope, messageId);
  if (here.offered?.answered_at) {
    if (!mayRead) throw new Forbidden('This survey was answered. You may not read answers: ask an administrator.');
    return readAnswered(tx, scope, here.offered.token_hash, language);
  }
  const survey = await findSurveyForm(tx, applicationId, here.survey_id, [language, here.language], {
    now: ctx.clock(),
  });
  if (!survey) throw linkError('unknown');
  const invitation = here.offered && (await findInvitationByToken(tx, here.offered.token_hash));
  return { survey, given: invitation?.draft ?? [], submitted: null };
}

/** Stores the answers once. Opening the survey again shows that it was answered. */
export async function submitAtBedside(
  tx: Tx,
  ctx: Context,
  scope: ApplicationScope,
  messageId: number,
  submission: Submission,
): Promise<{ id: number }> {
  const invitation = await findInvitationByToken(
    tx,
    hashToken((await startSurveyHere(tx, ctx, scope, messageId)).token),
  );
  if (!invitation) throw linkError('unknown');
  const locked = await lockInvitation(tx, invitation.application_id, invitation.id);
  return storeAnswers(tx, ctx, invitation.application_id, locked, submission);
}
