import { WEBHOOK_EVENTS, webhooks } from '@wardvoice/contract';
import * as z from 'zod';
import type { Json, SchemaBook } from './describe-schemas.ts';

const HEADERS: readonly Json[] = [
  ['webhook-id', 'The same at each attempt: drop what you have had.'],
  ['webhook-timestamp', 'When this attempt was made, in seconds since 1970. Drop what is old.'],
  [
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the body, joined by full stops; several, separated by spaces, while the secret is replaced.',
  ],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }));

const EVERY =
  'Sent as [Standard Webhooks](https://www.standardwebhooks.com) says, to the webhooks that have chosen it. ' +
  'Anything but 2xx is tried again: ten times in three days.';

/** Describes what webhooks are sent: the events, with their data and headers. */
export function describeWebhooks(book: SchemaBook): Record<string, Json> {
  const described = (type: string, summary: string, data: z.ZodObject): Json => {
    const name = type.replaceAll(/(?:^|[._])(\w)/g, (_all, letter: string) => letter.toUpperCase());
    const event = z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data });
    book.name(event, `${name}Event`);
    return {
      post: {
        operationId: `on${name}`,
        tags: ['webhooks'],
        summary,
        description: EVERY,
        security: [],
        parameters: HEADERS,
        requestBody: { required: true, content: { 'application/json': { schema: book.describe(event, 'output') } } },
        responses: {
          '2XX': { description: 'Received.' },
          410: { description: 'No more, please: the webhook is switched off.' },
        },
      },
    };
  };
  return {
    ...Object.fromEntries(
      webhooks.EVENT_TYPES.map((type) => [type, described(type, WEBHOOK_EVENTS[type], webhooks.EVENT_DATA[type])]),
    ),
    [webhooks.TEST_EVENT]: described(webhooks.TEST_EVENT, 'Somebody has pressed the test button.', z.object({})),
  };
}
