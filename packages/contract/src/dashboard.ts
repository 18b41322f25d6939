import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant } from './paging.ts';
import { HOLD_REASONS } from './sending-holds.ts';

/** What a clinic without beds is shown by: booked, changed or done, cancelled, not attended. */
export const CLINIC_EVENTS = ['S12', 'S14', 'S15', 'S26'] as const;

export const dashboard = z.object({
  /**
   * Today's messages by event, in the application's time zone: A01 to A04, and CLINIC_EVENTS after them where the week had any of
   * these.
   */
  today: z.array(z.object({ event: z.string(), count: z.number() })),
  /** The last seven days, oldest first. `day` is an ISO date. */
  week: z.array(
    z.object({
      day: z.string(),
      A01: z.number(),
      A02: z.number(),
      A03: z.number(),
      A04: z.number(),
      S12: z.number(),
      S14: z.number(),
      S15: z.number(),
      S26: z.number(),
      /** All events but A01 to A04, those of appointments too. */
      other: z.number(),
    }),
  ),
  feed: z.object({
    last_message_at: instant.nullable(),
    per_minute: z.number(),
    errors_today: z.number(),
    /** Number of messages that are stored and acknowledged, and not yet processed. */
    waiting: z.number(),
    senders: z.array(z.object({ sending_application: z.string(), last_message_at: instant, today: z.number() })),
  }),
  /** The last 30 days: eligible = sent and scheduled + suppressed + failed. */
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
    /** Cases that should have been closed before now. */
    overdue: z.number(),
    by_age: z.array(z.object({ age: z.enum(['under_1h', 'under_1d', 'under_1w', 'older']), count: z.number() })),
  }),
  feedback: z.object({
    /** Percentage of answers among those who were asked, 0 to 100. */
    response_rate: z.number().nullable(),
    score: z.number().nullable(),
    answers: z.number(),
    /** Answered surveys that nobody has read for 72 hours; null for users who may not read them. */
    waiting: z.number().nullable(),
    /**
     * Scores before and after, for cases of the last year whose person was asked again and answered; null for fewer than five.
     */
    de_escalation: z.object({ cases: z.number(), before: z.number(), after: z.number() }).nullable(),
    /** The newest comments; null for users who may not see what a survey heard. */
    comments: z
      .array(
        z.object({
          id: z.number(),
          /** The answered survey that it is a part of; null for users who may not read whose it is. */
          feedback_id: z.number().nullable(),
          text: z.string(),
          location: z.string().nullable(),
          at: instant,
        }),
      )
      .nullable(),
  }),
  /** Why nothing leaves, or nothing for patients, until a person lets it; null: everything leaves. */
  sending_hold: z.enum(HOLD_REASONS).nullable(),
  /** What already exists that can ask somebody; null once the first answer has come. */
  first_steps: z
    .object({
      /** Id of an active survey with a question. */
      survey_id: z.number().nullable(),
      /** A list with people; else one without. */
      mailing_list: z.object({ id: z.number(), has_people: z.boolean() }).nullable(),
      has_triggers: z.boolean(),
      has_messages: z.boolean(),
      /** True when a survey has been sent or waits for its time. */
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

/**
 * The topics of `GET /events` (server-sent events). An event says that something of this kind has changed; the client loads again
 * what it shows.
 */
export const DASHBOARD_TOPICS = [
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

/** All that the server tells of while it happens. */
export const LIVE_TOPICS = [
  ...DASHBOARD_TOPICS,
  'webhooks',
  'destinations',
  'data_exports',
  'ward_pages',
  'pathways',
  'report_schedules',
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];
