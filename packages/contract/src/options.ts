import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, one, page, pagingQuery, sortBy } from './paging.ts';

export const option = z.object({
  id: z.number(),
  title: z.string(),
  /** 0 to 100. Null: the answer does not count: it enters no score, mean or share. */
  value: z.number().nullable(),
  /** True: this answer opens a case. */
  escalate: z.boolean(),
  /** True: the department is told of this answer, without a case. */
  notify: z.boolean(),
  version: z.number(),
});
export type Option = z.output<typeof option>;

export const optionRow = option.extend({ questions_count: z.number() });
export type OptionRow = z.output<typeof optionRow>;

export const optionDetail = optionRow.extend({
  translations: z.record(z.string(), z.object({ title: z.string().optional() })),
  questions: z.array(z.object({ id: z.number(), title: z.string(), survey_id: z.number(), survey_title: z.string() })),
});
export type OptionDetail = z.output<typeof optionDetail>;

const WHOLE = 'Enter a whole number from 0 to 100.';

/** A number, or a text as forms send it. It is not coerced, because an empty text would become 0, the worst answer. */
const wholeFrom0To100 = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,3}$/)
        .transform(Number),
    ],
    WHOLE,
  )
  .pipe(z.number().int(WHOLE).min(0, WHOLE).max(100, WHOLE));

/** Also accepts 1 and 0, as older clients send them. */
const flag = z.union([z.boolean(), z.literal([0, 1]).transform((set) => set === 1)]);

export const optionFields = z.object({
  title: z.string().trim().min(1, 'Enter a title.').max(200, 'Use at most 200 characters.'),
  value: wholeFrom0To100.nullable(),
  escalate: flag.optional(),
  notify: flag.optional(),
});

export const listOptions = endpoint({
  method: 'GET',
  path: '/options',
  alsoAt: ['/api/options'],
  access: { permission: 'surveys.list' },
  summary: 'Answer options, shared between questions',
  query: pagingQuery.extend({ sort: sortBy(['title', 'value', 'id'], 'title') }),
  reply: page(optionRow),
});

export const getOption = endpoint({
  method: 'GET',
  path: '/options/:id',
  alsoAt: ['/api/options/:id'],
  access: { permission: 'surveys.view' },
  summary: 'One option with the questions that have it',
  params: idParams,
  reply: one(optionDetail),
});

export const createOption = endpoint({
  method: 'POST',
  path: '/options',
  alsoAt: ['/api/options'],
  access: { permission: 'surveys.update' },
  summary: 'Make an option',
  wrapper: 'option',
  body: z.object({ option: optionFields }),
  status: 201,
  reply: one(optionDetail),
});

export const updateOption = endpoint({
  method: 'PUT',
  path: '/options/:id',
  alsoAt: ['/api/options/:id'],
  access: { permission: 'surveys.update' },
  summary: 'Change an option in all questions that have it',
  params: idParams,
  wrapper: 'option',
  body: z.object({ option: optionFields.partial().extend({ version: z.number().int().optional() }) }),
  reply: one(optionDetail),
});

export const deleteOption = endpoint({
  method: 'DELETE',
  path: '/options/:id',
  alsoAt: ['/api/options/:id'],
  access: { permission: 'surveys.update' },
  summary: 'Remove an option from all questions; what was answered with it stays',
  params: idParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});
