import { z } from 'zod';
import { isoDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

export const feedbackRecord = z.object({
  id: z.number(),
  submitted_at: instant,
  /**
   * Grows with each change in the application. Whoever has read up to one asks for `changed_since` that one, and misses nothing.
   */
  change_number: z.number(),
  survey_id: z.number(),
  survey_title: z.string(),
  /** Mean of the values of the answers; null when none has a value. */
  score: z.number().nullable(),
  /** Language in which it was answered. */
  language: z.string(),
  /** The ward of the patient when the survey was offered, or that of the kiosk. */
  location: z.string().nullable(),
  department_id: z.number().nullable(),
  department_title: z.string().nullable(),
  patient_id: z.number().nullable(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  contact_id: z.number().nullable(),
  /** The only name that is known when there is no patient. */
  contact_name: z.string().nullable(),
  /** Name of the kiosk on which somebody unknown answered. */
  kiosk_label: z.string().nullable(),
  visit_id: z.number().nullable(),
  /** The message that asked. */
  message_id: z.number().nullable(),
  /** The first thing that was written. */
  comment: z.string().nullable(),
  /** Whether an answer calls for help. */
  escalates: z.boolean(),
  /** The first case that was opened. */
  case_id: z.number().nullable(),
  read_at: instant.nullable(),
  read_by_name: z.string().nullable(),
});
export type FeedbackRecord = z.output<typeof feedbackRecord>;

const givenAnswer = z.object({
  id: z.number(),
  category: z.string().nullable(),
  /** In the default language of the survey, as it was worded then. */
  question: z.string(),
  /** The options that were chosen, or what was written. */
  answers: z.array(z.string()),
  is_text: z.boolean(),
  value: z.number().nullable(),
  escalates: z.boolean(),
});
export type GivenAnswer = z.output<typeof givenAnswer>;

export const feedbackDetail = feedbackRecord.extend({
  answers: z.array(givenAnswer),
  cases: z.array(z.object({ id: z.number(), state: z.string(), department_title: z.string().nullable() })),
  /** The delivery that asked last. */
  delivery_id: z.number().nullable(),
});
export type FeedbackDetail = z.output<typeof feedbackDetail>;

const flag = z.enum(['0', '1']).optional();

export const feedbackFilters = z.object({
  /** 1: nobody has read it. */
  unread: flag,
  survey_id: z.coerce.number().int().positive().optional(),
  department_id: z.coerce.number().int().positive().optional(),
  /** A ward. */
  location: z.string().trim().min(1).max(80).optional(),
  /** No more than this score. */
  max_score: z.coerce.number().min(-1000).max(1000).optional(),
  /** 1: something was written. */
  has_comment: flag,
  language: z.string().trim().min(2).max(20).optional(),
  /** First and last day, in the zone of the application. */
  from: isoDay.optional(),
  to: isoDay.optional(),
});

export const listFeedback = endpoint({
  method: 'GET',
  path: '/feedback',
  access: { permission: 'feedback.list' },
  audit: true,
  summary:
    'Answered surveys: unread first; with changed_since in the order of their changes, to read on from a change number',
  query: pagingQuery.extend(feedbackFilters.shape).extend({
    /** Only what has changed after this change number, in that order. */
    changed_since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    sort: sortBy(['unread', 'submitted_at', 'score'], 'unread'),
  }),
  reply: page(feedbackRecord).extend({ unread_count: z.number() }),
});

export const listFeedbackChoices = endpoint({
  method: 'GET',
  path: '/feedback/records/choices',
  access: { permission: 'feedback.list' },
  summary: 'What the filters of the list offer: surveys, departments, and wards of recent visits that the caller sees',
  reply: one(
    z.object({
      surveys: z.array(z.object({ id: z.number(), title: z.string() })),
      departments: z.array(z.object({ id: z.number(), title: z.string() })),
      wards: z.array(z.string()),
    }),
  ),
});

export const getFeedbackRecord = endpoint({
  method: 'GET',
  path: '/feedback/records/:id',
  access: { permission: 'feedback.list' },
  audit: { record: 'feedback' },
  summary: 'One answered survey with every answer',
  params: idParams,
  reply: one(feedbackDetail),
});

export const readFeedback = endpoint({
  method: 'PUT',
  path: '/feedback/records/:id/read',
  access: { permission: 'feedback.list' },
  audit: { record: 'feedback' },
  summary: 'Mark an answered survey as read, or as unread again',
  params: idParams,
  wrapper: 'feedback',
  body: z.object({ feedback: z.object({ read: z.boolean().default(true) }) }),
  reply: one(feedbackRecord),
});
