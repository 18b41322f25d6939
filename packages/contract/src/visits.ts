import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one } from './paging.ts';

/** One step of what happened: event → trigger → sent or suppressed → delivered → answered → case → closed. */
export const timelineEntry = z.object({
  at: instant,
  kind: z.enum(['message', 'delivery', 'opened', 'answered', 'case', 'case_step']),
  /** Id of the message, delivery, invitation or case. */
  id: z.number(),
  /** Event code, delivery state, or case state. */
  state: z.string(),
  /** A suppression reason, an error text, a channel or a note. */
  detail: z.string().nullable(),
  channel: z.string().nullable(),
  title: z.string().nullable(),
  /** The answered survey; null for every other step. */
  feedback_id: z.number().nullable(),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

export const visit = z.object({
  id: z.number(),
  visit_number: z.string().nullable(),
  state: z.enum(['expected', 'open', 'closed', 'cancelled', 'not_attended']),
  kind: z.enum(['inpatient', 'emergency', 'outpatient']).nullable(),
  on_leave: z.boolean(),
  appointment_state: z.string().nullable(),
  expected_at: instant.nullable(),
  identity_in_doubt: z.boolean(),
  patient_class: z.string().nullable(),
  location: z.string().nullable(),
  admitted_at: instant.nullable(),
  discharged_at: instant.nullable(),
  patient_id: z.number(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  birth_date: z.string().nullable(),
  sex: z.string().nullable(),
  deceased: z.boolean(),
  timeline: z.array(timelineEntry),
});
export type Visit = z.output<typeof visit>;

export const getVisit = endpoint({
  method: 'GET',
  path: '/visits/:id',
  access: { permission: 'messages.list' },
  audit: true,
  summary: 'One visit with its timeline',
  params: idParams,
  reply: one(visit),
});
