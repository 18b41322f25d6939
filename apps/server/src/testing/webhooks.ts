import type { webhooks } from '@wardvoice/contract';
import { createPushGateway } from '../platform/gateways/push.ts';
import { startWebhookReceiver, type WebhookReceiver } from './outside/webhook-receiver.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from './test-server.ts';

export interface WebhookWorld {
  server: TestServer;
  receiver: WebhookReceiver;
  stop(): Promise<void>;
}

/** Starts a server whose pushes are real, and a receiver on this machine that it trusts. */
export async function startWebhookWorld(): Promise<WebhookWorld> {
  const receiver = await startWebhookReceiver();
  const push = createPushGateway({ allowPrivate: true, ca: receiver.ca });
  const server = await startTestServer({ contextOf: (ctx) => ({ ...ctx, gateways: { ...ctx.gateways, push } }) });
  return {
    server,
    receiver,
    async stop() {
      await server.stop();
      await push.close();
      await receiver.close();
    },
  };
}

/** Makes a webhook as the administrator does on the screen. Returns it with its secret. */
export async function makeWebhook(
  server: TestServer,
  admin: Pick<TestUser, 'headers'>,
  settings: { url: string; events: readonly webhooks.EventType[]; active?: boolean },
): Promise<{ id: number; secret: string; version: number }> {
  const { status, body } = await server.as(admin)('POST', '/webhooks', { webhook: settings });
  if (status !== 201) throw new Error(`The webhook was not made: ${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** Returns the log of a webhook, newest first. */
export const listLog = async (
  server: TestServer,
  admin: Pick<TestUser, 'headers'>,
  id: number,
  query = '',
): Promise<Json[]> => (await server.as(admin)('GET', `/webhooks/${id}/events${query}`)).body.data;
