import { z } from 'zod';
import { isoDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { idParams, one } from './paging.ts';

export const caseCause = z.object({
  id: z.number(),
  title: z.string(),
  /** False: it is not offered any more, and stays with the cases that have it. */
  active: z.boolean(),
  sort_order: z.number(),
  /** A case of the caller's wards has it. */
  used: z.boolean(),
  version: z.number(),
});
export type CaseCause = z.output<typeof caseCause>;

const fields = z.object({
  title: z.string().trim().min(1, 'Enter a title.').max(200, 'Use at most 200 characters.'),
  active: z.boolean(),
  /** The place in the list: 1 comes first. */
  sort_order: z.number('Enter a place such as 1.').int().min(1, 'Enter a place from 1.').max(1000),
});

/** At most so many causes make a list that somebody can choose from. */
export const MAX_CAUSES = 100;

export const listCaseCauses = endpoint({
  method: 'GET',
  path: '/case_causes',
  access: { permission: 'cases.list' },
  summary: 'Why cases come about, in the order in which they are offered; those that are switched off, too',
  reply: z.object({ data: z.array(caseCause) }),
});

export const createCaseCause = endpoint({
  method: 'POST',
  path: '/case_causes',
  access: { permission: 'departments.update' },
  summary: 'Add a cause; from the first one on, closing a case asks for one',
  wrapper: 'case_cause',
  status: 201,
  body: z.object({ case_cause: fields.partial().required({ title: true }) }),
  reply: one(caseCause),
});

export const updateCaseCause = endpoint({
  method: 'PUT',
  path: '/case_causes/:id',
  access: { permission: 'departments.update' },
  summary: 'Rename a cause, move it, or switch it off or on',
  params: idParams,
  wrapper: 'case_cause',
  body: z.object({ case_cause: fields.partial().extend({ version: z.number().int().optional() }) }),
  reply: one(caseCause),
});

export const deleteCaseCause = endpoint({
  method: 'DELETE',
  path: '/case_causes/:id',
  access: { permission: 'departments.update' },
  summary: 'Remove a cause that no case has; 409 when one has it, which is then switched off',
  params: idParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

export const countCasesByCause = endpoint({
  method: 'GET',
  path: '/cases/by_cause',
  access: { permission: 'cases.list' },
  summary: 'How many cases of the caller’s wards were closed in a period, by cause; without days, the last 90',
  query: z.object({
    /** The first and the last day of the closing, in the application's time zone. */
    from: isoDay.optional(),
    to: isoDay.optional(),
  }),
  reply: one(
    z.object({
      from: z.string(),
      to: z.string(),
      total: z.number(),
      causes: z.array(
        z.object({
          /** Null: closed without a cause. */
          cause_id: z.number().nullable(),
          title: z.string().nullable(),
          count: z.number(),
        }),
      ),
    }),
  ),
});
