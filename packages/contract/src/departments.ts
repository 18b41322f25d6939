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
  /** Number of cases that are not closed. */
  open_cases_count: z.number(),
  /** Number of wards that belong to it. */
  wards_count: z.number(),
  /** Number of tablets whose answers belong to it. */
  kiosks_count: z.number(),
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
  /** Level 1 is told first. */
  sort_order: z.number(),
  user_ids: z.array(z.number()),
  /** True: whoever is on duty hears in this turn, and the people of it when nobody is. */
  on_duty: z.boolean(),
  /** Those of them who would be told: they are active, and still in the application. */
  users: z.array(z.object({ id: z.number(), name: z.string() })),
  version: z.number(),
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

const escalationFields = z.object({
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
  on_duty: z.boolean().default(false),
});

export const createEscalation = endpoint({
  method: 'POST',
  path: '/departments/:id/escalations',
  access: { permission: 'departments.update' },
  summary: 'Add people of one turn for one survey',
  params: idParams,
  body: z.object({
    department_escalation: escalationFields,
  }),
  wrapper: 'department_escalation',
  status: 201,
  reply: one(escalation),
});

export const updateEscalation = endpoint({
  method: 'PUT',
  path: '/departments/:id/escalations/:escalationId',
  access: { permission: 'departments.update' },
  summary: 'Change who hears in a turn; who heard of a case already stays told',
  params: z.object({
    id: z.coerce.number().int().positive(),
    escalationId: z.coerce.number().int().positive(),
  }),
  body: z.object({ department_escalation: escalationFields.extend({ version: z.number().int().optional() }) }),
  wrapper: 'department_escalation',
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

const checkedLevel = z.object({
  /** Level 1 is told first. */
  level: z.number(),
  people: z.array(
    z.object({
      user_id: z.number(),
      name: z.string(),
      /**
       * Wards (PV1-3.1) that the person sees elsewhere; empty means all. Whoever is told of a case may read it, whatever its
       * ward.
       */
      locations: z.array(z.string()),
    }),
  ),
});

export const escalationCheckRow = z.object({
  survey_id: z.number(),
  survey_title: z.string(),
  survey_active: z.boolean(),
  question: z.string(),
  option: z.string(),
  /** That of the question's category, else that of the wards of this row. Null: neither has one. */
  department_id: z.number().nullable(),
  department_title: z.string().nullable(),
  /** The wards for which this row holds: all, or those of one department where the question itself has none. */
  wards: z.array(z.string()),
  /** True when the wards bring the department. */
  by_ward: z.boolean(),
  /** Who would be told now, in this order. Levels without anybody who can be reached are left out. */
  levels: z.array(checkedLevel),
  /** True when nobody of the levels can be reached, so that the administrators would be told. */
  falls_back: z.boolean(),
  /** Levels that are set and in which nobody can be reached. */
  empty_levels: z.array(z.number()),
});
export type EscalationCheckRow = z.output<typeof escalationCheckRow>;

export const checkEscalations = endpoint({
  method: 'GET',
  path: '/applications/:id/escalation_check',
  access: { permission: 'departments.view', anyApplication: true },
  summary:
    'Every answer that opens a case, with who would be told of it now, and where nobody but the administrators would',
  params: idParams,
  reply: z.object({ data: z.array(escalationCheckRow), falling_back: z.number() }),
});
