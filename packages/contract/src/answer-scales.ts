import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { option, optionFields } from './options.ts';
import { idParams, one, page, pagingQuery, sortBy } from './paging.ts';
import { question } from './questions.ts';

/** Maximum number of options of a scale. */
export const MAX_SCALE_OPTIONS = 50;

export const answerScale = z.object({
  id: z.number(),
  title: z.string(),
  /** The options in their order, which every question that uses the scale has. */
  options: z.array(option),
  questions_count: z.number(),
  version: z.number(),
});
export type AnswerScale = z.output<typeof answerScale>;

export const answerScaleDetail = answerScale.extend({
  questions: z.array(z.object({ id: z.number(), title: z.string(), survey_id: z.number(), survey_title: z.string() })),
});
export type AnswerScaleDetail = z.output<typeof answerScaleDetail>;

const id = z.coerce.number().int().positive();

/** An option that exists, by its id, or a new one. */
const scaleOption = z.union([z.object({ id }), optionFields], 'Name an option by its id, or give its title and value.');

const fields = z.object({
  title: z.string().trim().min(1, 'Enter a title.').max(200, 'Use at most 200 characters.'),
  options: z
    .array(scaleOption, 'Choose the options.')
    .min(2, 'Choose at least two options.')
    .max(MAX_SCALE_OPTIONS, `Use at most ${MAX_SCALE_OPTIONS} options.`),
});

export const listAnswerScales = endpoint({
  method: 'GET',
  path: '/answer_scales',
  access: { permission: 'surveys.list' },
  summary: 'Answer scales: ordered options that questions share',
  query: pagingQuery.extend({ sort: sortBy(['title', 'id'], 'title') }),
  reply: page(answerScale),
});

export const getAnswerScale = endpoint({
  method: 'GET',
  path: '/answer_scales/:id',
  access: { permission: 'surveys.view' },
  summary: 'One answer scale with the questions that use it',
  params: idParams,
  reply: one(answerScaleDetail),
});

export const createAnswerScale = endpoint({
  method: 'POST',
  path: '/answer_scales',
  access: { permission: 'surveys.update' },
  summary: 'Make an answer scale of existing or new options',
  wrapper: 'answer_scale',
  body: z.object({ answer_scale: fields }),
  status: 201,
  reply: one(answerScaleDetail),
});

export const updateAnswerScale = endpoint({
  method: 'PUT',
  path: '/answer_scales/:id',
  access: { permission: 'surveys.update' },
  summary: 'Change an answer scale in all questions that use it; what was answered stays as it was asked',
  params: idParams,
  wrapper: 'answer_scale',
  body: z.object({ answer_scale: fields.partial().extend({ version: z.number().int().optional() }) }),
  reply: one(answerScaleDetail),
});

export const deleteAnswerScale = endpoint({
  method: 'DELETE',
  path: '/answer_scales/:id',
  access: { permission: 'surveys.update' },
  summary: 'Delete an answer scale; questions that use it keep its options as their own',
  params: idParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

export const setQuestionScale = endpoint({
  method: 'PUT',
  path: '/questions/:id/scale',
  alsoAt: ['/api/questions/:id/scale'],
  access: { permission: 'surveys.update' },
  audit: { action: 'set_scale', record: 'questions' },
  summary: 'Let a question use an answer scale, whose options replace its own; null: it keeps them as its own',
  params: idParams,
  wrapper: 'question',
  body: z.object({
    question: z.object({ scale_id: id.nullable(), version: z.number().int().optional() }),
  }),
  reply: one(question),
});
