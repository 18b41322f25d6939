import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery } from './paging.ts';

/** Fewer answers could be somebody's: nothing is told of a group that is smaller. */
export const FEWEST_ANSWERS = 5;

const day = z.iso.date('Use a date such as 2026-03-31.');

export const resultsQuery = z.object({
  /** First and last day, in the time zone of the application; without `from`, the last 90 days. */
  from: day.optional(),
  to: day.optional(),
  location: z.string().max(80).optional(),
  department_id: z.coerce.number().int().positive().optional(),
  language: z.string().max(20).optional(),
  by: z.enum(['week', 'month']).default('week'),
});

export const figures = z.object({
  answered: z.number(),
  /** Mean, 0 to 100. */
  score: z.number().nullable(),
  /** Share of the feedback that has a score whose score is above 50; 0 to 1. */
  satisfied: z.number().nullable(),
});
export type Figures = z.output<typeof figures>;

export const group = figures.extend({
  /** Empty where the feedback has none; null for all groups together that are too small to be shown. */
  title: z.string().nullable(),
});
export type Group = z.output<typeof group>;

export const questionResult = z.object({
  id: z.number(),
  /** As it was asked; a question that was worded anew is another line. */
  title: z.string(),
  type_of: z.string().nullable(),
  answered: z.number(),
  score: z.number().nullable(),
  /** Share of 9 and 10 less that of 0 to 6, -100 to 100; null for other types. */
  nps: z.number().nullable(),
  options: z.array(z.object({ title: z.string(), value: z.number().nullable(), count: z.number() })),
});
export type QuestionResult = z.output<typeof questionResult>;

export const results = z.object({
  from: z.string(),
  to: z.string(),
  by: z.enum(['week', 'month']),
  /** Fewer than FEWEST_ANSWERS: nothing else is told. */
  hidden: z.boolean(),
  total: figures.nullable(),
  nps: z.number().nullable(),
  /** Asked in these days, and how many of them have answered; null where it cannot be told. */
  sent: z.number().nullable(),
  response_rate: z.number().nullable(),
  /** Figures null: too few to be shown. */
  trend: z.array(z.object({ period: z.string(), figures: figures.nullable() })),
  questions: z.array(questionResult),
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

export const comment = z.object({
  id: z.number(),
  question: z.string(),
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
