import type { Gateway } from './gateway.ts';

/**
 * The gateway where none is configured: everything else works as usual, but the message stays in the database and is shown on the
 * Deliveries screen.
 */
export function createOutbox<Message>(): Gateway<Message> {
  return {
    name: 'outbox',
    send: async () => ({ ok: true, gatewayMessageId: null }),
    close: async () => undefined,
  };
}
