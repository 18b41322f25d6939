import { inPerson, type BodyOf, type feedback } from '@wardvoice/contract';
import type { Context } from '../../../platform/context.ts';
import { lockFor, type Tx } from '../../../platform/db/database.ts';
import { Conflict, Invalid, NotFound } from '../../../platform/errors.ts';
import type { AuditNote } from '../../../platform/http/audit-calls.ts';
import type { PersonSession } from '../../../platform/http/session.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { offerSurvey } from '../../invitations/index.ts';
import { listMembers } from '../../mailing-lists/index.ts';
import { askGateInPerson } from '../../suppression/index.ts';
import {
  askedState,
  findLastSurvey,
  getListName,
  listActiveSurveys,
  listAskedLately,
  listDepartmentTitles,
  listWards,
  type AskedLately,
} from './list-feedback.queries.ts';
import { refused } from './refused.ts';
import { openOn, startedSurvey, type StartedSurvey } from './started-survey.ts';

const MAX_FOUND = 20;

/** Returns which surveys can be filled in with the people of a list. */
export async function describeListSurvey(
  tx: Tx,
  scope: ApplicationScope,
  listId: number,
): Promise<feedback.ListSurvey> {
  const { applicationId } = scope;
  return {
    id: listId,
    name: await getListName(tx, applicationId, listId),
    surveys: await listActiveSurveys(tx, applicationId),
    last_survey_id: await findLastSurvey(tx, applicationId, listId),
    departments: await listDepartmentTitles(tx, applicationId),
    locations: await listWards(tx, scope),
  };
}

export async function findPeopleToAsk(
  tx: Tx,
  ctx: Context,
  scope: ApplicationScope,
  listId: number,
  { survey_id, term }: { survey_id: number; term?: string | undefined },
) {
  const { applicationId } = scope;
  await getListName(tx, applicationId, listId);
  const { data } = await listMembers(tx, scope, listId, { page: 1, per_page: MAX_FOUND, term });
  const frame = { scope, listId, surveyId: survey_id, now: ctx.clock() };
  const asked = await listAskedLately(
    tx,
    frame,
    data.map(({ id }) => id),
  );
  return data.map((person) => {
    const found = asked.find(({ contact_id }) => contact_id === person.id);
    return { ...person, asked: found ? askedState(found) : null };
  });
}

/**
 * Offers a survey to somebody of a list, in person; nothing is sent. An offer that can still be answered is used again,
 * so that opening the survey twice, or answering here what was sent, does not make a second offer. On this device, the
 * session of the caller is locked in the same transaction.
 */
export async function answerFromList(
  tx: Tx,
  ctx: Context,
  { scope, session }: { scope: ApplicationScope; session: PersonSession },
  listId: number,
  { survey_id, contact_id, again, on }: BodyOf<typeof feedback.startListFeedback>['feedback'],
  note: AuditNote,
): Promise<StartedSurvey> {
  const { applicationId } = scope;
  await getListName(tx, applicationId, listId);
  const surveys = await listActiveSurveys(tx, applicationId);
  if (!surveys.some(({ id }) => id === survey_id)) throw new Invalid({ survey_id: ['Choose an active survey.'] });
  await lockFor(tx, `take-from-list:${contact_id}:${survey_id}`);
  const frame = { scope, listId, surveyId: survey_id, now: ctx.clock() };
  const [person] = await listAskedLately(tx, frame, [contact_id]);
  if (!person) throw new NotFound('This contact is not on the list, or');
  note.saw([person]);
  if (!again && person.answered_at)
    throw new Conflict('This person answered this survey recently. Fill it in again only if you mean to.');
  if (!again && person.asked_at)
    throw new Conflict('This person was sent a survey recently. Fill it in here only if you mean to.');
  const refusal = await refusalOfContact(tx, ctx, scope, survey_id, person);
  if (refusal && !(inPerson.isOverrulable(refusal) && again)) throw refused(refusal);
  const { public_id, token_hash, expires_at } = person;
  const known = public_id && token_hash && expires_at && { public_id, token_hash, expires_at };
  const offered =
    known ||
    (await offerSurvey(tx, ctx, applicationId, {
      way: 'list',
      survey_id,
      patient_id: person.patient_id,
      contact_id,
      mailing_list_id: listId,
      language: person.language,
    }));
  await openOn(tx, ctx, session, on);
  return startedSurvey(ctx, offered);
}

/**
 * Asks the gate about somebody of a list. Whether they were asked lately is left out, because the list has a rule of its
 * own for that, which knows the survey as well.
 */
export async function refusalOfContact(
  tx: Tx,
  ctx: Context,
  { applicationId }: ApplicationScope,
  survey_id: number,
  { contact_id, patient_id, id }: AskedLately,
): Promise<inPerson.RefusalInPerson | null> {
  const asked = { message_id: null, visit_id: null, patient_id, contact_id, survey_id, invitation_id: id };
  const refusal = await askGateInPerson(tx, applicationId, asked, ctx.clock());
  return refusal === 'asked_lately' ? null : refusal;
}
