import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, one, page, pagingQuery } from './paging.ts';

const choice = z.object({ id: z.string(), title: z.string() });

export const catalogEntry = z.object({
  id: z.string(),
  title: z.string(),
  actions: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      filters: z.array(z.object({ id: z.string(), title: z.string(), options: z.array(choice) })),
      fields: z.array(z.object({ id: z.string(), title: z.string(), type: z.string(), required: z.boolean() })),
    }),
  ),
});

export const TRIGGER_CHANNELS = ['email', 'sms', 'email_or_sms', 'sms_or_email'] as const;

/** Filter id → selected option ids. An absent or empty filter lets everything pass. */
export const triggerFilters = z.record(z.string().max(40), z.array(z.string().max(200)).max(200));

export const triggerConfig = z.object({
  filters: triggerFilters.default({}),
  survey_id: z.coerce.number().int().positive().optional(),
  /** Minutes from the event. */
  delay: z.coerce.number().int().min(0, 'The delay is in minutes and cannot be negative.').max(525_600).default(0),
  channel: z.enum(TRIGGER_CHANNELS).optional(),
  /** Sent while there is no answer, so many days after the one before. */
  reminders: z.coerce.number().int().min(0).max(2, 'Two reminders are the most.').optional(),
  reminder_days: z.coerce.number().int().min(1).max(60).optional(),
  subject: z.string().trim().max(200).optional(),
  text: z.string().trim().max(2000).optional(),
  endpoint: z
    .url({ protocol: /^https?$/, error: 'Enter the https address to call.' })
    .max(2000)
    .optional(),
});
export type TriggerConfig = z.output<typeof triggerConfig>;

export const trigger = z.object({
  id: z.number(),
  trigger: z.string(),
  action: z.string(),
  config: triggerConfig,
  active: z.boolean(),
});
export type Trigger = z.output<typeof trigger>;

const triggerBody = z.object({
  trigger: z.object({
    trigger: z.string().min(1, 'Choose a trigger.'),
    action: z.string().min(1, 'Choose an action.'),
    config: triggerConfig,
    active: z.boolean().default(true),
  }),
});

const triggerParams = z.object({
  id: z.coerce.number().int().positive(),
  triggerId: z.coerce.number().int().positive(),
});

export const getTriggerCatalog = endpoint({
  method: 'GET',
  path: '/trigger_catalog',
  access: 'signed-in',
  summary: 'Triggers, their actions, and the filters and fields of each',
  reply: z.object({ data: z.array(catalogEntry) }),
});

export const listTriggers = endpoint({
  method: 'GET',
  path: '/applications/:id/triggers',
  access: { permission: 'triggers.list', anyApplication: true },
  summary: "An application's triggers",
  params: idParams,
  query: pagingQuery,
  reply: page(trigger),
});

export const createTrigger = endpoint({
  method: 'POST',
  path: '/applications/:id/triggers',
  access: { permission: 'triggers.update', anyApplication: true },
  summary: 'Add a trigger',
  params: idParams,
  body: triggerBody,
  wrapper: 'trigger',
  status: 201,
  reply: one(trigger),
});

export const updateTrigger = endpoint({
  method: 'PUT',
  path: '/applications/:id/triggers/:triggerId',
  access: { permission: 'triggers.update', anyApplication: true },
  summary: 'Change a trigger, or switch it on or off',
  params: triggerParams,
  body: triggerBody,
  wrapper: 'trigger',
  reply: one(trigger),
});

export const deleteTrigger = endpoint({
  method: 'DELETE',
  path: '/applications/:id/triggers/:triggerId',
  access: { permission: 'triggers.update', anyApplication: true },
  summary: 'Remove a trigger; what it scheduled already stays',
  params: triggerParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});
