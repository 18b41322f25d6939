import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one } from './paging.ts';

/** 30 days. */
export const MAX_HOURS = 720;

export const kiosk = z.object({
  id: z.number(),
  /** Name of the tablet. */
  label: z.string(),
  survey_title: z.string(),
  /** False: the tablet says that it asks nothing at present. */
  survey_active: z.boolean(),
  department_title: z.string().nullable(),
  location: z.string().nullable(),
  started_by_name: z.string().nullable(),
  started_at: instant,
  expires_at: instant,
  answers_count: z.number(),
  last_answer_at: instant.nullable(),
});
export type Kiosk = z.output<typeof kiosk>;

export const listKiosks = endpoint({
  method: 'GET',
  path: '/mailing_list/:id/kiosks',
  access: { permission: 'feedback.create' },
  summary: 'Kiosks of a list that run now',
  params: idParams,
  reply: z.object({ data: z.array(kiosk) }),
});

export const startKiosk = endpoint({
  method: 'POST',
  path: '/mailing_list/:id/kiosks',
  idempotencyKey: false,
  access: { permission: 'feedback.create', person: true },
  audit: { action: 'start', record: 'kiosks' },
  summary: 'Make this browser a kiosk: sets its cookie and ends the session of the caller',
  params: idParams,
  body: z.object({
    kiosk: z.object({
      label: z
        .string('Say which tablet it is.')
        .trim()
        .min(1, 'Say which tablet it is.')
        .max(100, 'Use at most 100 characters.'),
      survey_id: z.number('Select a survey.').int().positive('Select a survey.'),
      department_id: z.number().int().positive().nullable().optional(),
      location: z
        .string()
        .trim()
        .max(100, 'Use at most 100 characters.')
        .nullable()
        .optional()
        .transform((text) => text || null),
      hours: z
        .number('Enter a number of hours.')
        .int('Enter a whole number of hours.')
        .min(1, 'Enter 1 hour or more.')
        .max(MAX_HOURS, 'Enter at most 720 hours.')
        .default(MAX_HOURS),
    }),
  }),
  wrapper: 'kiosk',
  status: 201,
  reply: one(z.object({ id: z.number() })),
});

export const endKiosk = endpoint({
  method: 'DELETE',
  path: '/mailing_list/:id/kiosks/:kioskId',
  access: { permission: 'feedback.create' },
  audit: { action: 'end', record: 'kiosks' },
  summary: 'End a kiosk at once; its answers stay',
  params: idParams.extend({ kioskId: z.coerce.number().int().positive() }),
  reply: one(z.object({ id: z.number() })),
});
