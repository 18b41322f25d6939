import { createHash } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { announce } from '../../platform/live.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { markTextHandled } from '../consent/index.ts';
import { planDeliveries } from '../deliveries/index.ts';
import { asMessageId, subjectOfReply } from './emails/answer-email.ts';
import { findMessageId, getText } from './texts.queries.ts';

/** The gate decides about a person, so a text from an unknown person cannot be answered. */
export const canReply = (text: { patient_id: number | null; contact_id: number | null }): boolean =>
  text.patient_id !== null || text.contact_id !== null;

/**
 * Plans a colleague's reply to the address of a text, through the gate like every message: somebody who has opted out
 * or died is not written to. The same words in reply to the same text are stored once, however often the button is
 * pressed.
 */
export async function replyToText(
  tx: Tx,
  ctx: Context,
  scope: ApplicationScope,
  id: number,
  reply: string,
): Promise<void> {
  const { applicationId } = scope;
  const text = await getText(tx, scope, id);
  if (!canReply(text))
    throw new Conflict('Nobody is known at this address, so nothing can be sent to it. Open a case, or call.');
  const now = ctx.clock();
  const fingerprint = createHash('sha256').update(reply).digest('hex').slice(0, 16);
  await planDeliveries(
    tx,
    applicationId,
    [
      {
        purpose: 'message',
        channel: text.channel,
        cause: `text:${id}:reply:${fingerprint}`,
        send_at: now,
        recipient: text.from_address,
        addressed: true,
        ...(text.channel === 'email' ? await threadOf(tx, applicationId, text) : {}),
        text: reply,
        patient_id: text.patient_id,
        contact_id: text.patient_id === null ? text.contact_id : null,
        location: text.location,
        user_id: scope.userId,
      },
    ],
    now,
  );
  await markTextHandled(tx, applicationId, id, scope.userId, now);
  await announce(tx, applicationId, ['texts', 'deliveries']);
}

async function threadOf(tx: Tx, applicationId: number, { id, subject }: { id: number; subject: string | null }) {
  const messageId = asMessageId(await findMessageId(tx, applicationId, id));
  return { subject: subjectOfReply(subject), payload: { in_reply_to: messageId } };
}
