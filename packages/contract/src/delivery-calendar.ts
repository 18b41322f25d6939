import { z } from 'zod';
import { isoDay } from './days.ts';
import { CHANNELS } from './deliveries.ts';
import { endpoint } from './endpoint.ts';
import { instant, one } from './paging.ts';

/** Maximum number of days in one call: a month with the weeks that it begins and ends in, and some more. */
export const MAX_DAYS = 62;

/**
 * What leaves. `reminder`: another message about a survey that was sent; `broadcast`: to a mailing list; `message`: whatever
 * offers no survey, notices to staff among it.
 */
export const KINDS = ['survey', 'reminder', 'broadcast', 'message'] as const;
export type Kind = (typeof KINDS)[number];

const MS_PER_DAY = 86_400_000;

const calendarQuery = z
  .object({
    /** First and last day, in the application's time zone. */
    from: isoDay,
    to: isoDay,
  })
  .refine(({ from, to }) => from <= to, { error: 'The last day cannot come before the first.', path: ['to'] })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / MS_PER_DAY < MAX_DAYS, {
    error: `Ask for at most ${MAX_DAYS} days.`,
    path: ['to'],
  });

export const calendarDay = z.object({
  /** ISO date, in the application's time zone. */
  day: z.string(),
  /** Deliveries by kind and channel, without those of which there are none. */
  groups: z.array(
    z.object({
      kind: z.enum(KINDS),
      channel: z.enum(CHANNELS),
      /** Number of deliveries that were sent on that day. */
      sent: z.number(),
      /** Number of deliveries that wait and are planned for that day. */
      waiting: z.number(),
    }),
  ),
  /**
   * Number of reminders that will follow messages that still wait, where nobody answers before. Reminders of messages that were
   * sent wait already, and are in `groups`.
   */
  reminders: z.number(),
  /** Number of steps of pathways that fall due, where no condition, answer or refusal keeps them. */
  steps: z.number(),
  /** Runs of broadcasts by their schedule, in their order. */
  runs: z.array(
    z.object({
      broadcast_id: z.number(),
      survey_id: z.number(),
      survey_title: z.string(),
      /** Name of the mailing list; null for callers who may not see broadcasts. */
      list_name: z.string().nullable(),
      at: instant,
      /** Number of people who are on the list now. */
      people: z.number(),
    }),
  ),
});
export type CalendarDay = z.output<typeof calendarDay>;

export const deliveryCalendar = z.object({
  /** ISO date, in the application's time zone. */
  today: z.string(),
  /** Number of deliveries that wait although they were planned for a day before today. */
  overdue: z.number(),
  /** All days, in their order. */
  days: z.array(calendarDay),
});
export type DeliveryCalendar = z.output<typeof deliveryCalendar>;

export const getDeliveryCalendar = endpoint({
  method: 'GET',
  path: '/deliveries/calendar',
  access: { permission: 'deliveries.list' },
  summary: 'What was sent on each day, what is planned for it, and what is expected; at most 62 days',
  query: calendarQuery,
  reply: one(deliveryCalendar),
});
