import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { Invalid, NotFound } from '../../platform/errors.ts';
import { channelsAgain, planDeliveries, suppressDeliveries } from '../deliveries/index.ts';
import { offerSurvey } from '../invitations/index.ts';
import { deEscalationWords } from '../triggers/index.ts';
import { findAnswerer, lockWaitingDelivery } from './de-escalation.queries.ts';
import { askGateAbout, refusalOf } from './offer-de-escalation.ts';

const SENTENCES = {
  asked_already: 'The de-escalation survey was sent about these answers already. Close the case without it.',
  no_survey: 'This application has no de-escalation survey. Close the case without it.',
  survey_inactive: 'The de-escalation survey is switched off. Close the case without it.',
  anonymous: 'Nobody knows who gave these answers. Close the case without the survey.',
};

/**
 * Sends another survey to the person of a case, in the transaction that closes it. The gate is asked now and before
 * sending, as always; a refusal is stored with its reason. It is sent once for the same answers, however many cases and
 * people there are.
 */
export async function sendDeEscalation(tx: Tx, ctx: Context, applicationId: number, caseId: number): Promise<void> {
  const first = await findAnswerer(tx, applicationId, caseId);
  if (!first) throw new NotFound('This case');
  await lockFor(tx, `de-escalation:${first.feedback_id}`);
  const person = (await findAnswerer(tx, applicationId, caseId)) ?? first;
  const refusal = refusalOf(person);
  if (refusal || person.survey_id === null) throw new Invalid({ de_escalation: [SENTENCES[refusal ?? 'no_survey']] });

  const now = ctx.clock();
  const { survey_id, patient_id, contact_id, visit_id, message_id, recipient, addressed, location } = person;
  const about = { patient_id, contact_id, visit_id, message_id };
  const { id: invitationId, language } = await offerSurvey(tx, ctx, applicationId, {
    ...about,
    way: 'case',
    survey_id,
    case_id: caseId,
    language: person.language,
  });
  // The text is written for the channel that the gate would use now.
  const answer = await askGateAbout(tx, applicationId, person, now);
  const planned = channelsAgain(person);
  const channel = answer.open ? answer.channel : planned.channel;
  const channels = channel === planned.channel ? planned : { channel, fallback_channel: planned.channel };
  const words = deEscalationWords(language, channel, {
    given_name: person.given_name,
    hospital: person.hospital,
  });
  await planDeliveries(
    tx,
    applicationId,
    [
      {
        ...about,
        ...channels,
        ...words,
        purpose: 'de_escalation',
        cause: `case:${caseId}:de-escalation:${invitationId}`,
        send_at: now,
        recipient,
        addressed,
        invitation_id: invitationId,
        case_id: caseId,
        location,
      },
    ],
    now,
  );
}

/** Suppresses the unsent de-escalation survey of a case that is reopened. */
export async function holdBackDeEscalation(tx: Tx, applicationId: number, caseId: number): Promise<void> {
  const id = await lockWaitingDelivery(tx, applicationId, caseId);
  if (id !== undefined) await suppressDeliveries(tx, applicationId, [{ id, reason: 'case_reopened' }]);
}
