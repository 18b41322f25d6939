import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { feedbackFilters } from './feedback-records.ts';
import { instant } from './paging.ts';

export const MAX_ANSWERS = 5000;

/** One answer to one question, without who gave it. Whoever chose several options of a question has a row for each. */
export const answerRow = z.object({
  id: z.number(),
  /** That of the answered survey: grows with each change of it, and all of its rows come again with the new one. */
  change_number: z.number(),
  feedback_id: z.number(),
  survey_id: z.number(),
  survey: z.string(),
  question_id: z.number(),
  /** As it was worded when it was answered, in the default language of the survey. */
  question: z.string(),
  /** Null for answers from before types were stored. */
  question_type: z.string().nullable(),
  category: z.string().nullable(),
  option_id: z.number().nullable(),
  /** Title of the option that was chosen. */
  option: z.string().nullable(),
  /** Of the option, 0 to 100; null: it does not count. */
  value: z.number().nullable(),
  /** Of a number question, with its unit. */
  number: z.number().nullable(),
  unit: z.string().nullable(),
  /** Of a date question. */
  date: z.string().nullable(),
  /** What was written; null also after it was erased. */
  text: z.string().nullable(),
  /** Of a consent. */
  agrees: z.boolean().nullable(),
  /** False for a further option of the same question and person: the sum of true ones is the number of people. */
  counts_person: z.boolean(),
  escalates: z.boolean(),
  language: z.string(),
  /** The ward of the patient when the survey was offered, or that of the kiosk. */
  ward: z.string().nullable(),
  department_id: z.number().nullable(),
  department: z.string().nullable(),
  /** How it was offered: trigger, broadcast, hand, bedside, list, kiosk or case. */
  way: z.string(),
  /** How the request was sent: sms, email or push; null: none was sent, as at a kiosk. */
  channel: z.string().nullable(),
  visit_id: z.number().nullable(),
  submitted_at: instant,
  /** Of the submission, by the calendar of the application: 2026-01. */
  month: z.string(),
  /** When it was answered: 0-17, 18-24, 25-34, … 85+. Null: no patient, or no date of birth. */
  age_band: z.string().nullable(),
  /** As the feed gave it (HL7 table 0001); null: no patient, or not given. */
  sex: z.string().nullable(),
  /**
   * Whether too few answered from this ward in this month to publish a figure about them, of what the caller sees; by the rule of the
   * results, which also hides a group that could be worked out from the others.
   */
  small_group: z.boolean(),
});
export type AnswerRow = z.output<typeof answerRow>;

export const answerFilters = feedbackFilters.pick({
  survey_id: true,
  department_id: true,
  location: true,
  language: true,
  from: true,
  to: true,
});

const whole = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const listAnswers = endpoint({
  method: 'GET',
  path: '/feedback/answers',
  access: { permission: 'feedback.list' },
  audit: true,
  summary:
    'Answers for analysts, one a row and without names, in the order of their changes; `next` is the query of the next page',
  query: answerFilters.extend({
    /** Only what has changed after this change number. With `after_id` also the rest of the rows of this number. */
    changed_since: whole.default(0),
    /** The last row that was read, where it is one of the number in `changed_since`. */
    after_id: whole.optional(),
    per_page: z.coerce.number().int().min(1).max(MAX_ANSWERS).default(1000),
  }),
  reply: z.object({
    data: z.array(answerRow),
    per_page: z.number(),
    /** What to ask for next. It is also there with the last rows: ask again with it later. Null: there is no row. */
    next: z.object({ changed_since: z.number(), after_id: z.number() }).nullable(),
  }),
});
