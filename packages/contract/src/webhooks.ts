import { z } from 'zod';
import { CASE_ACTIONS, CASE_SEVERITIES, CASE_STATES } from './cases.ts';
import { isoTime } from './days.ts';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

/** By these letters Standard Webhooks recognises a secret. The rest is base64. */
export const SECRET_PREFIX = 'whsec_';
/** Hours for which the old secret signs as well after a rotation, unless the call says otherwise. */
export const DEFAULT_OVERLAP_HOURS = 24;
export const MAX_OVERLAP_HOURS = 168;
/** Characters of an answer that the log keeps. */
export const ANSWER_CHARACTERS = 2000;
/** Days for which the log keeps an event. */
export const KEPT_DAYS = 30;
/** A webhook that does nothing but fail for so many days is switched off. */
export const FAILING_DAYS = 5;
export const MAX_WEBHOOKS = 20;

const id = z.number().int();

/** What an event tells: ids, by which the rest is fetched, and words of the program. Never a name, an address or what somebody wrote. */
export const EVENT_DATA = {
  'survey.answered': z.object({
    feedback_id: id,
    survey_id: id,
    department_id: id.nullable(),
  }),
  'case.opened': z.object({
    case_id: id,
    severity: z.enum(CASE_SEVERITIES),
    department_id: id.nullable(),
    /** The answers that opened it; null: a text did. */
    feedback_id: id.nullable(),
    /** The text that opened it; null: answers did. */
    text_id: id.nullable(),
  }),
  'case.moved': z.object({
    case_id: id,
    action: z.enum([...CASE_ACTIONS, 'assigned']),
    from: z.enum(CASE_STATES),
    to: z.enum(CASE_STATES),
  }),
  'case.closed': z.object({
    case_id: id,
    from: z.enum(CASE_STATES),
    /** Why it came to the case; null: nobody has said. */
    cause_id: id.nullable(),
  }),
  'patient.opted_out': z.object({
    /** The entry of the ledger of consent. */
    consent_event_id: id,
    channel: z.enum(['email', 'sms']),
    /** By which way: `stop`, `unsubscribe`, `one_click`, `preferences`, `survey`, `staff`, `complaint`. */
    source: z.string(),
    /** Null: the address is known, and not whose it is. */
    patient_id: id.nullable(),
    contact_id: id.nullable(),
  }),
  'delivery.failed': z.object({
    delivery_id: id,
    channel: z.enum(['email', 'sms', 'push']),
    purpose: z.string(),
    /** The message that caused it. */
    message_id: id.nullable(),
    patient_id: id.nullable(),
    contact_id: id.nullable(),
  }),
  'text.received': z.object({
    text_id: id,
    channel: z.enum(['email', 'sms']),
    /** The delivery that it answers. */
    delivery_id: id.nullable(),
    patient_id: id.nullable(),
  }),
  'feed.silent': z.object({
    alarm_id: id,
    severity: z.enum(['warning', 'critical']),
  }),
  'message.error': z.object({
    message_id: id,
    /** Code of HL7 table 0357. */
    code: z.string(),
    /** A field such as `PID-3`; null: the whole message. */
    field: z.string().nullable(),
  }),
} as const;
export type EventType = keyof typeof EVENT_DATA;
export type EventData<T extends EventType> = z.output<(typeof EVENT_DATA)[T]>;
// The keys of an object are strings for the compiler.
export const EVENT_TYPES = Object.keys(EVENT_DATA) as [EventType, ...EventType[]];

/** The type of the event that the test button sends. No webhook chooses it. */
export const TEST_EVENT = 'webhook.test';
/** The type of the first event of a FHIR Subscription, which its receiver has to accept. */
export const HANDSHAKE_EVENT = 'subscription.handshake';

/** What programs subscribe to by FHIR, and the events that each topic is made of. */
export const TOPICS = {
  answered: ['survey.answered'],
  'case-opened': ['case.opened'],
  'case-changed': ['case.moved', 'case.closed'],
} as const satisfies Record<string, readonly EventType[]>;
export type Topic = keyof typeof TOPICS;
export const TOPIC_NAMES = Object.keys(TOPICS) as [Topic, ...Topic[]];

export const EVENT_STATES = ['waiting', 'delivered', 'failed'] as const;
export type EventState = (typeof EVENT_STATES)[number];

export const webhook = z.object({
  id: z.number(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  /** The topic of a FHIR Subscription, which a program has made; null: a person made it. */
  topic: z.enum(TOPIC_NAMES).nullable(),
  active: z.boolean(),
  /** Why it was switched off by itself: its receiver answered 410, or did nothing but fail for five days. */
  off_reason: z.enum(['gone', 'failing']).nullable(),
  off_at: instant.nullable(),
  /** The first attempt that failed since the last one that succeeded. */
  failing_since: instant.nullable(),
  /** Until when the secret before the last rotation signs as well. */
  previous_until: instant.nullable(),
  created_at: instant,
  /** Null when that person's account was deleted. */
  created_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Events that are still to be sent, and that were given up, of the last 30 days. */
  waiting: z.number(),
  failed: z.number(),
  version: z.number(),
});
export type Webhook = z.output<typeof webhook>;

const secret = z.object({
  /** What signs. No other answer contains it. */
  secret: z.string(),
});

const NOT_AN_ADDRESS = 'Enter an address that begins with https://, without a name, a password or a #.';
export const webhookUrl = z
  .string('Enter an address.')
  .trim()
  .min(1, 'Enter an address.')
  .max(2000, 'Use at most 2,000 characters.')
  .pipe(z.url({ protocol: /^https$/, error: NOT_AN_ADDRESS }))
  .refine((text) => !/#|^https:[/]{2}[^/?]*@/i.test(text), NOT_AN_ADDRESS);
const description = z.string().trim().max(200, 'Use at most 200 characters.');
const events = z.array(z.enum(EVENT_TYPES)).min(1, 'Choose at least one event.').max(50);

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/webhooks',
  access: { permission: 'webhooks.list' },
  summary: 'Webhooks of the current application, without their secrets; active=1 for those that are sent to',
  query: pagingQuery.extend({
    active: z.enum(['0', '1']).optional(),
    sort: sortBy(['url', 'description', 'created_at'], 'url'),
  }),
  reply: page(webhook),
});

export const getWebhook = endpoint({
  method: 'GET',
  path: '/webhooks/:id',
  access: { permission: 'webhooks.list' },
  summary: 'One webhook, without its secret',
  params: idParams,
  reply: one(webhook),
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/webhooks',
  access: { permission: 'webhooks.create', person: true },
  freshSignIn: true,
  summary: 'Make a webhook: an https address that is told of the chosen events. Its secret is in this answer only',
  body: z.object({
    webhook: z.object({
      url: webhookUrl,
      description: description.default(''),
      events,
      active: z.boolean().default(true),
    }),
  }),
  wrapper: 'webhook',
  status: 201,
  reply: one(webhook.extend(secret.shape)),
});

export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/webhooks/:id',
  access: { permission: 'webhooks.update', person: true },
  freshSignIn: true,
  summary:
    'Change the address, the description or the events of a webhook, or switch it on or off. What waits is sent once it is on',
  params: idParams,
  body: z.object({
    webhook: z.object({
      url: webhookUrl.optional(),
      description: description.optional(),
      events: events.optional(),
      active: z.boolean().optional(),
      version: z.number().int().optional(),
    }),
  }),
  wrapper: 'webhook',
  reply: one(webhook),
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/webhooks/:id',
  access: { permission: 'webhooks.delete', person: true },
  freshSignIn: true,
  summary: 'Delete a webhook with its log. What waits is not sent',
  params: idParams,
  reply: one(z.object({ id: z.number() })),
});

export const rotateWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/:id/rotate',
  access: { permission: 'webhooks.update', person: true },
  freshSignIn: true,
  audit: { action: 'new_secret', record: 'webhooks' },
  summary:
    'Give a webhook a new secret, which is in this answer only; the old one signs as well for overlap_hours more',
  params: idParams,
  body: z.object({
    webhook: z.object({
      overlap_hours: z
        .number('Enter a number of hours.')
        .int('Enter a whole number of hours.')
        .min(0, 'Enter 0 hours or more.')
        .max(MAX_OVERLAP_HOURS, 'Enter at most 168 hours.')
        .default(DEFAULT_OVERLAP_HOURS),
    }),
  }),
  wrapper: 'webhook',
  reply: one(webhook.extend(secret.shape)),
});

/** An event of the log, with its last attempt. */
export const webhookEvent = z.object({
  id: z.number(),
  /** The header `webhook-id`, the same at each attempt. */
  message_id: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  happened_at: instant,
  state: z.enum(EVENT_STATES),
  attempts: z.number(),
  /** When it is tried again; null: at once, or not. */
  next_attempt_at: instant.nullable(),
  attempted_at: instant.nullable(),
  took_ms: z.number().nullable(),
  /** Status of the last answer; null: there was none. */
  status: z.number().nullable(),
  /** The beginning of the last answer. */
  answer: z.string().nullable(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
});
export type WebhookEvent = z.output<typeof webhookEvent>;

export const testWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/:id/test',
  access: { permission: 'webhooks.update' },
  idempotencyKey: false,
  audit: { action: 'test', record: 'webhooks' },
  summary: 'Send an event of the type webhook.test now, once, also to a webhook that is off, and answer what came back',
  params: idParams,
  reply: one(webhookEvent),
});

export const listWebhookEvents = endpoint({
  method: 'GET',
  path: '/webhooks/:id/events',
  access: { permission: 'webhooks.list' },
  summary: 'The log of a webhook, newest first: what was sent in the last 30 days, and what came back',
  params: idParams,
  query: pagingQuery.omit({ term: true }).extend({ state: z.enum(EVENT_STATES).optional() }),
  reply: page(webhookEvent),
});

const eventParams = idParams.extend({ eventId: z.coerce.number().int().positive() });

export const replayWebhookEvent = endpoint({
  method: 'POST',
  path: '/webhooks/:id/events/:eventId/replay',
  access: { permission: 'webhooks.update' },
  audit: { action: 'replay', record: 'webhooks' },
  summary: 'Send an event again, under the same webhook-id; one that waits is sent now',
  params: eventParams,
  status: 202,
  reply: one(webhookEvent),
});

export const replayWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/:id/replay',
  access: { permission: 'webhooks.update' },
  audit: { action: 'replay', record: 'webhooks' },
  summary: 'Send all events again that happened since a time and were given up',
  params: idParams,
  body: z.object({ webhook: z.object({ since: isoTime }) }),
  wrapper: 'webhook',
  status: 202,
  reply: one(z.object({ events: z.number() })),
});
