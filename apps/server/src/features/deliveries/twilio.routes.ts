import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { Forbidden } from '../../platform/errors.ts';
import type { Routes } from '../../platform/http/route.ts';
import type { TwilioGateway } from '../../platform/gateways/twilio.ts';
import { receiveReceipt } from './receipts.ts';
import { receiveText } from '../consent/index.ts';

const HIDDEN = { hide: true } as never;
export const TWILIO_TEXT_PATH = '/api/v1/twilio/sms';
export const TWILIO_STATUS_PATH = '/api/v1/twilio/status';

type Fields = Readonly<Record<string, string>>;

/** What Twilio calls: texts of patients, and what became of ours. Only with its signature. */
export function twilioRoutes({ http }: Routes, house: Context): void {
  const gateway = house.gateways.sms;
  if (!isTwilio(gateway)) return;
  const read = (request: FastifyRequest): Fields => {
    const fields = (request.body ?? {}) as Fields;
    const signature = String(request.headers['x-twilio-signature'] ?? '');
    if (!gateway.isSigned(`${house.publicUrl}${request.url}`, fields, signature))
      throw new Forbidden('This is not signed by Twilio for this address. Check PUBLIC_URL.');
    return fields;
  };

  http.post(TWILIO_TEXT_PATH, { schema: HIDDEN }, async (request, reply: FastifyReply) => {
    const { From: from = '', Body: text = '' } = read(request);
    // Twilio answers STOP, START and HELP by itself; a second answer would be one too many.
    await receiveText(house, { from, text, applicationId: null });
    return reply.type('text/xml').send('<?xml version="1.0" encoding="UTF-8"?><Response/>');
  });

  http.post(TWILIO_STATUS_PATH, { schema: HIDDEN }, async (request, reply: FastifyReply) => {
    const { MessageSid: sid, MessageStatus: status = '', ErrorCode: code } = read(request);
    const event = EVENTS[status];
    if (sid && event) {
      const error = code ? `Twilio could not deliver it (error ${code}).` : undefined;
      await receiveReceipt(house, { event, gateway_message_id: sid, error, application_id: null });
    }
    return reply.status(204).send();
  });
}

const EVENTS: Readonly<Record<string, 'delivered' | 'failed'>> = {
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
};

const isTwilio = (gateway: object): gateway is TwilioGateway => 'isSigned' in gateway;
