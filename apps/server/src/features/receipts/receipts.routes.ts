import { deliveries } from '@wardvoice/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { publicRoute, type Routes } from '../../platform/http/route.ts';
import { authenticateApplication } from '../failed-attempts/index.ts';
import { receiveText } from '../consent/index.ts';
import { receiveReceipt } from './receipts.ts';
import { smsGatewayRoutes } from './sms-gateway.routes.ts';
import { twilioRoutes } from './twilio.routes.ts';

/** Routes that gateways call, with texts from patients and receipts for our messages. */
export function receiptRoutes(routes: Routes, ctx: Context): void {
  twilioRoutes(routes, ctx);
  smsGatewayRoutes(routes, ctx);

  // The credentials are checked before the body is read.
  const callers = new WeakMap<FastifyRequest, number>();
  const before = async (request: FastifyRequest) => {
    callers.set(request, await authenticateApplication(ctx, request));
  };
  const callerOf = (request: FastifyRequest): number => callers.get(request) as number;

  publicRoute(
    routes,
    deliveries.receiveText,
    async ({ request, body }) => ({
      data: await receiveText(ctx, {
        channel: 'sms',
        from: body.from,
        text: body.text,
        to: body.to ?? null,
        gatewayMessageId: body.message_id ?? null,
        origin: { applicationId: callerOf(request) },
      }),
    }),
    { before, rateLimit: false },
  );

  publicRoute(
    routes,
    deliveries.receiveReceipt,
    async ({ request, body }) => {
      await receiveReceipt(ctx, { ...body, application_id: callerOf(request) });
      return { data: { accepted: true as const } };
    },
    { before, rateLimit: false },
  );
}
