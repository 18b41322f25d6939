import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { startSurveyHere } from '../messages/index.ts';
import { findSurveyForm, type SurveyForm } from '../surveys/index.ts';
import { findInvitationByToken, lockInvitation, type FoundInvitation } from './feedback.queries.ts';
import { linkError } from './open-survey.ts';
import { storeAnswers, type Submission } from './submit-feedback.ts';

/**
 * Opens the survey about a message, for staff who fill it in with the patient. Opening it again returns the same
 * invitation.
 */
export async function openAtBedside(
  tx: Tx,
  ctx: Context,
  scope: ApplicationScope,
  messageId: number,
  language: string | undefined,
): Promise<{ invitation: FoundInvitation; survey: SurveyForm }> {
  const invitation = await findInvitationByToken(tx, hashToken(await startSurveyHere(tx, ctx, scope, messageId)));
  if (!invitation) throw linkError('unknown');
  const { application_id, survey_id } = invitation;
  const survey = await findSurveyForm(tx, application_id, survey_id, [language, invitation.language]);
  if (!survey) throw linkError('unknown');
  return { invitation, survey };
}

/** Stores the answers once. Opening the survey again shows that it was answered. */
export async function submitAtBedside(
  tx: Tx,
  ctx: Context,
  scope: ApplicationScope,
  messageId: number,
  submission: Submission,
): Promise<{ id: number }> {
  const { invitation } = await openAtBedside(tx, ctx, scope, messageId, submission.language);
  const locked = await lockInvitation(tx, invitation.application_id, invitation.id);
  return storeAnswers(tx, ctx, invitation.application_id, locked, submission);
}
