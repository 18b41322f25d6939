import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { feedbackToken } from '../deliveries/index.ts';
import { offerSurvey, type Offered } from '../invitations/index.ts';
import { findBedsideInvitation, findSurveyFor, getMessage } from './messages.queries.ts';

/**
 * Returns the token of a survey that staff fill in with the patient of a message; nothing is sent. A second call
 * returns the same token, so that opening the page twice does not offer two surveys.
 */
export async function startSurveyHere(tx: Tx, ctx: Context, scope: ApplicationScope, id: number): Promise<string> {
  const message = await getMessage(tx, scope, id);
  const { applicationId } = scope;
  if (message.patient_id === null)
    throw new Conflict('This message has not been processed, so it is not known whom it is about. Process it first.');
  await lockFor(tx, `bedside:${id}`);
  const now = ctx.clock();
  const open = await findBedsideInvitation(tx, applicationId, id, now);
  if (open?.answered) throw new Conflict('This patient has answered the survey about this event.');
  if (open) return tokenOf(ctx, open);
  const surveyId = await findSurveyFor(tx, applicationId, id, undefined);
  if (surveyId === undefined) throw new Conflict('There is no active survey with questions. Add one first.');
  const offered = await offerSurvey(tx, ctx, applicationId, {
    way: 'bedside',
    survey_id: surveyId,
    patient_id: message.patient_id,
    visit_id: message.visit_id,
    message_id: id,
    language: message.language,
  });
  if (offered.answered_at) throw new Conflict('This patient has answered the survey about this event.');
  return tokenOf(ctx, offered);
}

function tokenOf(ctx: Context, offered: Pick<Offered, 'public_id' | 'token_hash'>): string {
  const token = feedbackToken(ctx, offered);
  if (token === null) throw new Conflict('The key of this survey was lost: it cannot be opened here any more.');
  return token;
}
