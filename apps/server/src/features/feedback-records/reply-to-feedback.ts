import { createHash } from 'node:crypto';
import type { feedbackRecords } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { announce } from '../../platform/live.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { maskAddress } from '../consent/index.ts';
import { channelsAgain, planDeliveries } from '../deliveries/index.ts';
import { findHoldReason } from '../sending-holds/index.ts';
import { askGateBeforehand } from '../suppression/index.ts';
import { findAnswerer, type Answerer } from './reply.queries.ts';

const isKnown = ({ patient_id, contact_id }: Answerer): boolean => patient_id !== null || contact_id !== null;

const addressOf = (person: Answerer) => {
  const { patient_id, contact_id, visit_id, message_id, recipient, addressed } = person;
  return { patient_id, contact_id, visit_id, message_id, recipient, addressed, ...channelsAgain(person) };
};

/** Returns to whom a reply would be sent now, or why none would be. The gate is asked again before sending. */
export async function offerReply(
  tx: Tx,
  applicationId: number,
  id: number,
  now: Date,
): Promise<feedbackRecords.ReplyOffer> {
  const person = await findAnswerer(tx, applicationId, id);
  const sending_hold = await findHoldReason(tx, applicationId);
  if (!isKnown(person)) return { channel: null, recipient: null, refusal: 'anonymous', sending_hold };
  const asked = { ...addressOf(person), purpose: 'message' as const, survey_id: null };
  const answer = await askGateBeforehand(tx, applicationId, asked, now);
  return answer.open
    ? { channel: answer.channel, recipient: maskAddress(answer.recipient), refusal: null, sending_hold }
    : { channel: null, recipient: null, refusal: answer.reason, sending_hold };
}

/**
 * Plans a colleague's message to the person who gave these answers, through the gate like every message: somebody who has
 * opted out or died is not written to. The same words about the same answers are stored once, however often the button is
 * pressed.
 */
export async function replyToFeedback(
  tx: Tx,
  ctx: Context,
  scope: ApplicationScope,
  id: number,
  text: string,
): Promise<void> {
  const { applicationId, userId } = scope;
  const person = await findAnswerer(tx, applicationId, id);
  if (!isKnown(person)) throw new Conflict('Nobody knows who gave these answers, so nothing can be sent.');
  const now = ctx.clock();
  const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 16);
  await planDeliveries(
    tx,
    applicationId,
    [
      {
        ...addressOf(person),
        purpose: 'message',
        cause: `feedback:${id}:reply:${fingerprint}`,
        send_at: now,
        subject: person.survey_title,
        text,
        location: person.location,
        feedback_id: id,
        user_id: userId,
      },
    ],
    now,
  );
  await announce(tx, applicationId, ['feedback', 'deliveries']);
}
