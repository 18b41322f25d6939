import { z } from 'zod';
import { deliveryThreadEntry, SUPPRESSION_REASONS, CHANNELS } from './deliveries.ts';
import { isoDay } from './days.ts';
import { colleague } from './colleagues.ts';
import { endpoint } from './endpoint.ts';
import { HOLD_REASONS } from './sending-holds.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';
import { outcomeValue } from './outcome-scores.ts';
import { MAX_REPLY_CHARACTERS } from './texts.ts';

export const MAX_TAGS = 20;
/** An answered survey that nobody has read for longer is counted on the dashboard. */
export const UNREAD_TOO_LONG_HOURS = 72;

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
  /** The first thing that was written; of a search the first in which it found a word. */
  comment: z.string().nullable(),
  /** The words of the comment that a search found, in lower case and without accents. */
  found: z.array(z.string()),
  /** Whether an answer calls for help. */
  escalates: z.boolean(),
  /** The first case that was opened. */
  case_id: z.number().nullable(),
  read_at: instant.nullable(),
  read_by_name: z.string().nullable(),
  /** Who is to look after it. */
  assigned_to_id: z.number().nullable(),
  assigned_to_name: z.string().nullable(),
  /** In lower case and in alphabetical order. */
  tags: z.array(z.string()),
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
  /** The words of a consent, as the person saw them, and their language; null for other answers. */
  statement: z.string().nullable(),
  statement_language: z.string().nullable(),
});
export type GivenAnswer = z.output<typeof givenAnswer>;

export const replyOffer = z.object({
  channel: z.enum(CHANNELS).nullable(),
  /** A part of the address that its owner recognises: "o•••@e•••.org". */
  recipient: z.string().nullable(),
  /** "anonymous": nobody knows who answered. Others are reasons of the gate. */
  refusal: z.enum(['anonymous', ...SUPPRESSION_REASONS]).nullable(),
  /** Why a reply waits until a person lets it leave; null: it is sent at once. */
  sending_hold: z.enum(HOLD_REASONS).nullable(),
});
export type ReplyOffer = z.output<typeof replyOffer>;

export const suggestedTag = z.object({
  tag: z.string(),
  /** The words of the comments that decided, as they were written, the strongest first. */
  words: z.array(z.string()),
  /** How often of a hundred times this tag was right, tried on tagged answers that it was not learned from. */
  right_percent: z.number(),
});
export type SuggestedTag = z.output<typeof suggestedTag>;

export const feedbackDetail = feedbackRecord.extend({
  /** Tags that comments with such words have, the surest first; none where suggestions would be wrong too often. */
  suggested_tags: z.array(suggestedTag),
  answers: z.array(givenAnswer),
  /** The scores of the survey, as they are defined under `/outcome_scores`. */
  outcomes: z.array(outcomeValue.omit({ submitted_at: true, location: true })),
  /** The step of a pathway that asked; null: something else did. */
  pathway: z.object({ id: z.number(), title: z.string(), step: z.string(), day: z.number() }).nullable(),
  cases: z.array(z.object({ id: z.number(), state: z.string(), department_title: z.string().nullable() })),
  /** The delivery that asked last. */
  delivery_id: z.number().nullable(),
  /** Oldest first. */
  notes: z.array(z.object({ id: z.number(), text: z.string(), user_name: z.string().nullable(), created_at: instant })),
  /** What colleagues wrote to the person about these answers, oldest first. */
  replies: z.array(deliveryThreadEntry),
  /** To whom a reply would be sent now, or why none would be. */
  reply_offer: replyOffer,
});
export type FeedbackDetail = z.output<typeof feedbackDetail>;

const flag = z.enum(['0', '1']).optional();
const tag = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Write a word.')
  .max(40, 'A tag has at most 40 characters.')
  .transform((text) => text.replaceAll(/\s+/g, ' '));

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
  /** 1: nobody has read it for 72 hours. */
  waiting: flag,
  /** Somebody's id, "me" or "nobody". */
  assigned_to: z.union([z.enum(['me', 'nobody']), z.coerce.number().int().positive()]).optional(),
  tag: tag.optional(),
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
  summary:
    'What filters and forms offer: surveys, departments, wards of recent visits that the caller sees, colleagues, and tags',
  reply: one(
    z.object({
      surveys: z.array(z.object({ id: z.number(), title: z.string() })),
      departments: z.array(z.object({ id: z.number(), title: z.string() })),
      wards: z.array(z.string()),
      /** Who may be asked to look after one: for answers of these wards, or of every ward when there are none. */
      people: z.array(colleague),
      /** Tags in use, the most frequent first. */
      tags: z.array(z.string()),
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

export const updateFeedback = endpoint({
  method: 'PUT',
  path: '/feedback/records/:id',
  access: { permission: 'feedback.update' },
  audit: { record: 'feedback' },
  summary: 'Ask a colleague to look after an answered survey, and tag it; 409 when somebody else was asked meanwhile',
  params: idParams,
  wrapper: 'feedback',
  body: z.object({
    feedback: z.object({
      /** `instead_of_id` is who has it as far as the caller knows; null: nobody. */
      assignment: z
        .object({
          to_id: z.number().int().positive().nullable(),
          instead_of_id: z.number().int().positive().nullable(),
        })
        .optional(),
      add_tags: z.array(tag).max(MAX_TAGS).default([]),
      remove_tags: z.array(tag).max(MAX_TAGS).default([]),
      /** Tags that do not fit these answers: they are not suggested for them again. */
      refuse_tags: z.array(tag).max(MAX_TAGS).default([]),
    }),
  }),
  reply: one(feedbackDetail),
});

export const addFeedbackNote = endpoint({
  method: 'POST',
  path: '/feedback/records/:id/notes',
  access: { permission: 'feedback.update' },
  audit: { record: 'feedback', action: 'note' },
  summary: 'Write a note for colleagues',
  params: idParams,
  wrapper: 'note',
  status: 201,
  body: z.object({ note: z.object({ text: z.string().trim().min(1, 'Write a note.').max(4000) }) }),
  reply: one(feedbackDetail),
});

export const replyToFeedback = endpoint({
  method: 'POST',
  path: '/feedback/records/:id/reply',
  access: { permission: 'texts.reply' },
  audit: { record: 'feedback', action: 'reply' },
  summary: 'Write to the person who answered, through the gate; the same words twice are one message',
  params: idParams,
  status: 201,
  body: z.object({ text: z.string().trim().min(1, 'Write an answer.').max(MAX_REPLY_CHARACTERS) }),
  reply: one(feedbackDetail),
});
