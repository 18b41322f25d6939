import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { feedbackToken } from '../deliveries/index.ts';
import { offerSurvey, type Offered } from '../invitations/index.ts';
import { findBedsideInvitation, findSurveyFor, getMessage } from './messages.queries.ts';

export interface SurveyHere {
  patient_id: number;
  survey_id: number;
  /** Language of the offer, else of the patient; null when neither is known. */
  language: string | null;
  /** Token hash of the offer, and whether it was answered; null when the survey was not offered yet. */
  offered: { token_hash: Buffer; answered: boolean } | null;
}

/** Returns the survey that staff fill in with the patient of a message, or that was answered. It changes nothing. */
export async function findSurveyHere(tx: Tx, ctx: Context, scope: ApplicationScope, id: number): Promise<SurveyHere> {
  const message = await getMessage(tx, scope, id);
  const { applicationId } = scope;
  const patient_id = knownPatient(message);
  const offered = await findBedsideInvitation(tx, applicationId, id, ctx.clock());
  if (offered) return { patient_id, survey_id: offered.survey_id, language: offered.language, offered };
  const survey_id = await findSurveyFor(tx, applicationId, id, undefined);
  if (survey_id === undefined) throw noSurvey();
  return { patient_id, survey_id, language: message.language, offered: null };
}

/**
 * Returns the token of a survey that staff fill in with the patient of a message; nothing is sent. A second call
 * returns the same token, so that opening the page twice does not offer two surveys.
 */
export async function startSurveyHere(tx: Tx, ctx: Context, scope: ApplicationScope, id: number): Promise<string> {
  const message = await getMessage(tx, scope, id);
  const { applicationId } = scope;
  const patient_id = knownPatient(message);
  await lockFor(tx, `bedside:${id}`);
  const open = await findBedsideInvitation(tx, applicationId, id, ctx.clock());
  if (open?.answered) throw answered();
  if (open) return tokenOf(ctx, open);
  const survey_id = await findSurveyFor(tx, applicationId, id, undefined);
  if (survey_id === undefined) throw noSurvey();
  const offered = await offerSurvey(tx, ctx, applicationId, {
    way: 'bedside',
    survey_id,
    patient_id,
    visit_id: message.visit_id,
    message_id: id,
    language: message.language,
  });
  if (offered.answered_at) throw answered();
  return tokenOf(ctx, offered);
}

function knownPatient({ patient_id }: { patient_id: number | null }): number {
  if (patient_id === null)
    throw new Conflict('This message has not been processed, so it is not known whom it is about. Process it first.');
  return patient_id;
}

const answered = () => new Conflict('This patient has answered the survey about this event.');
const noSurvey = () => new Conflict('There is no active survey with questions. Add one first.');

function tokenOf(ctx: Context, offered: Pick<Offered, 'public_id' | 'token_hash'>): string {
  const token = feedbackToken(ctx, offered);
  if (token === null) throw new Conflict('The key of this survey was lost: it cannot be opened here any more.');
  return token;
}
