import { z } from 'zod';
import { isoDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { idParams, one } from './paging.ts';

export const MAX_SHIFTS = 200;
export const MAX_ABSENCES = 50;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 07:30.');
const person = z.object({ id: z.number(), name: z.string() });

export const shift = z.object({
  id: z.number(),
  /** 1 is Monday: the day on which the shift begins. */
  weekday: z.number(),
  /** "19:00", by the clocks of the application. */
  starts: z.string(),
  /** A shift that does not end later than it begins ends on the next day. */
  ends: z.string(),
  /** Those of the people who are active in the application. */
  users: z.array(person),
  version: z.number(),
});
export type Shift = z.output<typeof shift>;

export const onDuty = z.object({
  /** Who is on duty now, by name. */
  people: z.array(person),
});

const shiftFields = z.object({
  weekday: z.coerce.number('Choose a day.').int().min(1, 'Choose a day.').max(7, 'Choose a day.'),
  starts: clock,
  ends: clock,
  user_ids: z
    .array(z.coerce.number().int().positive())
    .min(1, 'Choose at least one person.')
    .max(50, 'Choose at most 50 people.'),
});
export type ShiftFields = z.output<typeof shiftFields>;

const shiftParams = z.object({
  id: z.coerce.number().int().positive(),
  shiftId: z.coerce.number().int().positive(),
});

export const listShifts = endpoint({
  method: 'GET',
  path: '/departments/:id/duty_shifts',
  access: { permission: 'departments.view' },
  summary: 'The weekly duty rota of a department, and who is on duty now',
  params: idParams,
  reply: z.object({ data: z.array(shift), on_duty: onDuty, time_zone: z.string() }),
});

export const getOnDuty = endpoint({
  method: 'GET',
  path: '/departments/:id/on_duty',
  access: { permission: 'cases.list' },
  summary: 'Who is on duty in a department now',
  params: idParams,
  reply: one(onDuty),
});

export const createShift = endpoint({
  method: 'POST',
  path: '/departments/:id/duty_shifts',
  access: { permission: 'departments.update' },
  summary: 'Add a shift to the weekly duty rota of a department',
  params: idParams,
  body: z.object({ duty_shift: shiftFields }),
  wrapper: 'duty_shift',
  status: 201,
  reply: one(shift),
});

export const updateShift = endpoint({
  method: 'PUT',
  path: '/departments/:id/duty_shifts/:shiftId',
  access: { permission: 'departments.update' },
  summary: 'Change a shift; who heard of a case already stays told',
  params: shiftParams,
  body: z.object({ duty_shift: shiftFields.extend({ version: z.number().int().optional() }) }),
  wrapper: 'duty_shift',
  reply: one(shift),
});

export const deleteShift = endpoint({
  method: 'DELETE',
  path: '/departments/:id/duty_shifts/:shiftId',
  access: { permission: 'departments.update' },
  summary: 'Remove a shift',
  params: shiftParams,
  reply: one(z.object({ id: z.number() })),
});

export const absence = z.object({
  id: z.number(),
  /** The first and the last day, by the calendar of the application. */
  from_day: z.string(),
  to_day: z.string(),
  deputy: person,
});
export type Absence = z.output<typeof absence>;

const absences = z.object({
  /** Those that have not ended, the next first. */
  data: z.array(absence),
  /** Colleagues who work on cases, of whom a deputy is chosen. */
  deputies: z.array(person),
});

const absenceBody = z.object({
  absence: z
    .object({
      from_day: isoDay,
      to_day: isoDay,
      deputy_id: z.coerce.number('Choose a deputy.').int().positive('Choose a deputy.'),
    })
    .refine(({ from_day, to_day }) => to_day >= from_day, {
      path: ['to_day'],
      error: 'The last day is before the first. Choose a later one.',
    }),
});
export type AbsenceFields = z.output<typeof absenceBody>['absence'];

export const listOwnAbsences = endpoint({
  method: 'GET',
  path: '/account/absences',
  access: { permission: 'cases.list', person: true },
  summary: 'When I am away in this application, and who stands in for me',
  reply: absences,
});

export const createOwnAbsence = endpoint({
  method: 'POST',
  path: '/account/absences',
  access: { permission: 'cases.list', person: true },
  audit: { action: 'create', record: 'absences' },
  summary: 'Say when I am away, and who hears of cases in my place',
  body: absenceBody,
  wrapper: 'absence',
  status: 201,
  reply: one(absence),
});

export const deleteOwnAbsence = endpoint({
  method: 'DELETE',
  path: '/account/absences/:id',
  access: { permission: 'cases.list', person: true },
  audit: { action: 'delete', record: 'absences' },
  summary: 'Take back an absence of mine',
  params: idParams,
  reply: one(z.object({ id: z.number() })),
});

const ofUser = { permission: 'users.update' } as const;

export const listAbsences = endpoint({
  method: 'GET',
  path: '/users/:id/absences',
  access: ofUser,
  summary: 'When a person of this application is away, and who stands in',
  params: idParams,
  reply: absences,
});

export const createAbsence = endpoint({
  method: 'POST',
  path: '/users/:id/absences',
  access: ofUser,
  audit: { action: 'create', record: 'absences' },
  summary: 'Say when a person is away, and who hears of cases in their place',
  params: idParams,
  body: absenceBody,
  wrapper: 'absence',
  status: 201,
  reply: one(absence),
});

export const deleteAbsence = endpoint({
  method: 'DELETE',
  path: '/users/:id/absences/:absenceId',
  access: ofUser,
  audit: { action: 'delete', record: 'absences' },
  summary: 'Take back an absence of a person',
  params: z.object({
    id: z.coerce.number().int().positive(),
    absenceId: z.coerce.number().int().positive(),
  }),
  reply: one(z.object({ id: z.number() })),
});
