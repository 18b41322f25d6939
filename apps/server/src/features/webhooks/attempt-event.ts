import { fhir, webhooks, type fhirSubscriptions } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { UnknownKey } from '../../platform/secrets.ts';
import type { Attempt } from './webhook-events.queries.ts';
import { notificationOf, type SubscriptionStatus } from './subscriptions/notification.ts';
import { readHeaders, readSecret } from './webhook-secret.ts';

/** Standard Webhooks asks for 15 to 30 seconds at most; a receiver should answer first, and work later. */
const TIMEOUT_MS = 10_000;
const GONE = 410;

/** What is sent, and to whom. */
export interface Sending {
  webhook_id: number;
  url: string;
  secret: Buffer;
  /** Null: only the secret signs. */
  previous_secret: Buffer | null;
  message_id: string;
  type: string;
  happened_at: Date;
  data: Record<string, unknown>;
  /** Of a FHIR Subscription; null: it is sent as Standard Webhooks says. */
  topic: webhooks.Topic | null;
  payload: fhirSubscriptions.Payload | null;
  subscription_status: SubscriptionStatus;
  headers: Buffer | null;
  event_count: number | null;
  /** Null: a handshake, a test, or of a webhook. */
  number: number | null;
}

export interface Attempted extends Attempt {
  result: 'accepted' | 'failed' | 'gone';
}

/** Sends an event once, signed as Standard Webhooks says. It stores nothing, and needs no transaction. */
export async function attemptEvent(ctx: Context, sending: Sending): Promise<Attempted> {
  const { webhook_id, url, message_id } = sending;
  const attempted_at = ctx.clock();
  const began = performance.now();
  const none = { attempted_at, status: null, answer: null };
  const tookMs = () => Math.round(performance.now() - began);
  let secrets: Buffer[];
  let headers: Record<string, string>;
  try {
    headers = sending.headers ? readHeaders(ctx.keys, webhook_id, sending.headers) : {};
    secrets = [sending.secret, ...(sending.previous_secret ? [sending.previous_secret] : [])].map((secret) =>
      readSecret(ctx.keys, webhook_id, secret),
    );
  } catch (error) {
    if (!(error instanceof UnknownKey)) throw error;
    return { ...none, result: 'failed', took_ms: 0, error: 'The key of its secret was lost. Make a new secret.' };
  }
  const answer = await ctx.gateways.push.post(
    {
      endpoint: url,
      id: `msg_${message_id}`,
      at: attempted_at,
      secrets,
      headers,
      ...contentOf(ctx, sending, attempted_at),
    },
    { timeoutMs: TIMEOUT_MS, answerCharacters: webhooks.ANSWER_CHARACTERS },
  );
  if (answer.kind !== 'answered') return { ...none, result: 'failed', took_ms: tookMs(), error: answer.error };
  const { status } = answer;
  const isAccepted = status >= 200 && status < 300;
  return {
    attempted_at,
    took_ms: tookMs(),
    status,
    // PostgreSQL cannot store NUL.
    answer: answer.text.replaceAll('\0', ''),
    error: isAccepted ? null : `The receiver answered ${status}.`,
    result: isAccepted ? 'accepted' : status === GONE ? 'gone' : 'failed',
  };
}

/** Returns the body: that of Standard Webhooks, or the notification of a FHIR Subscription. Of the latter, a test is a handshake. */
function contentOf({ publicUrl }: Context, sending: Sending, at: Date): { body: string; contentType?: string } {
  const { webhook_id: id, message_id, type, happened_at, data, topic, payload, number } = sending;
  if (topic === null || payload === null) return { body: JSON.stringify({ type, timestamp: happened_at, data }) };
  const subscribed = { id, topic, payload, status: sending.subscription_status, event_count: sending.event_count ?? 0 };
  const notification =
    number === null
      ? notificationOf(publicUrl, subscribed, { id: message_id, at, kind: 'handshake' })
      : notificationOf(publicUrl, subscribed, {
          id: message_id,
          at,
          kind: 'event-notification',
          events: [{ number, happened_at, type, data }],
        });
  return { body: JSON.stringify(notification), contentType: fhir.FHIR_MEDIA };
}
