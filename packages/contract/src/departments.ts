import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, one, page, pagingQuery, sortBy } from './paging.ts';

export const department = z.object({
  id: z.number(),
  title: z.string(),
  version: z.number(),
});
export type Department = z.output<typeof department>;

export const departmentRow = department.extend({
  categories_count: z.number(),
  escalations_count: z.number(),
});
export type DepartmentRow = z.output<typeof departmentRow>;

export const departmentDetail = department.extend({
  categories: z.array(z.object({ id: z.number(), title: z.string() })),
  escalations_count: z.number(),
  /** Cases that are not closed. */
  open_cases_count: z.number(),
});
export type DepartmentDetail = z.output<typeof departmentDetail>;

const fields = z.object({
  title: z.string().trim().min(1, 'Enter a title.').max(200, 'Use at most 200 characters.'),
});

export const listDepartments = endpoint({
  method: 'GET',
  path: '/departments',
  access: { permission: 'departments.list' },
  summary: 'Departments; paginate=0 for a picker',
  query: pagingQuery.extend({ sort: sortBy(['title', 'id'], 'title') }),
  reply: page(departmentRow),
});

export const getDepartment = endpoint({
  method: 'GET',
  path: '/departments/:id',
  access: { permission: 'departments.view' },
  summary: 'One department with its categories',
  params: idParams,
  reply: one(departmentDetail),
});

export const createDepartment = endpoint({
  method: 'POST',
  path: '/departments',
  access: { permission: 'departments.create' },
  summary: 'Make a department',
  body: z.object({ department: fields }),
  wrapper: 'department',
  status: 201,
  reply: one(departmentDetail),
});

export const updateDepartment = endpoint({
  method: 'PUT',
  path: '/departments/:id',
  access: { permission: 'departments.update' },
  summary: 'Rename a department',
  params: idParams,
  body: z.object({ department: fields.extend({ version: z.number().int().optional() }) }),
  wrapper: 'department',
  reply: one(departmentDetail),
});

export const deleteDepartment = endpoint({
  method: 'DELETE',
  path: '/departments/:id',
  access: { permission: 'departments.delete' },
  summary: 'Remove a department and its escalations; its categories stay without one, its cases keep its name',
  params: idParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

export const escalation = z.object({
  id: z.number(),
  department_id: z.number(),
  survey_id: z.number(),
  survey_title: z.string(),
  /** 1 hears first. */
  sort_order: z.number(),
  user_ids: z.array(z.number()),
  /** Those of them who would hear: active, and still in the application. */
  users: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type Escalation = z.output<typeof escalation>;

export const listEscalations = endpoint({
  method: 'GET',
  path: '/departments/:id/escalations',
  access: { permission: 'departments.view' },
  summary: 'Who hears, and in which turn, when an answer calls for this department',
  params: idParams,
  query: pagingQuery,
  reply: page(escalation),
});

export const createEscalation = endpoint({
  method: 'POST',
  path: '/departments/:id/escalations',
  access: { permission: 'departments.update' },
  summary: 'Add people of one turn for one survey',
  params: idParams,
  body: z.object({
    department_escalation: z.object({
      survey_id: z.coerce.number('Choose a survey.').int().positive('Choose a survey.'),
      user_ids: z
        .array(z.coerce.number().int().positive())
        .min(1, 'Choose at least one person.')
        .max(200, 'Choose at most 200 people.'),
      sort_order: z.coerce
        .number('Enter a number from 1 to 100.')
        .int('Enter a number from 1 to 100.')
        .min(1, 'Enter a number from 1 to 100.')
        .max(100, 'Enter a number from 1 to 100.')
        .default(1),
    }),
  }),
  wrapper: 'department_escalation',
  status: 201,
  reply: one(escalation),
});

export const deleteEscalation = endpoint({
  method: 'DELETE',
  path: '/departments/:id/escalations/:escalationId',
  access: { permission: 'departments.update' },
  summary: 'Remove a turn; who heard of a case already stays told',
  params: z.object({
    id: z.coerce.number().int().positive(),
    escalationId: z.coerce.number().int().positive(),
  }),
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

export const listEscalationChoices = endpoint({
  method: 'GET',
  path: '/departments/:id/escalation_choices',
  access: { permission: 'departments.update' },
  summary: 'Surveys and active people that an escalation can name',
  params: idParams,
  reply: one(
    z.object({
      surveys: z.array(z.object({ id: z.number(), title: z.string() })),
      users: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
  ),
});
