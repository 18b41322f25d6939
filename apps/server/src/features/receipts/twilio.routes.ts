import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { Forbidden } from '../../platform/errors.ts';
import type { Routes } from '../../platform/http/route.ts';
import type { TwilioGateway } from '../../platform/gateways/twilio.ts';
import { receiveReceipt } from './receipts.ts';
import { receiveText } from '../consent/index.ts';

const HIDDEN = { hide: true };
export const TWILIO_TEXT_PATH = '/api/v1/twilio/sms';
export const TWILIO_STATUS_PATH = '/api/v1/twilio/status';

type Fields = Readonly<Record<string, string>>;

/** Routes that Twilio calls, with texts from patients and receipts. Its signature is required. */
export function twilioRoutes({ http }: Routes, ctx: Context): void {
  const gateway = ctx.gateways.sms;
  if (!isTwilio(gateway)) return;
  const read = (request: FastifyRequest): Fields => {
    const fields = (request.body ?? {}) as Fields;
    const signature = String(request.headers['x-twilio-signature'] ?? '');
    if (!gateway.isSigned(`${ctx.publicUrl}${request.url}`, fields, signature))
      throw new Forbidden('This is not signed by Twilio for this address. Check PUBLIC_URL.');
    return fields;
  };

  http.post(TWILIO_TEXT_PATH, { schema: HIDDEN }, async (request, reply: FastifyReply) => {
    const { From: from = '', To: to, Body: text = '', MessageSid: sid, NumMedia: files } = read(request);
    const answer = await receiveText(ctx, {
      channel: 'sms',
      from,
      text,
      to: to ?? null,
      gatewayMessageId: sid ?? null,
      attachments: Math.max(0, Math.trunc(Number(files)) || 0),
      origin: { gateway: 'twilio' },
    });
    return reply.type('text/xml').send(twiml(isAnsweredByTwilio(text) ? null : answer.reply));
  });

  http.post(TWILIO_STATUS_PATH, { schema: HIDDEN }, async (request, reply: FastifyReply) => {
    const { MessageSid: sid, MessageStatus: status = '', ErrorCode: code } = read(request);
    const event = EVENTS[status];
    if (sid && event) {
      const error = code ? `Twilio could not deliver it (error ${code}).` : undefined;
      await receiveReceipt(ctx, { event, gateway_message_id: sid, error, application_id: null });
    }
    return reply.status(204).send();
  });
}

/** Twilio replies to these keywords by itself, so we must not reply as well. */
const TWILIO_KEYWORDS = /^\s*(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout|start|yes|unstop|help|info)\s*$/i;
const isAnsweredByTwilio = (text: string): boolean => TWILIO_KEYWORDS.test(text);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function twiml(reply: string | null): string {
  const escaped = reply?.replaceAll(/[&<>]/g, (character) => ESCAPES[character] ?? character);
  const response = escaped ? `<Response><Message>${escaped}</Message></Response>` : '<Response/>';
  return `<?xml version="1.0" encoding="UTF-8"?>${response}`;
}

const EVENTS: Readonly<Record<string, 'delivered' | 'failed'>> = {
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
};

const isTwilio = (gateway: object): gateway is TwilioGateway => 'isSigned' in gateway;
