import type { BodyOf, deliveries, messages } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { Conflict, Invalid } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { findDeliveryByCause, planDeliveries } from '../deliveries/index.ts';
import { offerSurvey, surveyWords } from '../invitations/index.ts';
import { findHoldReason } from '../sending-holds/index.ts';
import { findPossibleFrom, OVERRIDABLE } from '../suppression/index.ts';
import { findSurveyFor, getMessage } from './messages.queries.ts';
import { parsePhone } from '../../platform/parse-phone.ts';

type Address = BodyOf<typeof messages.sendMessage>;

/**
 * Sends a survey to the patient of a message, at an address that a person typed. The gate decides as for everything
 * else, now and before sending, except that an old event is no reason to refuse. Pressed twice within a minute, it is
 * one delivery.
 */
export async function sendMessage(tx: Tx, ctx: Context, scope: ApplicationScope, id: number, address: Address) {
  const message = await getMessage(tx, scope, id);
  const { applicationId } = scope;
  if (message.patient_id === null)
    throw new Conflict('This message has not been processed, so it is not known whom it is about. Process it first.');
  const survey = await findSurveyFor(tx, applicationId, id, address.survey_id);
  if (survey === undefined)
    throw new Invalid({
      survey_id: [
        address.survey_id ? 'This survey does not exist, is switched off, or has no questions.' : 'Choose a survey.',
      ],
    });

  const { country, title } = await findApplication(tx, applicationId);
  const channel = address.email ? ('email' as const) : ('sms' as const);
  const recipient = address.email ?? readPhone(address.phone ?? '', country);
  const now = ctx.clock();
  const override_reason = address.override_reason ?? null;
  const cause = `${override_reason === null ? 'manual' : 'manual-override'}:message:${id}:${channel}:${recipient}:${survey}:${now.toISOString().slice(0, 16)}`;
  await lockFor(tx, cause);
  const known = await findDeliveryByCause(tx, applicationId, cause);
  if (known) return explain(tx, applicationId, message.patient_id, known, now);

  const about = { patient_id: message.patient_id, visit_id: message.visit_id, message_id: id };
  const invitation = await offerSurvey(tx, ctx, applicationId, {
    ...about,
    way: 'hand',
    survey_id: survey,
    language: message.language,
  });
  const words = surveyWords(invitation.language, channel, {
    given_name: message.given_name,
    ward: message.location,
    hospital: title,
  });
  await planDeliveries(
    tx,
    applicationId,
    [
      {
        ...about,
        ...words,
        purpose: 'survey',
        channel,
        recipient,
        addressed: true,
        override_reason,
        cause,
        send_at: now,
        invitation_id: invitation.id,
      },
    ],
    now,
  );
  const planned = await findDeliveryByCause(tx, applicationId, cause);
  return explain(tx, applicationId, message.patient_id, planned as NonNullable<typeof planned>, now);
}

/** Adds to a refusal what a person can do about it, and whether what is planned waits for somebody. */
async function explain<D extends { reason: deliveries.SuppressionReason | null }>(
  tx: Tx,
  applicationId: number,
  patientId: number,
  delivery: D,
  now: Date,
) {
  const { reason } = delivery;
  const possible_from = reason && (await findPossibleFrom(tx, applicationId, patientId, reason, now));
  return {
    ...delivery,
    possible_from,
    overridable: reason !== null && OVERRIDABLE.has(reason),
    held: reason === null && (await findHoldReason(tx, applicationId)) !== null,
  };
}

function findApplication(tx: Tx, id: number) {
  return tx.selectFrom('applications').select(['title', 'country']).where('id', '=', id).executeTakeFirstOrThrow();
}

function readPhone(phone: string, country: string): string {
  const read = parsePhone(phone, country);
  if (!read?.isPossible()) throw new Invalid({ phone: ['This is not a phone number. Write it as +44 7700 900123.'] });
  return read.number;
}
