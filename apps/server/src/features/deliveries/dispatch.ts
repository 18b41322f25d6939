import type { Context } from '../../platform/context.ts';
import type { SendResult } from '../../platform/gateways/gateway.ts';
import { defineCounter } from '../../platform/metrics.ts';
import { derivedToken } from '../../platform/secrets.ts';
import { isForPatient } from '../suppression/index.ts';
import { type PatientChannel, unsubscribeLine, unsubscribeLink } from '../consent/index.ts';

export const FEEDBACK_TOKEN_PURPOSE = 'feedback';
export const PUSH_SECRET_PURPOSE = 'push-signature';

const dispatched = defineCounter({
  name: 'deliveries_total',
  help: 'Attempts to send a delivery through its gateway, by channel and what came of it (sent, retry, refused, unknown)',
  labels: ['channel', 'result'],
});

/** A delivery that is `sending`: it is the caller's to dispatch, once. */
export interface Claimed {
  id: number;
  application_id: number;
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
  language: string | null;
  fallback_channel: PatientChannel | null;
  sender_name: string;
  sender_email: string | null;
  sms_sender: string | null;
}

/** Sends a claimed delivery through the gateway of its channel; returns what came of it, and never throws. */
export async function dispatch(ctx: Context, delivery: Claimed): Promise<SendResult> {
  const result = await send(ctx, delivery);
  dispatched.inc({ channel: delivery.channel, result: result.ok ? 'sent' : result.outcome });
  return result;
}

export const feedbackLink = (house: Pick<Context, 'publicUrl' | 'secretKey'>, publicId: string): string =>
  `${house.publicUrl}/feedback/${derivedToken(house.secretKey, FEEDBACK_TOKEN_PURPOSE, publicId)}`;

async function send(house: Context, delivery: Claimed): Promise<SendResult> {
  const text = delivery.public_id
    ? delivery.text.replaceAll('{{link}}', feedbackLink(house, delivery.public_id))
    : delivery.text;
  switch (delivery.channel) {
    case 'email': {
      const unsubscribeUrl = isForPatient(delivery) ? unsubscribeLink(house, delivery.idempotency_key) : null;
      return house.gateways.email.send({
        to: delivery.recipient,
        from: { name: delivery.sender_name, address: delivery.sender_email ?? `no-reply@${mailDomain(house)}` },
        subject: delivery.subject ?? '',
        text: unsubscribeUrl ? `${text}\n\n${unsubscribeLine(delivery.language, unsubscribeUrl)}\n` : text,
        messageId: `<${delivery.idempotency_key}@${mailDomain(house)}>`,
        unsubscribeUrl,
      });
    }
    case 'sms':
      return house.gateways.sms.send({
        to: delivery.recipient,
        ...(delivery.sms_sender ? { from: delivery.sms_sender } : {}),
        text,
        idempotencyKey: delivery.idempotency_key,
      });
    case 'push':
      return house.gateways.push.send({
        endpoint: delivery.endpoint ?? '',
        body: JSON.stringify(delivery.payload),
        id: delivery.idempotency_key,
        at: house.clock(),
        secret: Buffer.from(derivedToken(house.secretKey, PUSH_SECRET_PURPOSE, String(delivery.application_id))),
      });
  }
}

const mailDomain = ({ publicUrl }: Pick<Context, 'publicUrl'>): string => new URL(publicUrl).hostname;
