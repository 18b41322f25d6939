import type { Context } from '../../platform/context.ts';
import { htmlPart } from '../../platform/gateways/html-part.tsx';
import type { SendResult } from '../../platform/gateways/gateway.ts';
import { withoutUnstorable } from '../../platform/http/storable-text.ts';
import { defineCounter } from '../../platform/metrics.ts';
import { derivedTokens } from '../../platform/secrets.ts';
import { isForPatient } from '../suppression/index.ts';
import { feedbackLink } from './feedback-link.ts';
import type { EmailPayload } from './plan-deliveries.ts';
import { type PatientChannel, unsubscribeLine, unsubscribeLink } from '../consent/index.ts';

export const PUSH_SECRET_PURPOSE = 'push-signature';

const dispatched = defineCounter({
  name: 'deliveries_total',
  help: 'Attempts to send a delivery through its gateway, by channel and what came of it (sent, retry, refused, unknown)',
  labels: { channel: ['email', 'sms', 'push'], result: ['sent', 'retry', 'refused', 'unknown'] },
});

/** A delivery that is `sending`; the caller must dispatch it once. */
export interface Claimed {
  id: number;
  /**
   * The last processed message about the person when the gate was asked; null when there was none, or the delivery has
   * no gate.
   */
  last_message_id: number | null;
  application_id: number;
  /** The message because of which it is sent; null: none, as of a broadcast. */
  message_id: number | null;
  purpose: string;
  channel: 'email' | 'sms' | 'push';
  recipient: string;
  subject: string | null;
  text: string;
  endpoint: string | null;
  payload: unknown;
  idempotency_key: string;
  attempts: number;
  public_id: string | null;
  token_hash: Buffer | null;
  language: string | null;
  fallback_channel: PatientChannel | null;
  /** Whether a colleague wrote it to this person. */
  by_person: boolean;
  sender_name: string;
  sender_email: string | null;
  sms_sender: string | null;
  hospital: string;
  logo: string | null;
  html_emails: boolean;
}

/**
 * Sends a claimed delivery through the gateway of its channel and returns the result, as it can be stored. Never throws: the results
 * of the others of its batch would be lost.
 */
export async function dispatch(ctx: Context, delivery: Claimed): Promise<SendResult> {
  const result = await send(ctx, delivery);
  dispatched.inc({ channel: delivery.channel, result: result.ok ? 'sent' : result.outcome });
  return result;
}

async function send(ctx: Context, delivery: Claimed): Promise<SendResult> {
  const logFault = (error: unknown) =>
    ctx.log.error({ delivery: delivery.id, err: error }, 'a delivery could not be sent');
  let leave: () => Promise<SendResult>;
  try {
    leave = write(ctx, delivery);
  } catch (error) {
    logFault(error);
    return { ok: false, outcome: 'refused', error: 'It could not be written. The log of the server says why.' };
  }
  try {
    return withoutUnstorable(await leave());
  } catch (error) {
    logFault(error);
    return { ok: false, outcome: 'unknown', error: 'Sending failed. The log of the server says why.' };
  }
}

/** A text whose link cannot be made is not sent. It is tried again, because another process may know the key already. */
const LOST_LINK = { ok: false, outcome: 'retry', error: 'The key that the link was made with is not there.' } as const;

/** Returns the text with its link; null when the key that the link was made with is gone. */
function withLink(ctx: Context, { text, public_id, token_hash }: Claimed): string | null {
  if (public_id === null || token_hash === null || !text.includes('{{link}}')) return text;
  const link = feedbackLink(ctx, { public_id, token_hash });
  return link === null ? null : text.replaceAll('{{link}}', link);
}

/** Writes what is sent, and returns the function that sends it. */
function write(ctx: Context, delivery: Claimed): () => Promise<SendResult> {
  const text = withLink(ctx, delivery);
  if (text === null) return async () => LOST_LINK;
  switch (delivery.channel) {
    case 'email': {
      const unsubscribeUrl = isForPatient(delivery) ? unsubscribeLink(ctx, delivery.idempotency_key) : null;
      const email = {
        to: delivery.recipient,
        from: { name: delivery.sender_name, address: delivery.sender_email ?? `no-reply@${mailDomain(ctx)}` },
        subject: delivery.subject ?? '',
        ...bodyOf(
          ctx,
          delivery,
          unsubscribeUrl ? `${text}\n\n${unsubscribeLine(delivery.language, unsubscribeUrl)}\n` : text,
        ),
        messageId: `<${delivery.idempotency_key}@${mailDomain(ctx)}>`,
        unsubscribeUrl,
        byPerson: delivery.by_person,
        ...inReplyTo(delivery),
      };
      return () => ctx.gateways.email.send(email);
    }
    case 'sms': {
      const sms = {
        to: delivery.recipient,
        ...(delivery.sms_sender ? { from: delivery.sms_sender } : {}),
        text,
        idempotencyKey: delivery.idempotency_key,
      };
      return () => ctx.gateways.sms.send(sms);
    }
    case 'push': {
      const push = {
        endpoint: delivery.endpoint ?? '',
        body: JSON.stringify(delivery.payload),
        id: delivery.idempotency_key,
        at: ctx.clock(),
        secrets: derivedTokens(ctx.keys, PUSH_SECRET_PURPOSE, String(delivery.application_id)).map((secret) =>
          Buffer.from(secret),
        ),
      };
      return () => ctx.gateways.push.send(push);
    }
  }
}

/** An e-mail that answers another stands below that in the mailbox of whoever reads it. */
function inReplyTo({ payload }: Claimed): { inReplyTo?: string } {
  const { in_reply_to: id } = (payload ?? {}) as EmailPayload;
  return id ? { inReplyTo: id } : {};
}

/** Only patients get HTML: a colleague's notice is read in whatever shows text. */
function bodyOf({ publicUrl }: Context, delivery: Claimed, text: string): { text: string; html?: string } {
  if (!delivery.html_emails || !isForPatient(delivery)) return { text };
  const { language, hospital, logo } = delivery;
  const logoUrl = logo === null ? null : `${publicUrl}${logo}`;
  return { text, html: htmlPart({ text, language, hospital, logoUrl, buttonFor: `${publicUrl}/feedback/` }) };
}

const mailDomain = ({ publicUrl }: Pick<Context, 'publicUrl'>): string => new URL(publicUrl).hostname;
