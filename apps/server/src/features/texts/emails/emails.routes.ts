import { texts } from '@wardvoice/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { RequestError, Unauthorized } from '../../../platform/errors.ts';
import { publicRoute, type Routes } from '../../../platform/http/route.ts';
import { receiveText } from '../../consent/index.ts';
import { authenticateApplication } from '../../failed-attempts/index.ts';
import { receiveReceipt } from '../../receipts/index.ts';
import { answerEmail } from './answer-email.ts';
import { deliveryKeyIn, isAutoSubmitted, readEmail, type ReadEmail } from './read-email.ts';

const MAX_MESSAGE_ID_CHARACTERS = 320;
/** Mail servers take 20 to 35 MB. Of a larger e-mail the sender is told by theirs. */
const MAX_EMAIL_BYTES = 25 * 1024 * 1024;

/** Receives what comes back to our e-mails, which the hospital's mail server passes on. */
export function emailRoutes(routes: Routes, ctx: Context): void {
  // The credentials are checked before the body is read.
  const callers = new WeakMap<FastifyRequest, number>();
  const before = async (request: FastifyRequest) => {
    callers.set(request, await authenticateApplication(ctx, request));
  };
  const callerOf = (request: FastifyRequest): number => {
    const applicationId = callers.get(request);
    if (applicationId === undefined) throw new Unauthorized();
    return applicationId;
  };

  publicRoute(
    routes,
    texts.receiveEmail,
    async ({ request, body }) => ({
      data: await receiveAnswer(ctx, callerOf(request), {
        ...body,
        kind: isAutoSubmitted(body.auto_submitted) ? 'automatic' : 'answer',
        messageId: body.message_id,
        deliveryKey: deliveryKeyIn(body.in_reply_to),
      }),
    }),
    { before, rateLimit: false },
  );

  routes.http.addContentTypeParser(
    texts.EMAIL_MEDIA,
    { parseAs: 'buffer', bodyLimit: MAX_EMAIL_BYTES },
    (_request, body, done) => done(null, body),
  );
  publicRoute(
    routes,
    texts.receiveWholeEmail,
    async ({ request }) => {
      if (!Buffer.isBuffer(request.body)) throw new RequestError(415, `Send the e-mail as ${texts.EMAIL_MEDIA}.`);
      const email = await readEmail(request.body);
      if (email === null) throw new RequestError(422, 'The e-mail has more parts or headers than can be read.');
      if (email.kind !== 'report') {
        if (email.from === '') throw new RequestError(422, 'The e-mail says in no From who wrote it.');
        const { understood } = await receiveAnswer(ctx, callerOf(request), email, answerEmail);
        return { data: { kind: email.kind, understood } };
      }
      return { data: { kind: await receiveReport(ctx, callerOf(request), email), understood: null } };
    },
    { before, bodyLimit: MAX_EMAIL_BYTES, rateLimit: false },
  );
}

type Answer = Exclude<ReadEmail, { kind: 'report' }>;
type Report = Extract<ReadEmail, { kind: 'report' }>;

const receiveAnswer = (
  ctx: Context,
  applicationId: number,
  { kind, messageId, ...rest }: Answer,
  sendBack?: typeof answerEmail,
) =>
  receiveText(ctx, {
    channel: 'email',
    from: rest.from,
    subject: rest.subject,
    text: rest.text,
    gatewayMessageId: messageId.replaceAll('\0', '').slice(0, MAX_MESSAGE_ID_CHARACTERS),
    deliveryKey: rest.deliveryKey,
    automatic: kind === 'automatic',
    attachments: rest.attachments,
    ...(sendBack ? { sendBack } : {}),
    origin: { applicationId },
  });

/**
 * Applies a report to the delivery that it names. By the address alone it is not applied: anybody can write such a report, and the key
 * of a delivery is known only to whoever had the e-mail.
 */
async function receiveReport(
  ctx: Context,
  applicationId: number,
  { event, error, deliveryKey }: Report,
): Promise<(typeof texts.EMAIL_KINDS)[number]> {
  if (event === null) return 'ignored';
  if (deliveryKey === null) {
    ctx.log.warn({ event, application: applicationId }, 'a report about an e-mail does not say about which');
    return 'ignored';
  }
  await receiveReceipt(ctx, {
    event,
    idempotency_key: deliveryKey,
    ...(error === null ? {} : { error }),
    application_id: applicationId,
  });
  return event;
}
