import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant, one } from './paging.ts';

/** Days without a message after which a ward without a department is not listed. */
export const SEEN_WITHIN_DAYS = 90;

export const wardDepartment = z.object({
  /** Point of care (PV1-3.1). */
  location: z.string(),
  department_id: z.number().nullable(),
  department_title: z.string().nullable(),
  /** Time of the ward's last event. Null: it has a department, and no message is stored any more. */
  last_seen_at: instant.nullable(),
});
export type WardDepartment = z.output<typeof wardDepartment>;

export const listWardDepartments = endpoint({
  method: 'GET',
  path: '/departments/wards',
  access: { permission: 'departments.list' },
  summary: `Wards with their departments: those with a department or a message of the last ${SEEN_WITHIN_DAYS} days; wards without a department come first`,
  reply: z.object({
    data: z.array(wardDepartment),
    /** Number of these wards that have no department. */
    without_department: z.number(),
  }),
});

export const updateWardDepartments = endpoint({
  method: 'PUT',
  path: '/departments/wards',
  access: { permission: 'departments.update' },
  summary: 'Give wards a department, or none; later answers from a ward belong to it where their link names no other',
  body: z.object({
    wards: z
      .array(
        z.object({
          location: z.string().trim().min(1, 'Name a ward.').max(200, 'Use at most 200 characters.'),
          department_id: z.number('Choose a department.').int().positive('Choose a department.').nullable(),
        }),
      )
      .min(1, 'Choose at least one ward.')
      .max(500, 'Change at most 500 wards at once.')
      .refine((wards) => new Set(wards.map(({ location }) => location)).size === wards.length, {
        message: 'Name each ward once.',
      }),
  }),
  reply: z.object({ data: z.object({ changed: z.number() }) }),
});

export const backfill = z.object({
  id: z.number(),
  state: z.enum(['running', 'finished']),
  /** Number of answers when it was started. */
  total: z.number(),
  done: z.number(),
  started_at: instant,
  finished_at: instant.nullable(),
  /** Null: this person was deleted. */
  user_name: z.string().nullable(),
});
export type Backfill = z.output<typeof backfill>;

const pastAnswers = z.object({
  /** Answers from wards with a department that have none themselves. */
  count: z.number(),
  /** The newest run; null: there was none. */
  backfill: backfill.nullable(),
});

export const getPastAnswers = endpoint({
  method: 'GET',
  path: '/departments/wards/past_answers',
  access: { permission: 'departments.update' },
  summary: 'How many answers already given would get the department of their ward, and the newest run that does so',
  reply: one(pastAnswers),
});

export const startBackfill = endpoint({
  method: 'POST',
  path: '/departments/wards/past_answers',
  access: { permission: 'departments.update' },
  summary: 'Give answers without a department the one of their ward; while a run is going on, returns that one',
  reply: one(pastAnswers),
});
