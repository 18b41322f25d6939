import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant } from './paging.ts';

export const dashboard = z.object({
  /** Messages of today, in the application's time zone, by event; every one of A01 to A04 is present. */
  today: z.array(z.object({ event: z.string(), count: z.number() })),
  /** The last seven days, oldest first; `day` is an ISO date. */
  week: z.array(
    z.object({
      day: z.string(),
      A01: z.number(),
      A02: z.number(),
      A03: z.number(),
      A04: z.number(),
      other: z.number(),
    }),
  ),
  feed: z.object({
    last_message_at: instant.nullable(),
    per_minute: z.number(),
    errors_today: z.number(),
    /** Stored and acknowledged, not yet processed. */
    waiting: z.number(),
    senders: z.array(z.object({ sending_application: z.string(), last_message_at: instant, today: z.number() })),
  }),
  /** The last 30 days. eligible = sent and scheduled + suppressed + failed. */
  funnel: z.object({
    eligible: z.number(),
    suppressed: z.number(),
    suppressed_by_reason: z.array(z.object({ reason: z.string(), count: z.number() })),
    scheduled: z.number(),
    failed: z.number(),
    sent: z.number(),
    delivered: z.number(),
    opened: z.number(),
    answered: z.number(),
    cases: z.number(),
    closed: z.number(),
  }),
  cases: z.object({
    open: z.number(),
    unclaimed: z.number(),
    mine: z.number(),
    by_age: z.array(z.object({ age: z.enum(['under_1h', 'under_1d', 'under_1w', 'older']), count: z.number() })),
  }),
  feedback: z.object({
    /** Percent of those asked, 0 to 100. */
    response_rate: z.number().nullable(),
    score: z.number().nullable(),
    answers: z.number(),
    /** Scores before and after, of cases of a year whose person was asked again and answered; null for fewer than five. */
    de_escalation: z.object({ cases: z.number(), before: z.number(), after: z.number() }).nullable(),
    comments: z.array(z.object({ id: z.number(), text: z.string(), location: z.string().nullable(), at: instant })),
  }),
  /** What there is already to ask somebody with; null once an answer has come. */
  first_steps: z
    .object({
      /** An active survey with a question. */
      survey_id: z.number().nullable(),
      /** One with people, else one without. */
      mailing_list: z.object({ id: z.number(), has_people: z.boolean() }).nullable(),
      has_triggers: z.boolean(),
      has_messages: z.boolean(),
      /** A survey has left, or waits for its time. */
      has_asked: z.boolean(),
    })
    .nullable(),
});
export type Dashboard = z.output<typeof dashboard>;

export const getDashboard = endpoint({
  method: 'GET',
  path: '/dashboard',
  access: 'signed-in',
  summary: 'Figures of the current application, for the wards the caller may see',
  reply: z.object({ data: dashboard.nullable() }),
});

/** What `GET /events` (server-sent) tells: something of this kind changed; fetch what you show again. */
export const LIVE_TOPICS = [
  'messages',
  'errors',
  'deliveries',
  'cases',
  'inbox',
  'texts',
  'feedback',
  'broadcasts',
  'alarms',
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];
