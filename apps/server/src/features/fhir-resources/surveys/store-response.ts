import type { fhir } from '@wardvoice/contract';
import type { Context } from '../../../platform/context.ts';
import { lockFor, type Tx } from '../../../platform/db/database.ts';
import { isOfSomeWards } from '../../../platform/db/within-wards.ts';
import { Conflict, Invalid } from '../../../platform/errors.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { lockInvitation, storeAnswers } from '../../feedback/index.ts';
import { base, canonicalOf } from '../../fhir/index.ts';
import { findAskedOnPathway, identifyInvitation, offerSurvey } from '../../invitations/index.ts';
import { requirePatient } from '../../patients/index.ts';
import type { SurveyForm } from '../../survey-content/index.ts';
import { findSurveyForm } from '../../surveys/index.ts';
import { getVisit } from '../../visits/index.ts';
import { findResponse } from './find-response.queries.ts';
import { readResponse } from './read-response.ts';

/** How long ago answers may have been given that another system hands over, and how far its clock may be ahead. */
const MAX_DAYS_AGO = 90;
const MAX_AHEAD_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

/**
 * Stores the answers that a patient gave in the portal of another system, as those of a link are: checked, scored, with a case where
 * one calls for help. Where the survey about the visit was offered already, or a pathway has asked it and waits for the answer, this
 * answers that offer, and what was not sent of it is not sent any more. Returns the id of the answers. Throws 409 where the visit's
 * survey was answered, or the identifier is known.
 */
export async function storeResponse(
  tx: Tx,
  ctx: Context,
  scope: ApplicationScope,
  sent: fhir.SentResponse,
): Promise<number> {
  const { applicationId } = scope;
  const identifier = sent.identifier ? `${sent.identifier.system ?? ''}|${sent.identifier.value}` : null;
  if (identifier !== null) {
    await lockFor(tx, `response:${applicationId}:${identifier}`);
    const known = await findResponse(tx, applicationId, { identifier });
    if (known !== undefined) throw new Conflict(`These answers are stored already, as QuestionnaireResponse/${known}.`);
  }
  const survey = await findSurvey(tx, ctx, applicationId, sent);
  const responses = readResponse(survey, sent, ctx.publicUrl);
  const answeredAt = readAuthored(sent, ctx.clock());
  const about = await findPerson(tx, scope, sent, ctx.publicUrl);
  const asked = { survey_id: survey.id, ...about };
  const invitationId =
    (await findAskedOnPathway(tx, applicationId, { ...asked, answeredAt, now: ctx.clock() })) ??
    (await offerSurvey(tx, ctx, applicationId, { way: 'portal', language: survey.language, ...asked })).id;
  const invitation = await lockInvitation(tx, applicationId, invitationId);
  if (invitation.answered_at) {
    const answered = await findResponse(tx, applicationId, { invitationId });
    throw new Conflict(
      `The survey about this Encounter was answered already${answered === undefined ? '' : `, as QuestionnaireResponse/${answered}`}.`,
    );
  }
  if (identifier !== null) await identifyInvitation(tx, applicationId, invitationId, identifier);
  const submission = {
    responses,
    language: survey.language,
    departmentId: undefined,
    revision: survey.revision,
    answeredAt,
  };
  return (await storeAnswers(tx, ctx, applicationId, invitation, submission)).id;
}

async function findSurvey(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  { questionnaire, language }: fhir.SentResponse,
): Promise<SurveyForm> {
  const refuse = (reason: string) => new Invalid({ questionnaire: [reason] });
  const [address = '', version] = questionnaire.split('|');
  const id = Number(/([1-9]\d{0,15})$/.exec(address)?.[1]);
  if (![`Questionnaire/${id}`, canonicalOf(ctx.publicUrl, id)].includes(address))
    throw refuse('Name a survey of this interface: the url of its Questionnaire.');
  const options = { now: ctx.clock(), ...(version === undefined ? {} : { revision: Number(version) }) };
  const survey = /^\d{0,9}$/.test(version ?? '')
    ? await findSurveyForm(tx, applicationId, id, [language], options)
    : undefined;
  if (!survey?.active) throw refuse('There is no such survey, or it is not in use any more.');
  if (version !== undefined && survey.revision !== Number(version))
    throw refuse(
      `There is no version ${version} of this survey. The current one is read with GET Questionnaire/${id}.`,
    );
  return survey;
}

function readAuthored({ authored }: fhir.SentResponse, now: Date): Date {
  if (authored === undefined) return now;
  const at = new Date(authored);
  if (at.getTime() > now.getTime() + MAX_AHEAD_MS) throw new Invalid({ authored: ['This is in the future.'] });
  if (at.getTime() < now.getTime() - MAX_DAYS_AGO * DAY_MS)
    throw new Invalid({ authored: [`Answers are taken for ${MAX_DAYS_AGO} days.`] });
  return at < now ? at : now;
}

/** Whom it is about. Somebody of some wards must name the visit, for by it the answers belong to a ward. */
async function findPerson(
  tx: Tx,
  scope: ApplicationScope,
  { subject, encounter }: fhir.SentResponse,
  publicUrl: string,
): Promise<{ patient_id: number; visit_id: number | null }> {
  const patientId = idOf('subject', 'Patient', subject.reference, publicUrl);
  if (encounter === undefined) {
    if (isOfSomeWards(scope)) throw new Invalid({ encounter: ['Name the Encounter: you answer for some wards only.'] });
    return { patient_id: (await requirePatient(tx, scope, patientId)).id, visit_id: null };
  }
  const visit = await getVisit(tx, scope, idOf('encounter', 'Encounter', encounter.reference, publicUrl));
  if (visit.patient_id !== patientId) throw new Invalid({ subject: ['The Encounter is of another Patient.'] });
  return { patient_id: patientId, visit_id: visit.id };
}

/** Returns the id in a reference. A reference to another server is refused: its Patient/12 is somebody else. */
function idOf(field: string, type: fhir.ResourceType, reference: string, publicUrl: string): number {
  const address = `${base(publicUrl)}/`;
  const local = reference.startsWith(address) ? reference.slice(address.length) : reference;
  const [, named, id] = /^([A-Za-z]+)\/([1-9]\d{0,15})$/.exec(local) ?? [];
  if (named !== type || id === undefined)
    throw new Invalid({ [field]: [`Send the reference of a ${type} of this interface, such as ${type}/12.`] });
  return Number(id);
}
