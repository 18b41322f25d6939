import { z } from 'zod';
import { PURPOSES } from './consent.ts';
import { isoDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { MAX_DECIMALS, MAX_NUMBER, QUESTION_TYPES } from './feedback.ts';
import { option, optionFields } from './options.ts';
import { idParams, one, page, pagingQuery, sortBy } from './paging.ts';

export const CONDITION_MATCHES = ['all', 'any'] as const;
/** Maximum number of conditions of a question. */
export const MAX_CONDITIONS = 10;

const condition = z.object({
  question_id: z.number(),
  option_id: z.number(),
  /** The titles of both. */
  question: z.string(),
  option: z.string(),
});
export type Condition = z.output<typeof condition>;

export const question = z.object({
  id: z.number(),
  survey_id: z.number(),
  survey_title: z.string(),
  title: z.string(),
  type_of: z.enum(QUESTION_TYPES),
  required: z.boolean(),
  category_id: z.number().nullable(),
  category: z.object({ id: z.number(), title: z.string() }).nullable(),
  sort_order: z.number(),
  /** The question is shown when these earlier questions were answered with these options. Empty: always. */
  conditions: z.array(condition),
  /** Whether all conditions must hold, or any. */
  condition_match: z.enum(CONDITION_MATCHES),
  /** The condition of a question that has exactly one; null for any other. */
  condition_question_id: z.number().nullable(),
  condition_option_id: z.number().nullable(),
  /** The only condition in words. */
  condition: z.object({ question: z.string(), option: z.string() }).nullable(),
  /** The options in their order. */
  options: z.array(option),
  /** The answer scale that the options are those of; null: they are the question's own. */
  scale: z.object({ id: z.number(), title: z.string() }).nullable(),
  /** Limits of a number, the step in which it goes, and its unit; null: none, or another type. */
  smallest: z.number().nullable(),
  largest: z.number().nullable(),
  step: z.number().nullable(),
  unit: z.string().nullable(),
  /** First and last day that can be the answer: ISO dates, or "today"; null: no limit, or another type. */
  earliest: z.string().nullable(),
  latest: z.string().nullable(),
  /** What a consent is given to, in the ledger of consent; null: something else, or another type. */
  purpose: z.enum(PURPOSES).nullable(),
  version: z.number(),
});
export type Question = z.output<typeof question>;

const id = z.coerce.number().int().positive();

const choice = (message: string) => z.coerce.number(message).int(message).positive(message);

/** At most six decimals, which are stored exactly. */
const measure = z
  .number('Enter a number.')
  .min(-MAX_NUMBER, `Use a number from −${MAX_NUMBER} to ${MAX_NUMBER}.`)
  .max(MAX_NUMBER, `Use a number from −${MAX_NUMBER} to ${MAX_NUMBER}.`)
  .refine((number) => Number(number.toFixed(MAX_DECIMALS)) === number, `Use at most ${MAX_DECIMALS} decimals.`);

export const TODAY = 'today';
const DAY_LIMIT = 'Enter a day such as 2026-01-31, or today.';
const dayLimit = z.string(DAY_LIMIT).refine((day) => day === TODAY || isoDay.safeParse(day).success, DAY_LIMIT);

const fields = z.object({
  title: z.string().trim().min(1, 'Enter the question.').max(500, 'Use at most 500 characters.'),
  type_of: z.enum(QUESTION_TYPES, 'Choose a type.').optional(),
  required: z.boolean().optional(),
  category_id: z.coerce.number('Select a category.').int().positive('Select a category.').nullable().optional(),
  /** Replaces all conditions. Callers that know only one send the two fields after these. */
  conditions: z
    .array(
      z.object({
        question_id: choice('Choose an earlier question.'),
        option_id: choice('Choose the answer that it hangs on.'),
      }),
    )
    .max(MAX_CONDITIONS, 'Use at most 10 conditions.')
    .optional(),
  condition_match: z.enum(CONDITION_MATCHES, 'Choose all or any.').optional(),
  condition_question_id: id.nullable().optional(),
  condition_option_id: id.nullable().optional(),
  /** Of a number question. */
  smallest: measure.nullable().optional(),
  largest: measure.nullable().optional(),
  step: measure.positive('Enter a number above 0.').nullable().optional(),
  unit: z.string().trim().min(1, 'Enter a unit.').max(20, 'Use at most 20 characters.').nullable().optional(),
  /** Of a date question. */
  earliest: dayLimit.nullable().optional(),
  latest: dayLimit.nullable().optional(),
  /** Of a consent. */
  purpose: z.enum(PURPOSES, 'Choose a purpose.').nullable().optional(),
});

const hasWholeCondition = (body: { condition_question_id?: unknown; condition_option_id?: unknown }) =>
  (body.condition_question_id ?? null) === null || (body.condition_option_id ?? null) !== null;
const CONDITION_PROBLEM = { path: ['condition_option_id'], message: 'Choose the answer that it hangs on.' };

const whole = fields.extend({
  category_id: z.coerce.number('Select a category.').int().positive('Select a category.'),
  version: z.number().int().optional(),
});
/**
 * The body that screens send. It requires a category, because an answer without one would be told to nobody. Scripts may leave it
 * out.
 */
export const questionForm = z.object({ question: whole.refine(hasWholeCondition, CONDITION_PROBLEM) });

const list = pagingQuery.extend({ sort: sortBy(['sort_order', 'title', 'id'], 'sort_order') });

export const listQuestions = endpoint({
  method: 'GET',
  path: '/questions',
  alsoAt: ['/api/questions'],
  access: { permission: 'surveys.list' },
  summary: 'Questions of all surveys',
  query: list.extend({
    survey_id: id.optional(),
    category_id: id.optional(),
    type_of: z.enum(QUESTION_TYPES).optional(),
    sort: sortBy(['title', 'id'], 'title'),
  }),
  reply: page(question),
});

export const listSurveyQuestions = endpoint({
  method: 'GET',
  path: '/surveys/:id/questions',
  access: { permission: 'surveys.view' },
  summary: 'Questions of a survey, in their order',
  params: idParams,
  query: list,
  reply: page(question),
});

export const getQuestion = endpoint({
  method: 'GET',
  path: '/questions/:id',
  alsoAt: ['/api/questions/:id'],
  access: { permission: 'surveys.view' },
  summary: 'One question with its options',
  params: idParams,
  reply: one(question),
});

export const createQuestion = endpoint({
  method: 'POST',
  path: '/surveys/:id/questions',
  access: { permission: 'surveys.update' },
  summary: 'Add a question; a rating, a recommendation and a yes or no get their options at once',
  params: idParams,
  wrapper: 'question',
  body: z.object({ question: fields.refine(hasWholeCondition, CONDITION_PROBLEM) }),
  status: 201,
  reply: one(question),
});

export const updateQuestion = endpoint({
  method: 'PUT',
  path: '/questions/:id',
  alsoAt: ['/api/questions/:id'],
  access: { permission: 'surveys.update' },
  summary: 'Change a question; what was answered stays as it was asked',
  params: idParams,
  wrapper: 'question',
  body: z.object({
    question: fields
      .partial()
      .extend({ version: z.number().int().optional() })
      .refine(hasWholeCondition, CONDITION_PROBLEM),
  }),
  reply: one(question),
});

export const deleteQuestion = endpoint({
  method: 'DELETE',
  path: '/questions/:id',
  alsoAt: ['/api/questions/:id'],
  access: { permission: 'surveys.update' },
  summary: 'Remove a question; what was answered stays. 409 while another question hangs on it',
  params: idParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

export const deleteSurveyQuestion = endpoint({
  method: 'DELETE',
  path: '/surveys/:id/questions/:questionId',
  access: { permission: 'surveys.update' },
  audit: { record: 'questions' },
  summary: 'The same, by the address of its survey',
  params: z.object({ id, questionId: id }),
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

export const orderQuestions = endpoint({
  method: 'PUT',
  path: '/surveys/:id/questions/order',
  access: { permission: 'surveys.update' },
  audit: { action: 'order_questions', record: 'surveys' },
  summary: 'Put the questions of a survey into an order; those not named come last',
  params: idParams,
  wrapper: 'survey',
  body: z.object({ survey: z.object({ question_ids: z.array(id).max(500) }) }),
  reply: z.object({ data: z.array(question) }),
});

export const assignableOption = option.extend({
  /** 1: the question has this option; 0: it could have it. */
  assigned: z.number(),
});
export type AssignableOption = z.output<typeof assignableOption>;

export const listQuestionOptions = endpoint({
  method: 'GET',
  path: '/questions/:id/options',
  alsoAt: ['/api/questions/:id/options'],
  access: { permission: 'surveys.view' },
  summary: "A question's options in their order, then those it could have",
  params: idParams,
  query: pagingQuery.extend({ assigned: z.enum(['0', '1']).optional() }),
  reply: page(assignableOption),
});

export const assignOption = endpoint({
  method: 'POST',
  path: '/questions/:id/options',
  alsoAt: ['/api/questions/:id/options'],
  access: { permission: 'surveys.update' },
  summary: 'Give a question an option: an existing one by its id, or a new one',
  params: idParams,
  wrapper: 'option',
  body: z.object({
    option: optionFields
      .partial()
      .extend({ id: id.optional() })
      .refine(({ id: existing, title }) => existing !== undefined || title !== undefined, {
        path: ['title'],
        message: 'Enter a title.',
      })
      .refine(({ id: existing, value }) => existing !== undefined || value !== undefined, {
        path: ['value'],
        message: 'Enter a whole number from 0 to 100.',
      }),
  }),
  status: 201,
  reply: one(assignableOption),
});

export const orderOptions = endpoint({
  method: 'PUT',
  path: '/questions/:id/options/order',
  alsoAt: ['/api/questions/:id/options/order'],
  access: { permission: 'surveys.update' },
  audit: { action: 'order_options', record: 'questions' },
  summary: "Put a question's options into an order; those not named come last",
  params: idParams,
  wrapper: 'question',
  body: z.object({ question: z.object({ option_ids: z.array(id).max(200), version: z.number().int().optional() }) }),
  reply: one(question),
});

export const removeOption = endpoint({
  method: 'DELETE',
  path: '/questions/:id/options/:optionId',
  alsoAt: ['/api/questions/:id/options/:optionId'],
  access: { permission: 'surveys.update' },
  summary: 'Take an option from a question; it stays for others. 409 while a question hangs on it',
  params: z.object({ id, optionId: id }),
  reply: z.object({ data: z.object({ id: z.number() }) }),
});
