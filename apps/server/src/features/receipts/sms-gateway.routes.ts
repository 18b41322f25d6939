import type { FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound, RequestError } from '../../platform/errors.ts';
import type { HttpSmsGateway } from '../../platform/gateways/http-sms.ts';
import { readReceipts, readTexts } from '../../platform/gateways/sms-format.ts';
import type { Routes } from '../../platform/http/route.ts';
import { sameSecret } from '../../platform/secrets.ts';
import { receiveText, type AnsweredText } from '../consent/index.ts';
import { planAutomaticReply } from './plan-automatic-reply.ts';
import { receiveReceipt } from './receipts.ts';

const PATH = '/api/v1/sms-gateway/:secret';
const METHODS = ['GET', 'POST'];

/**
 * Routes that an HTTP gateway with a format of its own calls, with texts from patients and receipts. Their address holds the secret of
 * the format. Gateways send JSON, a form, or the fields in the address. All of a call is stored before it is answered; a gateway that
 * repeats it names the same texts.
 */
export function smsGatewayRoutes({ http }: Routes, ctx: Context): void {
  const gateway = ctx.gateways.sms;
  if (!isHttpSms(gateway) || gateway.format === null) return;
  const { format } = gateway;
  const hidden = { schema: { hide: true }, config: { rateLimit: false } as const };

  function read<T>({ params, query, body }: FastifyRequest, from: (said: unknown) => T | null): T {
    const { secret } = params as { secret: string };
    if (format.secret === undefined || !sameSecret(secret, format.secret)) throw new NotFound('This address');
    const found = from(Array.isArray(body) ? body : { ...asObject(query), ...asObject(body) });
    if (found !== null) return found;
    ctx.log.error('the SMS gateway called with what is not as SMS_FORMAT says; nothing of it is stored');
    throw new RequestError(422, 'This is not as SMS_FORMAT says.');
  }

  http.route({
    ...hidden,
    method: METHODS,
    url: `${PATH}/texts`,
    async handler(request, reply) {
      for (const { from, text, to, id } of read(request, (said) => readTexts(format, said)))
        await receiveText(ctx, {
          channel: 'sms',
          from,
          text,
          to,
          gatewayMessageId: id,
          sendBack: answerBySms,
          origin: { gateway: 'http' },
        });
      return reply.status(200).send({});
    },
  });

  http.route({
    ...hidden,
    method: METHODS,
    url: `${PATH}/receipts`,
    async handler(request, reply) {
      for (const { id, event, error } of read(request, (said) => readReceipts(format, said)))
        await receiveReceipt(ctx, { event, gateway_message_id: id, error: errorIn(error), application_id: null });
      return reply.status(200).send({});
    },
  });
}

/** Such a gateway does not send back what it is answered. */
const answerBySms = (tx: Tx, written: AnsweredText, text: string): Promise<void> =>
  planAutomaticReply(tx, written, { channel: 'sms', text });

/** Words of the gateway with what may be a phone number are not kept. */
const errorIn = (said: string | null): string | undefined =>
  said === null || /\d{6}/.test(said) ? undefined : `The gateway could not deliver it (${said}).`;

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

const isHttpSms = (gateway: object): gateway is HttpSmsGateway => 'format' in gateway;
