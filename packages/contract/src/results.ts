import { z } from 'zod';
import { isoDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { METHODS } from './outcome-scores.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

/** Minimum size of a group whose figures are shown. In a smaller one, a person's answer could be worked out. */
export const FEWEST_ANSWERS = 5;

export const resultsQuery = z.object({
  /** First and last day, in the application's time zone. Without `from`, the last 90 days. */
  from: isoDay.optional(),
  to: isoDay.optional(),
  location: z.string().max(80).optional(),
  department_id: z.coerce.number().int().positive().optional(),
  language: z.string().max(20).optional(),
  by: z.enum(['week', 'month']).default('week'),
});

export const figures = z.object({
  answered: z.number(),
  /** Mean, 0 to 100. */
  score: z.number().nullable(),
  /** Share of feedback with a score above 50, among feedback that has a score; 0 to 1. */
  satisfied: z.number().nullable(),
});
export type Figures = z.output<typeof figures>;

export const group = figures.extend({
  /** Empty where the feedback has none. Null for all groups together that are too small to be shown. */
  title: z.string().nullable(),
});
export type Group = z.output<typeof group>;

/** The numbers that were given to a question in one unit. */
export const numberResult = z.object({
  unit: z.string().nullable(),
  answered: z.number(),
  least: z.number(),
  lower_quartile: z.number(),
  median: z.number(),
  upper_quartile: z.number(),
  most: z.number(),
  /** Whether all numbers are whole. */
  whole: z.boolean(),
  /** Equal parts of their range, in order: numbers from `from` to below `to`. Where both are the same, that number. */
  bins: z.array(z.object({ from: z.number(), to: z.number(), count: z.number() })),
});
export type NumberResult = z.output<typeof numberResult>;

export const questionResult = z.object({
  id: z.number(),
  /** The title that was shown. A question whose wording was changed has another line. */
  title: z.string(),
  type_of: z.string().nullable(),
  answered: z.number(),
  score: z.number().nullable(),
  /** Share of 9 and 10 minus the share of 0 to 6, from -100 to 100; null for other types. */
  nps: z.number().nullable(),
  options: z.array(
    z.object({
      title: z.string(),
      /** Null: the answer does not count. */
      value: z.number().nullable(),
      count: z.number(),
      /** Share among the people whose answer counts, 0 to 1; null for an answer that does not count. */
      share: z.number().nullable(),
    }),
  ),
  /** Of a number question, by unit; one whose unit was changed has several. */
  numbers: z.array(numberResult),
  /** Of a date question, in order: how many days lie in each month (`2026-01`), or in each year where there are many. */
  periods: z.array(z.object({ period: z.string(), count: z.number() })),
});
export type QuestionResult = z.output<typeof questionResult>;

/** A score of the survey, as it is defined under `/outcome_scores`. */
export const outcomeResult = z.object({
  id: z.number(),
  title: z.string(),
  method: z.enum(METHODS),
  higher_is_better: z.boolean(),
  least: z.number(),
  most: z.number(),
  important_change: z.number().nullable(),
  /** Answered surveys with a value, and those of which too few items were answered. */
  answered: z.number(),
  incomplete: z.number(),
  /** The figures below are null, and the lists empty, where fewer than FEWEST_ANSWERS have a value. */
  mean: z.number().nullable(),
  deviation: z.number().nullable(),
  numbers: numberResult.nullable(),
  bands: z.array(z.object({ title: z.string(), from: z.number(), count: z.number(), share: z.number() })),
  /**
   * How the last value of each person in these days differs from their first; null where fewer than FEWEST_ANSWERS have both. A
   * change that is smaller than the important one counts as the same.
   */
  change: z
    .object({
      people: z.number(),
      mean: z.number(),
      /** 95 % confidence interval of the mean. */
      interval: z.object({ from: z.number(), to: z.number() }),
      better: z.number(),
      same: z.number(),
      worse: z.number(),
    })
    .nullable(),
});
export type OutcomeResult = z.output<typeof outcomeResult>;

export const results = z.object({
  from: z.string(),
  to: z.string(),
  by: z.enum(['week', 'month']),
  /** True when there are fewer than FEWEST_ANSWERS: then nothing else is shown. */
  hidden: z.boolean(),
  total: figures.nullable(),
  nps: z.number().nullable(),
  /**
   * Number of people who were asked in these days; null when it is not known. The next figure is the share of them who answered.
   */
  sent: z.number().nullable(),
  response_rate: z.number().nullable(),
  /** `figures` is null when there are too few to be shown. */
  trend: z.array(z.object({ period: z.string(), figures: figures.nullable() })),
  questions: z.array(questionResult),
  outcomes: z.array(outcomeResult),
  categories: z.array(group),
  departments: z.array(group),
  wards: z.array(group),
  languages: z.array(group),
});
export type Results = z.output<typeof results>;

export const getResults = endpoint({
  method: 'GET',
  path: '/surveys/:id/results',
  access: { permission: 'surveys.view' },
  summary: 'What a survey has brought; groups of fewer than five are put together',
  params: idParams,
  query: resultsQuery,
  reply: one(results),
});

export const resultsTable = endpoint({
  method: 'GET',
  path: '/surveys/:id/results',
  access: { permission: 'surveys.view' },
  summary: 'What a survey has brought',
  params: idParams,
  query: pagingQuery.extend(resultsQuery.shape),
  reply: page(z.object({})),
});

/** The periods of the overview: so many days, today included. */
export const OVERVIEW_DAYS = ['7', '30', '90', '365'] as const;

export const surveyFigures = z.object({
  id: z.number(),
  title: z.string(),
  active: z.boolean(),
  /** Messages that were sent in the period, and those of them that were delivered and opened, as in the funnel of deliveries. */
  sent: z.number(),
  delivered: z.number(),
  opened: z.number(),
  /** True when there are fewer than FEWEST_ANSWERS: then the figures below are null. */
  hidden: z.boolean(),
  answered: z.number().nullable(),
  /** Share of the people asked in the period who answered, 0 to 1; null also when too few were asked. */
  response_rate: z.number().nullable(),
  /** Mean, 0 to 100; null also when too few answers have a score. */
  score: z.number().nullable(),
  /** The score less that of as many days before; null when one of them is. */
  change: z.number().nullable(),
  /** Score by week, in order; null when there are too few answers. */
  trend: z.array(z.object({ period: z.string(), score: z.number().nullable() })),
  /** Number of cases that were opened in the period. */
  cases: z.number().nullable(),
});
export type SurveyFigures = z.output<typeof surveyFigures>;

export const listSurveyFigures = endpoint({
  method: 'GET',
  path: '/surveys/overview',
  access: { permission: 'surveys.view' },
  summary: 'What each survey has brought in the last days, beside the others; nothing of fewer than five answers',
  query: pagingQuery.extend({
    days: z.enum(OVERVIEW_DAYS).default('30'),
    location: z.string().max(80).optional(),
    sort: sortBy(
      ['title', 'sent', 'delivered', 'opened', 'answered', 'response_rate', 'score', 'change', 'cases'],
      'title',
    ),
  }),
  reply: page(surveyFigures).extend({
    /** First and last day of the period, in the application's time zone. */
    first_day: z.string(),
    last_day: z.string(),
    /** Wards that answers of the period are from. */
    wards: z.array(z.string()),
  }),
});

/** Stands in a comment for a name, a number or an address that was left out. It is the same in every language. */
export const NAME_MASK = '[…]';

export const comment = z.object({
  id: z.number(),
  /** The answered survey that it is a part of; null for callers who may not read whose it is. */
  feedback_id: z.number().nullable(),
  question: z.string(),
  /** For callers who may not read whose it is, without names. */
  text: z.string(),
  language: z.string(),
  at: instant,
});
export type Comment = z.output<typeof comment>;

export const listComments = endpoint({
  method: 'GET',
  path: '/surveys/:id/comments',
  access: { permission: 'surveys.view' },
  summary: 'What was written, newest first, without who or where; nothing where fewer than five have answered',
  params: idParams,
  query: pagingQuery.extend(resultsQuery.omit({ by: true }).shape),
  reply: page(comment),
});
