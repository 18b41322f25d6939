import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, one } from './paging.ts';

/** A heading of a survey. The questions after it belong to it, up to the next one. */
export const section = z.object({
  id: z.number(),
  title: z.string(),
  /** A text below the heading; empty for none. */
  introduction: z.string(),
  /** Place among the sections and questions of the survey. */
  sort_order: z.number(),
  version: z.number(),
});
export type Section = z.output<typeof section>;

const id = z.coerce.number().int().positive();
const params = z.object({ id, sectionId: id });

const fields = z.object({
  title: z.string().trim().min(1, 'Enter a title.').max(200, 'Use at most 200 characters.'),
  introduction: z.string().trim().max(2000, 'Use at most 2,000 characters.').optional(),
});

export const createSection = endpoint({
  method: 'POST',
  path: '/surveys/:id/sections',
  access: { permission: 'surveys.update' },
  summary: 'Add a heading at the end of a survey; questions that are moved below it belong to it',
  params: idParams,
  wrapper: 'section',
  body: z.object({ section: fields }),
  status: 201,
  reply: one(section),
});

export const updateSection = endpoint({
  method: 'PUT',
  path: '/surveys/:id/sections/:sectionId',
  access: { permission: 'surveys.update' },
  audit: { record: 'sections' },
  summary: 'Change a heading of a survey; what was answered stays as it was asked',
  params,
  wrapper: 'section',
  body: z.object({ section: fields.partial().extend({ version: z.number().int().optional() }) }),
  reply: one(section),
});

export const deleteSection = endpoint({
  method: 'DELETE',
  path: '/surveys/:id/sections/:sectionId',
  access: { permission: 'surveys.update' },
  audit: { record: 'sections' },
  summary: 'Remove a heading; its questions stay, below the heading before it',
  params,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

/** A section or a question of a survey. */
export const item = z.object({ kind: z.enum(['section', 'question']), id });
export type Item = z.output<typeof item>;

export const orderSurvey = endpoint({
  method: 'PUT',
  path: '/surveys/:id/order',
  access: { permission: 'surveys.update' },
  audit: { action: 'order_questions', record: 'surveys' },
  summary: 'Put the sections and questions of a survey into an order; those not named come last',
  params: idParams,
  wrapper: 'survey',
  body: z.object({ survey: z.object({ items: z.array(item).max(1000) }) }),
  reply: z.object({ data: z.array(item) }),
});
