import { texts } from '@wardvoice/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { Unauthorized } from '../../platform/errors.ts';
import { publicRoute, type Routes } from '../../platform/http/route.ts';
import { authenticateApplication } from '../failed-attempts/index.ts';
import { receiveText } from '../consent/index.ts';

/** The Message-ID of our e-mails contains the delivery's idempotency key. */
const DELIVERY_KEY = /<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i;
const MAX_MESSAGE_ID_CHARACTERS = 320;

/** Receives patients' answers to our e-mails, which the hospital's mail server passes on. */
export function inboundEmailRoutes(routes: Routes, ctx: Context): void {
  const callers = new WeakMap<FastifyRequest, number>();
  publicRoute(
    routes,
    texts.receiveEmail,
    async ({ request, body }) => {
      const applicationId = callers.get(request);
      if (applicationId === undefined) throw new Unauthorized();
      const answer = await receiveText(ctx, {
        channel: 'email',
        from: body.from,
        subject: body.subject,
        text: body.text,
        gatewayMessageId: body.message_id.slice(0, MAX_MESSAGE_ID_CHARACTERS),
        deliveryKey: DELIVERY_KEY.exec(body.in_reply_to ?? '')?.[1]?.toLowerCase() ?? null,
        origin: { applicationId },
      });
      return { data: answer };
    },
    {
      before: async (request) => {
        callers.set(request, await authenticateApplication(ctx, request));
      },
      rateLimit: false,
    },
  );
}
