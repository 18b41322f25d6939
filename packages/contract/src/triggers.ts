import { z } from 'zod';
import { SUPPRESSION_REASONS } from './deliveries.ts';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery } from './paging.ts';

const choice = z.object({ id: z.string(), title: z.string() });

export const TRIGGER_CHANNELS = ['email', 'sms', 'email_or_sms', 'sms_or_email'] as const;

/** Ids of selected options by the id of the filter. A filter that is absent or empty matches everything. */
export const triggerFilters = z.record(z.string().max(40), z.array(z.string().max(200)).max(200));

export const triggerConfig = z.object({
  filters: triggerFilters.default({}),
  survey_id: z.coerce.number().int().positive().optional(),
  pathway_id: z.coerce.number().int().positive().optional(),
  /** Minutes after the event. */
  delay: z.coerce.number().int().min(0, 'The delay is in minutes and cannot be negative.').max(525_600).default(0),
  channel: z.enum(TRIGGER_CHANNELS).optional(),
  /** Number of reminders. Each is sent when there is no answer this many days after the message before it. */
  reminders: z.coerce.number().int().min(0).max(2, 'Two reminders are the most.').optional(),
  reminder_days: z.coerce.number().int().min(1).max(60).optional(),
  /** Share of the people who could be asked that is asked, drawn at random. Absent: everybody. */
  sample_percent: z.coerce.number().min(1, 'Ask 1 % at least.').max(100, 'Ask 100 % at most.').optional(),
  /** The same seed draws the same visits. */
  sample_seed: z.string().trim().max(40, 'Use at most 40 characters.').optional(),
  /** Number of people of a ward who are asked in a month at most, by the calendar of the application. Absent: no limit. */
  ward_quota: z.coerce
    .number()
    .int('Use a whole number.')
    .min(1, 'Ask one person at least.')
    .max(100_000, 'Use at most 100,000.')
    .optional(),
  subject: z.string().trim().max(200).optional(),
  text: z.string().trim().max(2000).optional(),
  endpoint: z
    .url({ protocol: /^https?$/, error: 'Enter the https address to call.' })
    .max(2000)
    .optional(),
});
export type TriggerConfig = z.output<typeof triggerConfig>;

export const catalogEntry = z.object({
  id: z.string(),
  title: z.string(),
  actions: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      filters: z.array(z.object({ id: z.string(), title: z.string(), options: z.array(choice) })),
      fields: z.array(z.object({ id: z.string(), title: z.string(), type: z.string(), required: z.boolean() })),
      /** What well-known programmes ask for, to begin a trigger with. */
      packs: z.array(z.object({ id: z.string(), title: z.string(), text: z.string(), config: triggerConfig })),
    }),
  ),
});

export type CatalogEntry = z.output<typeof catalogEntry>;

export const trigger = z.object({
  id: z.number(),
  trigger: z.string(),
  action: z.string(),
  config: triggerConfig,
  active: z.boolean(),
  version: z.number(),
  /** Title of the survey in `survey_id`. */
  survey_title: z.string().nullable(),
  /** Title of the pathway in `pathway_id`. */
  pathway_title: z.string().nullable(),
});
export type Trigger = z.output<typeof trigger>;

const newTrigger = z.object({
  trigger: z.string('Choose a trigger.').min(1, 'Choose a trigger.'),
  action: z.string('Choose an action.').min(1, 'Choose an action.'),
  config: triggerConfig,
  active: z.boolean().default(true),
});
export type NewTrigger = z.output<typeof newTrigger>;

const triggerBody = z.object({ trigger: newTrigger });
const triggerChange = z.object({ trigger: newTrigger.extend({ version: z.number().int().optional() }) });

/** Placeholders that a text may contain; `{{link}}` is the patient's own link. */
export const TEXT_PLACEHOLDERS = ['given_name', 'ward', 'hospital', 'link'] as const;

/** Returns placeholders that cannot be filled in; a patient would see an empty place. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)]
    .filter(([, name]) => !TEXT_PLACEHOLDERS.some((known) => known === name))
    .map(([whole]) => whole);

export const PREVIEW_DAYS = 7;

/** What one past message would have caused. */
export const previewDecision = z.object({
  /** Id of the message; null for an answer that opened a case. */
  message_id: z.number().nullable(),
  at: instant,
  event: z.string().nullable(),
  location: z.string().nullable(),
  /** Null also for users who may not see messages. */
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  channel: z.enum(['email', 'sms', 'push']).nullable(),
  /** The reason of the gate to refuse; null: it would have been sent. */
  reason: z.enum(SUPPRESSION_REASONS).nullable(),
});
export type PreviewDecision = z.output<typeof previewDecision>;

export const triggerPreview = z.object({
  days: z.number(),
  /** The beginning of what was examined. It is later than `days` ago when there was too much to examine. */
  since: instant,
  bounded: z.boolean(),
  /** Number of messages, or of answers that opened a case, that were examined. */
  examined: z.number(),
  /** Number of these that match the filters: would_send and everything that was refused. */
  matched: z.number(),
  would_send: z.number(),
  refused: z.array(z.object({ reason: z.enum(SUPPRESSION_REASONS), count: z.number() })),
  /**
   * Null: the trigger asks everybody. `frame`: number of those who could be asked; `drawn`: of these, whom the share leaves; `over_quota`: of
   * these, for whom the month of their ward had no room.
   */
  sample: z
    .object({
      percent: z.number(),
      seed: z.string(),
      frame: z.number(),
      drawn: z.number(),
      quota: z.number().nullable(),
      over_quota: z.number(),
    })
    .nullable(),
  /** The newest 200 decisions. */
  decisions: z.array(previewDecision),
});
export type TriggerPreview = z.output<typeof triggerPreview>;

const triedTrigger = newTrigger.extend({
  /** Id of an existing trigger: what it has sent itself is not counted. */
  id: z.number().int().positive().optional(),
  version: z.number().int().optional(),
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
  body: triggerChange,
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

export const getTriggerUses = endpoint({
  method: 'GET',
  path: '/applications/:id/triggers/:triggerId/uses',
  access: { permission: 'triggers.update', anyApplication: true },
  summary: 'What a trigger has begun, which goes on when it is switched off or deleted',
  params: triggerParams,
  reply: one(
    z.object({
      /** Number of deliveries that wait for their time, reminders included. */
      scheduled: z.number(),
      /** Number of these deliveries that are reminders. */
      reminders: z.number(),
      /** Number of people who were sent a link that is still open; at most MAX_COUNTED_LINKS of surveys. */
      unanswered: z.number(),
    }),
  ),
});

export const previewTrigger = endpoint({
  method: 'POST',
  path: '/applications/:id/triggers/preview',
  idempotencyKey: false,
  access: { permission: 'triggers.update', anyApplication: true },
  audit: { action: 'try', record: 'triggers' },
  summary: 'Try a trigger on past traffic: what would have been sent, what not and why; writes and sends nothing',
  params: idParams,
  body: z.object({
    trigger: triedTrigger,
    days: z.coerce.number().int().min(1).max(31, 'Try it on 31 days at most.').default(PREVIEW_DAYS),
  }),
  wrapper: 'trigger',
  reply: one(triggerPreview),
});

/** Longest time that a trial looks back. */
export const MAX_TRIAL_DAYS = 1_096;
/** Maximum number of trials of an application that are counted at the same time. */
export const MAX_TRIALS_UNDER_WAY = 3;

export const TRIAL_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type TrialState = (typeof TRIAL_STATES)[number];

const counted = { matched: z.number(), would_send: z.number() };

export const trialOutcome = triggerPreview.extend({
  /** By the calendar of the application, as 2026-04, oldest first. Months without messages are left out. */
  months: z.array(z.object({ month: z.string(), ...counted })),
  /** The 200 wards with most messages, those first. `location` is null for messages that name no ward. */
  wards: z.array(z.object({ location: z.string().nullable(), ...counted })),
});
export type TrialOutcome = z.output<typeof trialOutcome>;

export const triggerTrial = z.object({
  id: z.number(),
  state: z.enum(TRIAL_STATES),
  days: z.number(),
  /** Number of messages to look at; 0 until they are counted. */
  expected: z.number(),
  examined: z.number(),
  asked_at: instant,
  finished_at: instant.nullable(),
  /** Null until it is done. */
  outcome: trialOutcome.nullable(),
});
export type TriggerTrial = z.output<typeof triggerTrial>;

const trialParams = z.object({
  id: z.coerce.number().int().positive(),
  trialId: z.coerce.number().int().positive(),
});

export const startTrial = endpoint({
  method: 'POST',
  path: '/applications/:id/trigger_trials',
  access: { permission: 'triggers.update', anyApplication: true },
  audit: { action: 'try', record: 'trigger_trials' },
  summary:
    'Try a trigger on up to three years of past traffic; counted in the background, writes and sends nothing else',
  params: idParams,
  body: z.object({
    trigger: triedTrigger,
    days: z.coerce
      .number()
      .int('Use a whole number.')
      .min(1, 'Try it on one day at least.')
      .max(MAX_TRIAL_DAYS, 'Try it on three years at most.'),
  }),
  wrapper: 'trigger',
  status: 201,
  reply: one(triggerTrial),
});

export const getTrial = endpoint({
  method: 'GET',
  path: '/applications/:id/trigger_trials/:trialId',
  access: { permission: 'triggers.update', anyApplication: true },
  audit: { action: 'view', record: 'trigger_trials' },
  summary: 'How far the trial of a trigger is, and what it counted; kept for 30 days',
  params: trialParams,
  reply: one(triggerTrial),
});

export const cancelTrial = endpoint({
  method: 'DELETE',
  path: '/applications/:id/trigger_trials/:trialId',
  access: { permission: 'triggers.update', anyApplication: true },
  audit: { action: 'cancel', record: 'trigger_trials' },
  summary: 'Cancel a trial that is not done',
  params: trialParams,
  reply: one(triggerTrial),
});
