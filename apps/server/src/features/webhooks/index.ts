export { announceEvent, announceEvents } from './announce-event.ts';
export { forgetWebhookEvents } from './forget-webhook-events.ts';
export { createWebhookSender, SEND_WEBHOOKS } from './send-webhooks.ts';
export { encryptWebhooksAnew } from './webhook-secret.ts';
export { webhookRoutes } from './webhooks.routes.ts';
export { listSwitchedOff } from './webhooks.queries.ts';
