import type { Gateway } from './gateway.ts';

/** With nothing configured: the same path, and the message is kept and shown on the Deliveries screen instead. */
export function createOutbox<Message>(): Gateway<Message> {
  return {
    name: 'outbox',
    send: async () => ({ ok: true, gatewayMessageId: null }),
    close: async () => undefined,
  };
}
