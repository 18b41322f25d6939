import { z } from 'zod';
import { isoDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import type { QuestionType } from './feedback.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

/**
 * How points become a value. `sum`: all items together; `mean`: of the answered ones; `percent`: where the person lies between
 * the least and the most that these items allow, 0 to 100 (as the RAND 36-Item Health Survey transforms its scales).
 */
export const METHODS = ['sum', 'mean', 'percent'] as const;
export type Method = (typeof METHODS)[number];

/** Questions of these types have one answer that can be points. */
export const SCORED_TYPES: readonly QuestionType[] = ['radio', 'rating', 'nps', 'yes_no', 'number'];

export const MAX_ITEMS = 100;
export const MAX_BANDS = 20;
const MAX_POINTS = 1000;

const band = z.object({
  /** Values from here on, up to the next band. */
  from: z.number(),
  title: z.string(),
});
export type Band = z.output<typeof band>;

const item = z.object({
  question_id: z.number(),
  question: z.string(),
  type_of: z.string(),
  /** True: the most points count as the fewest. */
  reversed: z.boolean(),
  /** What each option counts, before it is reversed; empty for a question that is answered with a number. */
  points: z.array(z.object({ option_id: z.number(), title: z.string(), points: z.number() })),
  lowest: z.number(),
  highest: z.number(),
});

export const outcomeScore = z.object({
  id: z.number(),
  survey_id: z.number(),
  survey_title: z.string(),
  title: z.string(),
  method: z.enum(METHODS),
  higher_is_better: z.boolean(),
  /** Number of items that must be answered. One that is not counts as the mean of the others. */
  needed: z.number(),
  /** The smallest change that patients feel (MCID); null: not known. */
  important_change: z.number().nullable(),
  bands: z.array(band),
  items: z.array(item),
  /** The least and the most that the value can be. */
  least: z.number(),
  most: z.number(),
  version: z.number(),
});
export type OutcomeScore = z.output<typeof outcomeScore>;

const id = z.coerce.number('Choose a question.').int().positive();
const points = z
  .number('Enter a number.')
  .min(-MAX_POINTS, 'Use -1,000 at least.')
  .max(MAX_POINTS, 'Use 1,000 at most.');

const fields = z.object({
  title: z.string('Enter a title.').trim().min(1, 'Enter a title.').max(120, 'Use at most 120 characters.'),
  method: z.enum(METHODS, 'Choose how the value is computed.'),
  higher_is_better: z.boolean(),
  needed: z.number('Enter a number.').int('Use a whole number.').min(1, 'At least one item must be answered.'),
  important_change: z.number('Enter a number.').positive('Use a number above 0.').max(100_000).nullable().default(null),
  bands: z
    .array(
      z.object({
        from: z.number('Enter a number.').min(-100_000).max(100_000),
        title: z.string().trim().min(1, 'Enter a title.').max(60, 'Use at most 60 characters.'),
      }),
    )
    .max(MAX_BANDS, 'Use at most 20 bands.')
    .default([]),
  items: z
    .array(
      z.object({
        question_id: id,
        reversed: z.boolean().default(false),
        points: z
          .array(z.object({ option_id: z.number().int().positive(), points }))
          .max(50)
          .default([]),
      }),
    )
    .min(1, 'Choose at least one question.')
    .max(MAX_ITEMS, 'Use at most 100 questions.'),
});

export const listOutcomeScores = endpoint({
  method: 'GET',
  path: '/outcome_scores',
  access: { permission: 'surveys.view' },
  summary: 'Scores that are computed from the answers of a survey, with their items and bands',
  query: pagingQuery.extend({
    survey_id: z.coerce.number().int().positive().optional(),
    sort: sortBy(['title', 'id'], 'title'),
  }),
  reply: page(outcomeScore),
});

export const getOutcomeScore = endpoint({
  method: 'GET',
  path: '/outcome_scores/:id',
  access: { permission: 'surveys.view' },
  summary: 'One score of a survey',
  params: idParams,
  reply: one(outcomeScore),
});

export const createOutcomeScore = endpoint({
  method: 'POST',
  path: '/outcome_scores',
  access: { permission: 'surveys.update' },
  summary: 'Add a score to a survey; answers that were given already have it, too',
  wrapper: 'outcome_score',
  body: z.object({ outcome_score: fields.extend({ survey_id: z.coerce.number().int().positive() }) }),
  status: 201,
  reply: one(outcomeScore),
});

export const updateOutcomeScore = endpoint({
  method: 'PUT',
  path: '/outcome_scores/:id',
  access: { permission: 'surveys.update' },
  summary: 'Change a score; its values are those of the new rule from then on',
  params: idParams,
  wrapper: 'outcome_score',
  body: z.object({ outcome_score: fields.extend({ version: z.number().int().optional() }) }),
  reply: one(outcomeScore),
});

export const deleteOutcomeScore = endpoint({
  method: 'DELETE',
  path: '/outcome_scores/:id',
  access: { permission: 'surveys.update' },
  summary: 'Remove a score; the answers stay',
  params: idParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

/** The score of one answered survey. */
export const outcomeValue = z.object({
  feedback_id: z.number(),
  submitted_at: instant,
  survey_id: z.number(),
  survey_title: z.string(),
  score_id: z.number(),
  title: z.string(),
  /** Null: too few items were answered. */
  value: z.number().nullable(),
  /** Title of the band. */
  band: z.string().nullable(),
  answered: z.number(),
  items: z.number(),
  least: z.number(),
  most: z.number(),
  higher_is_better: z.boolean(),
  important_change: z.number().nullable(),
  /** Less the first value that the same person had, patient or contact; null for the first, and for somebody unknown. */
  change: z.number().nullable(),
  location: z.string().nullable(),
  patient_id: z.number().nullable(),
});
export type OutcomeValue = z.output<typeof outcomeValue>;

export const listOutcomeValues = endpoint({
  method: 'GET',
  path: '/outcome_values',
  access: { permission: 'feedback.list' },
  audit: true,
  summary: 'The scores of answered surveys, newest first: of a survey or of a patient',
  query: pagingQuery.omit({ term: true }).extend({
    survey_id: z.coerce.number().int().positive().optional(),
    patient_id: z.coerce.number().int().positive().optional(),
    /** First and last day, in the zone of the application. */
    from: isoDay.optional(),
    to: isoDay.optional(),
    sort: sortBy(['submitted_at'], '-submitted_at'),
  }),
  reply: page(outcomeValue),
});
