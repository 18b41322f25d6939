import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';
import { derivedToken } from '../../platform/secrets.ts';
import { FEEDBACK_TOKEN_PURPOSE } from '../deliveries/index.ts';
import { offerSurvey } from '../invitations/index.ts';
import { findBedsideInvitation, findSurveyFor, getMessage } from './messages.queries.ts';

/**
 * The token of a survey that staff take with the patient of a message: nothing is sent. Asked for again, it is the same
 * one, so that looking at the page twice does not offer two surveys.
 */
export async function takeSurveyHere(tx: Tx, house: Context, scope: Scope, id: number): Promise<string> {
  const message = await getMessage(tx, scope, id);
  const applicationId = scope.applicationId as number;
  if (message.patient_id === null)
    throw new Conflict('This message has not been processed, so it is not known whom it is about. Process it first.');
  await lockFor(tx, `bedside:${id}`);
  const now = house.clock();
  const open = await findBedsideInvitation(tx, applicationId, id, now);
  if (open?.answered) throw new Conflict('This patient has answered the survey about this event.');
  const tokenOf = (publicId: string) => derivedToken(house.secretKey, FEEDBACK_TOKEN_PURPOSE, publicId);
  if (open) return tokenOf(open.public_id);
  const surveyId = await findSurveyFor(tx, applicationId, id, undefined);
  if (surveyId === undefined) throw new Conflict('There is no survey to take. Add one, or name it in a trigger.');
  const offered = await offerSurvey(tx, house, applicationId, {
    way: 'bedside',
    survey_id: surveyId,
    patient_id: message.patient_id,
    visit_id: message.visit_id,
    message_id: id,
    language: message.language,
  });
  if (offered.answered_at) throw new Conflict('This patient has answered the survey about this event.');
  return tokenOf(offered.public_id);
}
