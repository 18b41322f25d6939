import { z } from 'zod';
import { isoDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { idParams, instant, keysetPage, keysetQuery, one, page, pagingQuery, sortBy } from './paging.ts';

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
/**
 * `automatic_reply`: answers an e-mail of a patient at once, as to confirm an opt-out. Like all but the first three it has no gate: it goes
 * to whoever has just written.
 */
export const DELIVERY_PURPOSES = [
  'survey',
  'message',
  'de_escalation',
  'automatic_reply',
  'case_notice',
  'push',
  'test',
] as const;
export const CHANNELS = ['email', 'sms', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * Parts of the funnel: eligible = sent + waiting + failed + suppressed. Each of delivered, opened and answered is a part of the
 * one before, beginning with sent.
 */
export const FUNNEL_STEPS = ['sent', 'delivered', 'opened', 'answered', 'waiting', 'failed', 'suppressed'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/**
 * Reasons of the gate not to send; each refusal is stored and counted. `still_admitted`: the patient is still admitted by the
 * stay that the survey is about, or by one that began before that stay ended. `readmitted`: the patient left, and has been
 * admitted again by a stay that began later. `not_sampled`: could have been asked, and was not drawn. `over_quota`: could have
 * been asked, and its rule had asked as many of the ward that month as it may. `left_out_by_rule`: the visit has become one of those that
 * its rule leaves out, mostly because a diagnosis was told later.
 */
export const SUPPRESSION_REASONS = [
  'deceased',
  'under_age',
  'identity_unknown',
  'protected',
  'not_production',
  'no_address',
  'invalid_address',
  'opted_out',
  'no_consent',
  'already_answered',
  'already_asked_visit',
  'asked_lately',
  'event_cancelled',
  'readmitted',
  'still_admitted',
  'replay',
  'broadcast_cancelled',
  'case_reopened',
  'survey_off',
  'survey_empty',
  'identity_in_doubt',
  'on_leave',
  'bereaved',
  'too_many_lately',
  'listens_only',
  'not_sampled',
  'over_quota',
  'left_out_by_rule',
  'pathway_ended',
] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

export const delivery = z.object({
  id: z.number(),
  channel: z.enum(CHANNELS),
  state: z.enum(DELIVERY_STATES),
  purpose: z.enum(DELIVERY_PURPOSES),
  reason: z.enum(SUPPRESSION_REASONS).nullable(),
  /** The address that was used, or null when there was none. */
  recipient: z.string().nullable(),
  subject: z.string().nullable(),
  /** The text as it was sent. The personal link is filled in for those who may open it. */
  text: z.string().nullable(),
  /** The patient's link; null when it can no longer be answered, and unless the message stayed in the outbox. */
  link: z.string().nullable(),
  /** The link at the foot of an e-mail; null unless the e-mail stayed in the outbox. */
  unsubscribe_link: z.string().nullable(),
  gateway: z.string().nullable(),
  attempts: z.number(),
  last_error: z.string().nullable(),
  /** True when an attempt was interrupted or not answered: the message may have arrived although the delivery failed. */
  outcome_unknown: z.boolean(),
  send_at: instant,
  sent_at: instant.nullable(),
  created_at: instant,
  message_id: z.number().nullable(),
  visit_id: z.number().nullable(),
  location: z.string().nullable(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  /** Name of the contact, for a delivery of a mailing list that is for no patient. */
  contact_name: z.string().nullable(),
  /** Title of the survey that the delivery offers, if any. */
  survey_title: z.string().nullable(),
  /** The answers that came of it, or that it replies to. */
  feedback_id: z.number().nullable(),
});
export type Delivery = z.output<typeof delivery>;

/** A message of ours, as an entry of a conversation. */
export const deliveryThreadEntry = z.object({
  from: z.literal('us'),
  /** Id of the delivery. */
  id: z.number(),
  channel: z.enum(CHANNELS),
  subject: z.string().nullable(),
  /** The text without the personal link. */
  text: z.string(),
  at: instant,
  state: z.enum(DELIVERY_STATES),
  reason: z.enum(SUPPRESSION_REASONS).nullable(),
  purpose: z.enum(DELIVERY_PURPOSES),
  /** Name of the user who wrote it, when a person did. */
  user_name: z.string().nullable(),
});

export const deliveryFilters = z.object({
  state: z.enum(DELIVERY_STATES).optional(),
  /** Several states together, as in the funnel. */
  step: z.enum(FUNNEL_STEPS).optional(),
  channel: z.enum(CHANNELS).optional(),
  reason: z.enum(SUPPRESSION_REASONS).optional(),
  purpose: z.enum(DELIVERY_PURPOSES).optional(),
  /** Id of the broadcast, for deliveries of any of its runs. */
  broadcast: z.coerce.number().int().positive().optional(),
  /** Id of the survey that the delivery offers. */
  survey: z.coerce.number().int().positive().optional(),
  /**
   * First and last day, in the application's time zone: of what was sent, the day that it was sent; of the rest, the day that it
   * is, or was, planned for.
   */
  from: isoDay.optional(),
  to: isoDay.optional(),
});

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/deliveries',
  access: { permission: 'deliveries.list' },
  audit: true,
  summary: 'What was sent, what was not, and why',
  query: keysetQuery.extend(deliveryFilters.shape).extend({ sort: sortBy(['created_at', 'send_at'], '-created_at') }),
  reply: keysetPage(delivery),
});

/** Filters that choose deliveries in any state. */
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
  /** The reasons of the suppressed deliveries, the most frequent first. */
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

/** Why somebody sends although a setting forbids it (asked lately, too many messages). The audit keeps it. */
export const overrideReason = z.string().trim().min(3, 'Say why, in a few words.').max(500);

/** Maximum number of deliveries in one retry. */
export const MAX_RETRIED = 10_000;
/** For this many deliveries the gate is asked in advance; for the others, when they are sent. */
export const MAX_FORESEEN = 1_000;

/** Failed deliveries: those with these ids, else all that the filters choose. */
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
  summary:
    'How many failed deliveries would be tried again, which may have arrived, and which would be stopped and why',
  query: whatToRetry,
  reply: z.object({
    /** Some deliveries that may have arrived, newest first. */
    data: z.array(
      delivery
        .pick({ id: true, recipient: true, given_name: true, family_name: true, contact_name: true, sent_at: true })
        .extend({ patient_id: z.number().nullable() }),
    ),
    /** Number of deliveries that have certainly not arrived. */
    count: z.number(),
    /** Number of deliveries that may have arrived. */
    unknown: z.number(),
    /** Number of deliveries that are left out because their broadcast is paused or cancelled. */
    held: z.number(),
    /** What the gate would refuse now, among the oldest thousand that would be tried; the most frequent reason first. */
    refusals: z.array(
      z.object({
        reason: z.enum(SUPPRESSION_REASONS),
        /** Number of deliveries that have certainly not arrived. */
        count: z.number(),
        /** Number of deliveries that may have arrived. */
        unknown: z.number(),
        /** True when only a setting forbids it, so that it can be sent with a reason. */
        overridable: z.boolean(),
        /** For a single delivery: when it could be sent; null when waiting does not help. */
        possible_from: instant.nullable(),
      }),
    ),
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
  /** Number of deliveries that are still to be tried. 0: this retry is over. */
  waiting: z.number(),
  /** Number of deliveries that a later retry has tried again. */
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
      /** Also tries deliveries that may have arrived, which then arrive twice. */
      include_unknown: z.boolean().default(false),
      /** Also sends what only a setting forbids. */
      override_reason: overrideReason.optional(),
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

const unsubscribeState = z.object({
  channel: z.enum(['email', 'sms']),
  /** A part of the address that its owner recognises: "o•••@e•••.org". */
  address: z.string(),
  /** Name of the organisation that writes. */
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
    /** Of a longer text, only the beginning is kept. */
    text: z.string().max(20_000),
    /** The gateway's own id of the text. The same id again means the same text. */
    message_id: z.string().min(1).max(200).optional(),
    /** The number that the text was sent to, E.164. */
    to: z.string().trim().max(30).optional(),
  }),
  reply: z.object({
    data: z.object({
      understood: z.enum(['stop', 'start', 'help']).nullable(),
      /** The text to send back; null: none. */
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
      /** The id that the gateway gave the message when it accepted it. */
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
