import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

export const DELIVERY_STATES = [
  'scheduled',
  'suppressed',
  'sending',
  'sent',
  'delivered',
  'failed',
  'answered',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
export const DELIVERY_PURPOSES = ['survey', 'message', 'de_escalation', 'case_notice', 'push', 'test'] as const;
export const CHANNELS = ['email', 'sms', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * Parts of the funnel. eligible = sent + waiting + failed + suppressed; delivered, opened and answered are each a part of
 * the one before, beginning with sent.
 */
export const FUNNEL_STEPS = ['sent', 'delivered', 'opened', 'answered', 'waiting', 'failed', 'suppressed'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/** Why the gate refused. Each refusal is stored and counted. */
export const SUPPRESSION_REASONS = [
  'deceased',
  'under_age',
  'identity_unknown',
  'protected',
  'not_production',
  'no_address',
  'invalid_address',
  'opted_out',
  'already_answered',
  'already_asked_visit',
  'asked_lately',
  'event_cancelled',
  'readmitted',
  'replay',
  'broadcast_cancelled',
  'case_reopened',
  'survey_off',
  'survey_empty',
  'identity_in_doubt',
  'on_leave',
  'too_many_lately',
] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

export const delivery = z.object({
  id: z.number(),
  channel: z.enum(CHANNELS),
  state: z.enum(DELIVERY_STATES),
  purpose: z.enum(DELIVERY_PURPOSES),
  reason: z.enum(SUPPRESSION_REASONS).nullable(),
  /** Address as sent to, or null when there was none. */
  recipient: z.string().nullable(),
  subject: z.string().nullable(),
  /** Text as sent; the personal link is put in for those who may open it. */
  text: z.string().nullable(),
  /** The patient's link, while it can still be answered and nothing but the outbox is configured. */
  link: z.string().nullable(),
  /** At the foot of an e-mail, where nothing but the outbox is configured. */
  unsubscribe_link: z.string().nullable(),
  gateway: z.string().nullable(),
  attempts: z.number(),
  last_error: z.string().nullable(),
  /** An attempt was cut off or not answered: it may have arrived although it failed. */
  outcome_unknown: z.boolean(),
  send_at: instant,
  sent_at: instant.nullable(),
  created_at: instant,
  message_id: z.number().nullable(),
  visit_id: z.number().nullable(),
  location: z.string().nullable(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  /** Of a mailing list, when it is for no patient. */
  contact_name: z.string().nullable(),
  /** Title of the survey, when it asks one. */
  survey_title: z.string().nullable(),
});
export type Delivery = z.output<typeof delivery>;

/** What we wrote, as a line of a conversation. */
export const deliveryThreadEntry = z.object({
  from: z.literal('us'),
  /** Of the delivery. */
  id: z.number(),
  channel: z.enum(CHANNELS),
  subject: z.string().nullable(),
  /** The personal link is left out. */
  text: z.string(),
  at: instant,
  state: z.enum(DELIVERY_STATES),
  reason: z.enum(SUPPRESSION_REASONS).nullable(),
  purpose: z.enum(DELIVERY_PURPOSES),
  /** Who wrote it, when a person did. */
  user_name: z.string().nullable(),
});

export const deliveryFilters = z.object({
  state: z.enum(DELIVERY_STATES).optional(),
  /** Several states, as the funnel counts them. */
  step: z.enum(FUNNEL_STEPS).optional(),
  channel: z.enum(CHANNELS).optional(),
  reason: z.enum(SUPPRESSION_REASONS).optional(),
  purpose: z.enum(DELIVERY_PURPOSES).optional(),
  /** Id of the broadcast that it belongs to, whichever of its runs. */
  broadcast: z.coerce.number().int().positive().optional(),
  /** Id of the survey that it asks. */
  survey: z.coerce.number().int().positive().optional(),
});

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/deliveries',
  access: { permission: 'deliveries.list' },
  audit: true,
  summary: 'What was sent, what was not, and why',
  query: pagingQuery.extend(deliveryFilters.shape).extend({ sort: sortBy(['created_at', 'send_at'], '-created_at') }),
  reply: page(delivery),
});

/** Filters that choose deliveries, whatever became of them. */
const whichDeliveries = pagingQuery
  .pick({ term: true })
  .extend(deliveryFilters.omit({ state: true, step: true, reason: true }).shape);

export const deliveryFunnel = z.object({
  eligible: z.number(),
  sent: z.number(),
  delivered: z.number(),
  opened: z.number(),
  answered: z.number(),
  waiting: z.number(),
  failed: z.number(),
  suppressed: z.number(),
  /** Of those that were suppressed; the most frequent first. */
  reasons: z.array(z.object({ reason: z.enum(SUPPRESSION_REASONS), count: z.number() })),
});
export type DeliveryFunnel = z.output<typeof deliveryFunnel>;

export const getDeliveryFunnel = endpoint({
  method: 'GET',
  path: '/deliveries/funnel',
  access: { permission: 'deliveries.list' },
  summary: 'What became of all deliveries that the filters choose; it adds up',
  query: whichDeliveries,
  reply: one(deliveryFunnel),
});

export const retryDelivery = endpoint({
  method: 'POST',
  path: '/deliveries/:id/retry',
  access: { permission: 'deliveries.retry' },
  summary: 'Try a failed delivery again; the gate is asked again. 409 while its broadcast is paused or cancelled',
  params: idParams,
  reply: one(delivery),
});

/** More are tried in several goes. */
export const MOST_RETRIED = 10_000;

/** Failed deliveries: those named, else all that the filters choose. */
const whatToRetry = whichDeliveries.extend({
  ids: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,199}$/, 'Name at most 200 deliveries by their numbers: 12,13.')
    .optional(),
});
export type WhatToRetry = z.output<typeof whatToRetry>;

export const previewRetry = endpoint({
  method: 'GET',
  path: '/deliveries/retries/preview',
  access: { permission: 'deliveries.retry' },
  audit: { action: 'list', record: 'deliveries' },
  summary: 'How many failed deliveries would be tried again, and which of them may have arrived already',
  query: whatToRetry,
  reply: z.object({
    /** Some that may have arrived, newest first. */
    data: z.array(
      delivery
        .pick({ id: true, recipient: true, given_name: true, family_name: true, contact_name: true, sent_at: true })
        .extend({ patient_id: z.number().nullable() }),
    ),
    /** Certainly not arrived. */
    count: z.number(),
    /** Those that may have arrived. */
    unknown: z.number(),
    /** Of broadcasts that are paused or cancelled: left out. */
    held: z.number(),
  }),
});

export const deliveryRetry = z.object({
  id: z.number(),
  created_at: instant,
  user_name: z.string().nullable(),
  /** sent + suppressed + failed + waiting + again */
  total: z.number(),
  sent: z.number(),
  suppressed: z.number(),
  failed: z.number(),
  /** Not tried yet, or to be tried once more; 0: this retry is over. */
  waiting: z.number(),
  /** Tried again since, in a later go. */
  again: z.number(),
});
export type DeliveryRetry = z.output<typeof deliveryRetry>;

export const startRetry = endpoint({
  method: 'POST',
  path: '/deliveries/retries',
  access: { permission: 'deliveries.retry' },
  audit: { action: 'retry', record: 'deliveries' },
  summary: 'Try failed deliveries again, ten thousand at most; 409 when none of them is failed any more',
  query: whatToRetry,
  wrapper: 'retry',
  body: z.object({
    retry: z.object({
      /** Also those that may have arrived, and then arrive twice. */
      include_unknown: z.boolean().default(false),
    }),
  }),
  status: 201,
  reply: one(deliveryRetry),
});

export const listRetries = endpoint({
  method: 'GET',
  path: '/deliveries/retries',
  access: { permission: 'deliveries.retry' },
  summary: 'What became of deliveries that were tried again together, newest first',
  query: pagingQuery.omit({ term: true }),
  reply: page(deliveryRetry),
});

/** Why nothing leaves: `restored`, the database is older than what this installation has seen; `by_hand`, a person stopped it. */
export const HOLD_REASONS = ['restored', 'by_hand'] as const;

export const sendingHold = z.object({
  id: z.number(),
  application_id: z.number(),
  application_title: z.string(),
  reason: z.enum(HOLD_REASONS),
  held_at: instant,
  held_by_name: z.string().nullable(),
  /** Deliveries that are due and would leave. */
  waiting: z.number(),
});
export type SendingHold = z.output<typeof sendingHold>;

export const findSendingHold = endpoint({
  method: 'GET',
  path: '/deliveries/hold',
  access: { permission: 'deliveries.list' },
  summary: 'Why nothing leaves for this application at present; null when everything does',
  reply: z.object({ data: sendingHold.pick({ reason: true, held_at: true, waiting: true }).nullable() }),
});

const ofAllApplications = { permission: 'superuser', anyApplication: true } as const;

export const listSendingHolds = endpoint({
  method: 'GET',
  path: '/sending_holds',
  access: ofAllApplications,
  summary: 'Applications for which nothing leaves until a person releases them',
  reply: z.object({ data: z.array(sendingHold) }),
});

/** null: all applications. */
const whoseSending = z.object({ sending_hold: z.object({ application_id: z.number().int().positive().nullable() }) });

export const holdSending = endpoint({
  method: 'POST',
  path: '/sending_holds',
  access: ofAllApplications,
  audit: { action: 'hold', record: 'sending_holds' },
  summary: 'Let nothing leave for an application, or for all of them; what is due waits',
  body: whoseSending,
  wrapper: 'sending_hold',
  status: 201,
  reply: z.object({ data: z.array(sendingHold) }),
});

export const releaseSending = endpoint({
  method: 'PUT',
  path: '/sending_holds',
  access: ofAllApplications,
  audit: { action: 'release', record: 'sending_holds' },
  summary:
    'Let an application, or all of them, send again; what is due leaves at once, and the gate is asked about each',
  body: whoseSending,
  wrapper: 'sending_hold',
  reply: z.object({ data: z.array(sendingHold) }),
});

const unsubscribeState = z.object({
  channel: z.enum(['email', 'sms']),
  /** Enough of it to be known again by its owner: "o•••@e•••.org" */
  address: z.string(),
  /** Who writes. */
  hospital: z.string(),
  opted_out: z.boolean(),
});
export type UnsubscribeState = z.output<typeof unsubscribeState>;

const unsubscribeParams = z.object({ token: z.string().min(1).max(200) });

export const getUnsubscribe = endpoint({
  method: 'GET',
  path: '/unsubscribe/:token',
  access: 'public',
  summary: 'Whether the address behind this link is written to; changes nothing',
  params: unsubscribeParams,
  reply: one(unsubscribeState),
});

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/unsubscribe/:token',
  access: 'public',
  summary: 'Write no more to the address behind this link (RFC 8058); with undo, write to it again',
  params: unsubscribeParams,
  query: z.object({ undo: z.enum(['1']).optional() }),
  reply: one(unsubscribeState),
});

export const receiveText = endpoint({
  method: 'POST',
  path: '/inbound/sms',
  access: 'application-credentials',
  summary: 'A patient sent an SMS: it is stored; STOP, START and HELP in any reasonable words are obeyed',
  body: z.object({
    /** E.164 */
    from: z.string().trim().min(3).max(30),
    /** Of what is longer, the beginning is kept. */
    text: z.string().max(20_000),
    /** The gateway's own number for it: the same again is the same text. */
    message_id: z.string().min(1).max(200).optional(),
    /** The number it was sent to, E.164. */
    to: z.string().trim().max(30).optional(),
  }),
  reply: z.object({
    data: z.object({
      understood: z.enum(['stop', 'start', 'help']).nullable(),
      /** To send back; null: nothing. */
      reply: z.string().nullable(),
    }),
  }),
});

export const receiveReceipt = endpoint({
  method: 'POST',
  path: '/inbound/receipts',
  access: 'application-credentials',
  summary: 'A gateway says what became of a delivery; a bounce or a complaint ends writing to that address',
  body: z
    .object({
      event: z.enum(['delivered', 'failed', 'bounced', 'complained']),
      /** As the gateway answered when it took the message. */
      gateway_message_id: z.string().min(1).max(200).optional(),
      /** The Idempotency-Key of the SMS, or the part before the @ in the Message-ID of the e-mail. */
      idempotency_key: z.uuid().optional(),
      error: z.string().max(500).optional(),
    })
    .refine((body) => body.gateway_message_id ?? body.idempotency_key, {
      error: 'Name the delivery by gateway_message_id or idempotency_key.',
      path: ['gateway_message_id'],
    }),
  status: 202,
  reply: z.object({ data: z.object({ accepted: z.literal(true) }) }),
});
