import { z } from 'zod';
import { endpoint, JSON_MEDIA } from './endpoint.ts';
import { FHIR_BASE, FHIR_MEDIA, formatQuery, resource } from './fhir.ts';
import { idParams } from './paging.ts';
import { TOPIC_NAMES, webhookUrl } from './webhooks.ts';

/** Topic-based subscriptions, as the backport to R4 has them (http://hl7.org/fhir/uv/subscriptions-backport, 1.1). */
export const BACKPORT = 'http://hl7.org/fhir/uv/subscriptions-backport';
export const PAYLOADS = ['empty', 'id-only'] as const;
export type Payload = (typeof PAYLOADS)[number];
/** Events that `$events` answers at once. */
export const MAX_EVENTS = 500;

const path = (rest: string) => ({
  path: `/fhir/r4/Subscription${rest}`,
  alsoAt: [`${FHIR_BASE}/Subscription${rest}`],
});

const call = { reply: resource, replyMedia: FHIR_MEDIA };
const readCall = { ...call, method: 'GET' as const, access: { permission: 'webhooks.list' } as const };

export const searchSubscription = endpoint({
  ...readCall,
  ...path(''),
  summary: 'FHIR R4: list the Subscriptions of the application',
  query: formatQuery,
});

export const readSubscription = endpoint({
  ...readCall,
  ...path('/:id'),
  summary: 'FHIR R4: read Subscription',
  params: idParams,
  query: formatQuery,
});

/** Headers that say what the request is, or how it is sent, are not for others to choose. */
const RESERVED = /^(?:host|connection|content-.*|transfer-encoding|accept-encoding|te|upgrade|expect|webhook-.*)$/i;
const header = z
  .string()
  .max(2_000, 'Use at most 2,000 characters.')
  .regex(
    /^[\w!#$%&'*+.^`|~-]+:[ \t]*[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/,
    'Write a header as “Name: value”, in ASCII.',
  )
  .refine((text) => !RESERVED.test(text.slice(0, text.indexOf(':'))), 'This header is set by Wardvoice.');

const extension = z.looseObject({ url: z.string().max(500), valueCode: z.string().max(50).optional() });
const CONTENT_URL = `${BACKPORT}/StructureDefinition/backport-payload-content`;

const channel = z.looseObject({
  type: z.literal('rest-hook', 'Only the channel rest-hook is there.'),
  endpoint: webhookUrl,
  payload: z.literal([FHIR_MEDIA, JSON_MEDIA], `A notification is ${FHIR_MEDIA}.`).optional(),
  _payload: z
    .looseObject({
      extension: z
        .array(extension)
        .max(20)
        .refine(
          (extensions) =>
            extensions.every(
              ({ url, valueCode }) => url !== CONTENT_URL || PAYLOADS.some((payload) => payload === valueCode),
            ),
          'A notification has the content empty or id-only: what it is about is read by its reference.',
        ),
    })
    .optional(),
  header: z.array(header).max(5, 'Send at most 5 headers.').optional(),
});

/** What is read of a Subscription that a program sends. */
const sentSubscription = z.looseObject({
  resourceType: z.literal('Subscription', 'Send a Subscription of FHIR R4.'),
  status: z.literal(
    'requested',
    'Send the status requested. It becomes active when the endpoint accepts the handshake.',
  ),
  reason: z
    .string('Say in reason what it is for.')
    .trim()
    .min(1, 'Say in reason what it is for.')
    .max(200, 'Use at most 200 characters.'),
  criteria: z.string('Name a topic in criteria.').max(500),
  _criteria: z
    .looseObject({ extension: z.array(z.unknown()).max(0, 'Filters are not supported: leave them out.').optional() })
    .optional(),
  end: z.undefined('A subscription has no end: delete it when it is over.').optional(),
  channel,
});
export type SentSubscription = z.output<typeof sentSubscription>;

/** Returns what a notification is to contain; id-only where nothing is said. */
export const payloadOf = ({ channel: { _payload } }: SentSubscription): Payload =>
  _payload?.extension.find(({ url }) => url === CONTENT_URL)?.valueCode === 'empty' ? 'empty' : 'id-only';

export const PAYLOAD_CONTENT = CONTENT_URL;

/** The topic that a canonical address names; null: none of ours. */
export const topicOf = (base: string, canonical: string) =>
  TOPIC_NAMES.find((topic) => canonical === topicUrl(base, topic)) ?? null;

export const topicUrl = (base: string, topic: string): string => `${base}/SubscriptionTopic/${topic}`;

export const createSubscription = endpoint({
  ...call,
  ...path(''),
  method: 'POST',
  access: { permission: 'webhooks.subscribe' },
  freshSignIn: true,
  summary: 'FHIR R4: create Subscription: an https address is told of a topic',
  body: sentSubscription,
  bodyMedia: [FHIR_MEDIA, JSON_MEDIA],
  status: 201,
});

export const deleteSubscription = endpoint({
  ...call,
  ...path('/:id'),
  method: 'DELETE',
  access: { permission: 'webhooks.subscribe' },
  freshSignIn: true,
  summary: 'FHIR R4: delete Subscription, with its log. What waits is not sent',
  params: idParams,
});

export const getSubscriptionStatus = endpoint({
  ...readCall,
  ...path('/:id/$status'),
  summary: 'FHIR R4: whether a Subscription is active, and how many events it had',
  params: idParams,
  query: formatQuery,
});

const number = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const getSubscriptionEvents = endpoint({
  ...readCall,
  ...path('/:id/$events'),
  summary: `FHIR R4: the events of a Subscription by their numbers, the first ${MAX_EVENTS} of those that are asked for`,
  params: idParams,
  query: formatQuery.extend({ eventsSinceNumber: number.optional(), eventsUntilNumber: number.optional() }),
});
