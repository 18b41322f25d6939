import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { takeSurveyHere } from '../messages/index.ts';
import { findSurveyForm, type SurveyForm } from '../surveys/index.ts';
import { findInvitationByToken, lockInvitation, type FoundInvitation } from './feedback.queries.ts';
import { linkError } from './open-survey.ts';
import { takeAnswers, type Submission } from './submit-feedback.ts';

/** The survey about a message, for staff who take it with the patient; the same invitation however often it is opened. */
export async function openAtBedside(
  tx: Tx,
  house: Context,
  scope: Scope,
  messageId: number,
  language: string | undefined,
): Promise<{ invitation: FoundInvitation; survey: SurveyForm }> {
  const invitation = await findInvitationByToken(tx, hashToken(await takeSurveyHere(tx, house, scope, messageId)));
  if (!invitation) throw linkError('unknown');
  const { application_id, survey_id } = invitation;
  const survey = await findSurveyForm(tx, application_id, survey_id, [language, invitation.language]);
  if (!survey) throw linkError('unknown');
  return { invitation, survey };
}

/** Once: opening it again says that it was answered. */
export async function submitAtBedside(
  tx: Tx,
  house: Context,
  scope: Scope,
  messageId: number,
  submission: Submission,
): Promise<{ id: number }> {
  const { invitation } = await openAtBedside(tx, house, scope, messageId, submission.language);
  const locked = await lockInvitation(tx, invitation.application_id, invitation.id);
  return takeAnswers(tx, house, invitation.application_id, locked, submission);
}
