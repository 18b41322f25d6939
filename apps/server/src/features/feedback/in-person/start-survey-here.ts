import { inPerson, type BodyOf } from '@wardvoice/contract';
import type { Context } from '../../../platform/context.ts';
import { lockFor, type Tx } from '../../../platform/db/database.ts';
import { Conflict } from '../../../platform/errors.ts';
import type { PersonSession } from '../../../platform/http/session.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { offerSurvey } from '../../invitations/index.ts';
import { findSurveyFor, getMessage } from '../../messages/index.ts';
import { askGateInPerson } from '../../suppression/index.ts';
import { findBedsideInvitation, type OfferHere } from './in-person.queries.ts';
import { openOn, startedSurvey, type StartedSurvey } from './started-survey.ts';
import { refused } from './refused.ts';

export interface SurveyHere {
  patient_id: number;
  visit_id: number | null;
  survey_id: number;
  /** Language of the offer, else of the patient; null when neither is known. */
  language: string | null;
  /** Null when the survey was not offered yet. */
  offered: OfferHere | null;
}

/** Returns the survey that staff offer to the patient of a message, or that was answered. It changes nothing. */
export async function findSurveyHere(tx: Tx, ctx: Context, scope: ApplicationScope, id: number): Promise<SurveyHere> {
  const message = await getMessage(tx, scope, id);
  const { applicationId } = scope;
  const { visit_id } = message;
  const patient_id = knownPatient(message);
  const survey_id = await findSurveyFor(tx, applicationId, id, undefined);
  const offered = await findBedsideInvitation(tx, applicationId, id, survey_id ?? null, ctx.clock());
  if (offered) return { patient_id, visit_id, survey_id: offered.survey_id, language: offered.language, offered };
  if (survey_id === undefined) throw noSurvey();
  return { patient_id, visit_id, survey_id, language: message.language, offered: null };
}

/**
 * Offers the survey about a message to its patient; nothing is sent. A second call returns the same token, so that
 * opening the page twice does not offer two surveys.
 */
export async function startSurveyHere(
  tx: Tx,
  ctx: Context,
  scope: ApplicationScope,
  id: number,
): Promise<StartedSurvey> {
  await lockFor(tx, `bedside:${id}`);
  return offerHere(tx, ctx, scope, id, await findSurveyHere(tx, ctx, scope, id));
}

/**
 * Offers the survey to the patient whom the caller has compared with the person before them. On this device, the session
 * of the caller is locked in the same transaction: whoever gets the device finds nothing open.
 */
export async function startWithPatient(
  tx: Tx,
  ctx: Context,
  { scope, session }: { scope: ApplicationScope; session: PersonSession },
  id: number,
  { patient_id, on, again }: BodyOf<typeof inPerson.startHere>['feedback'],
): Promise<StartedSurvey> {
  await lockFor(tx, `bedside:${id}`);
  const here = await findSurveyHere(tx, ctx, scope, id);
  if (here.patient_id !== patient_id)
    throw new Conflict('This message is about another patient now. Compare the person once more.');
  if (here.offered?.answered_at) throw answered();
  const refusal = await refusalHere(tx, ctx, scope, id, here);
  if (refusal && !(inPerson.isOverrulable(refusal) && again)) throw refused(refusal);
  const started = await offerHere(tx, ctx, scope, id, here);
  await openOn(tx, ctx, session, on);
  return started;
}

/** Asks the gate about the patient of a message. */
export function refusalHere(
  tx: Tx,
  ctx: Context,
  { applicationId }: ApplicationScope,
  id: number,
  { patient_id, visit_id, survey_id, offered }: SurveyHere,
): Promise<inPerson.RefusalInPerson | null> {
  const asked = {
    message_id: id,
    patient_id,
    contact_id: null,
    visit_id,
    survey_id,
    invitation_id: offered?.id ?? null,
  };
  return askGateInPerson(tx, applicationId, asked, ctx.clock());
}

async function offerHere(
  tx: Tx,
  ctx: Context,
  { applicationId }: ApplicationScope,
  id: number,
  { patient_id, visit_id, survey_id, language, offered }: SurveyHere,
): Promise<StartedSurvey> {
  if (offered?.answered_at) throw answered();
  if (offered) return startedSurvey(ctx, offered);
  const made = await offerSurvey(tx, ctx, applicationId, {
    way: 'bedside',
    survey_id,
    patient_id,
    visit_id,
    message_id: id,
    language,
  });
  if (made.answered_at) throw answered();
  return startedSurvey(ctx, made);
}

function knownPatient({ patient_id }: { patient_id: number | null }): number {
  if (patient_id === null)
    throw new Conflict('This message has not been processed, so it is not known whom it is about. Process it first.');
  return patient_id;
}

const answered = () => new Conflict('This patient has answered the survey about this event.');
const noSurvey = () => new Conflict('There is no active survey with questions. Add one first.');
