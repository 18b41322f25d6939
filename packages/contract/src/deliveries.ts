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
export const CHANNELS = ['email', 'sms', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

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
  'already_asked_visit',
  'asked_lately',
  'event_cancelled',
  'readmitted',
  'replay',
] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

export const delivery = z.object({
  id: z.number(),
  channel: z.enum(CHANNELS),
  state: z.enum(DELIVERY_STATES),
  purpose: z.enum(['survey', 'message', 'case_notice', 'push']),
  reason: z.enum(SUPPRESSION_REASONS).nullable(),
  /** Address as sent to, or null when there was none. */
  recipient: z.string().nullable(),
  subject: z.string().nullable(),
  /** Text as sent; the personal link is put in for those who may open it. */
  text: z.string().nullable(),
  /** The patient's link, while it can still be answered and nothing but the outbox is configured. */
  link: z.string().nullable(),
  gateway: z.string().nullable(),
  attempts: z.number(),
  last_error: z.string().nullable(),
  send_at: instant,
  sent_at: instant.nullable(),
  created_at: instant,
  message_id: z.number().nullable(),
  visit_id: z.number().nullable(),
  location: z.string().nullable(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  /** Title of the survey, when it asks one. */
  survey_title: z.string().nullable(),
});
export type Delivery = z.output<typeof delivery>;

export const deliveryFilters = z.object({
  state: z.enum(DELIVERY_STATES).optional(),
  channel: z.enum(CHANNELS).optional(),
  reason: z.enum(SUPPRESSION_REASONS).optional(),
});

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/deliveries',
  access: { permission: 'deliveries.list' },
  summary: 'What was sent, what was not, and why',
  query: pagingQuery.extend(deliveryFilters.shape).extend({ sort: sortBy(['created_at', 'send_at'], '-created_at') }),
  reply: page(delivery),
});

export const retryDelivery = endpoint({
  method: 'POST',
  path: '/deliveries/:id/retry',
  access: { permission: 'deliveries.retry' },
  summary: 'Try a failed delivery again; the gate is asked again',
  params: idParams,
  reply: one(delivery),
});
