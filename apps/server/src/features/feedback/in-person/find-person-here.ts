import type { inPerson } from '@wardvoice/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { NotFound } from '../../../platform/errors.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { findContactHere, findPatientHere, getSurveyTitle, type FoundPerson } from './in-person.queries.ts';
import { askedState, getListName, listAskedLately, type AskedLately } from './list-feedback.queries.ts';
import { refusalOfContact } from './answer-from-list.ts';
import { findSurveyHere, refusalHere } from './start-survey-here.ts';

/** Somebody whom staff ask in person, and what came of the offer. It has no answers. */
export interface PersonHere extends FoundPerson {
  survey_title: string;
  offer: {
    state: inPerson.OfferState;
    begun_at: Date | null;
    answered_at: Date | null;
    expires_at: Date;
  } | null;
  refusal: inPerson.RefusalInPerson | null;
}

/** Returns the patient of a message, for staff who compare them with the person before them. */
export async function findPersonOfMessage(
  tx: Tx,
  ctx: Context,
  scope: ApplicationScope,
  messageId: number,
): Promise<PersonHere> {
  const here = await findSurveyHere(tx, ctx, scope, messageId);
  const person = await findPatientHere(tx, scope, messageId);
  if (!person) throw new NotFound('The patient of this message');
  const { offered } = here;
  return {
    ...person,
    survey_title: await getSurveyTitle(tx, scope.applicationId, here.survey_id),
    offer: offered && offerOf(offered.opened_at, offered.answered_at, offered.expires_at),
    refusal: offered?.answered_at ? null : await refusalHere(tx, ctx, scope, messageId, here),
  };
}

/** Returns somebody of a list, for staff who compare them with the person before them. */
export async function findPersonOfList(
  tx: Tx,
  ctx: Context,
  scope: ApplicationScope,
  { listId, contactId, surveyId }: { listId: number; contactId: number; surveyId: number },
): Promise<PersonHere> {
  const { applicationId } = scope;
  await getListName(tx, applicationId, listId);
  const person = await findContactHere(tx, scope, listId, contactId);
  const frame = { scope, listId, surveyId, now: ctx.clock() };
  const [asked] = await listAskedLately(tx, frame, [contactId]);
  if (!person || !asked) throw new NotFound('This contact is not on the list, or');
  const refusal = await refusalOfContact(tx, ctx, scope, surveyId, asked);
  return {
    ...person,
    survey_title: await getSurveyTitle(tx, applicationId, surveyId),
    offer: offerToContact(asked),
    refusal: refusal ?? (isAskedLately(asked) ? 'asked_lately' : null),
  };
}

/** The offer that can still be answered, else the one that was answered lately. */
function offerToContact({ expires_at, begun_at, answered_at }: AskedLately): PersonHere['offer'] {
  if (expires_at) return offerOf(begun_at, null, expires_at);
  return answered_at && offerOf(null, answered_at, answered_at);
}

function isAskedLately(asked: AskedLately): boolean {
  const state = askedState(asked)?.state;
  return state === 'asked' || state === 'answered';
}

function offerOf(begun_at: Date | null, answered_at: Date | null, expires_at: Date): NonNullable<PersonHere['offer']> {
  const state = answered_at ? 'answered' : begun_at ? 'begun' : 'open';
  return { state, begun_at, answered_at, expires_at };
}
