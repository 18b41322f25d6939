import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, one, page, pagingQuery, sortBy } from './paging.ts';

/** Titles in further languages: {"ar": {"title": "…"}}. */
const translations = z.record(
  z.string().regex(/^[a-z]{2}$/, 'Use two letters such as ar.'),
  z.object({ title: z.string().trim().max(200, 'Use at most 200 characters.') }),
);

export const category = z.object({
  id: z.number(),
  title: z.string(),
  department_id: z.number().nullable(),
  department: z.object({ id: z.number(), title: z.string() }).nullable(),
  translations,
  /** Number of its questions, in all surveys. */
  questions_count: z.number(),
  version: z.number(),
});
export type Category = z.output<typeof category>;

const fields = z.object({
  title: z.string().trim().min(1, 'Enter a title.').max(200, 'Use at most 200 characters.'),
  /** The department whose people are told of an answer that opens a case. */
  department_id: z.coerce.number('Choose a department.').int().positive('Choose a department.').nullable().optional(),
  translations: translations.optional(),
});

export const listCategories = endpoint({
  method: 'GET',
  path: '/categories',
  access: { permission: 'categories.list' },
  summary: 'Categories of questions; paginate=0 for a picker',
  query: pagingQuery.extend({
    department_id: z.coerce.number().int().positive().optional(),
    sort: sortBy(['title', 'id'], 'title'),
  }),
  reply: page(category),
});

export const getCategory = endpoint({
  method: 'GET',
  path: '/categories/:id',
  access: { permission: 'categories.view' },
  summary: 'One category with its department',
  params: idParams,
  reply: one(category),
});

export const createCategory = endpoint({
  method: 'POST',
  path: '/categories',
  access: { permission: 'categories.create' },
  summary: 'Make a category',
  body: z.object({ category: fields }),
  wrapper: 'category',
  status: 201,
  reply: one(category),
});

export const updateCategory = endpoint({
  method: 'PUT',
  path: '/categories/:id',
  access: { permission: 'categories.update' },
  summary: 'Change a category',
  params: idParams,
  body: z.object({ category: fields.partial().extend({ version: z.number().int().optional() }) }),
  wrapper: 'category',
  reply: one(category),
});

export const deleteCategory = endpoint({
  method: 'DELETE',
  path: '/categories/:id',
  access: { permission: 'categories.delete' },
  summary: 'Remove a category; its questions stay without one, answers keep its title',
  params: idParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});
