import { z } from 'zod';
import { isoDay } from './days.ts';
import { SUPPRESSION_REASONS } from './deliveries.ts';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';
import { TRIGGER_CHANNELS, unknownPlaceholders } from './triggers.ts';

export const MAX_STEPS = 20;

/** What an earlier step must have come to, so that a later one is asked. Scores are those of the survey of the earlier step. */
export const CONDITIONS = ['answered', 'not_answered', 'score_at_least', 'score_at_most'] as const;
export type ConditionKind = (typeof CONDITIONS)[number];

const conditionShape = z.object({
  /** Day of the earlier step. */
  day: z.number('Choose an earlier step.').int().min(0),
  is: z.enum(CONDITIONS, 'Choose what the earlier step must have come to.'),
  /** Id and limit of the outcome score; only for conditions on scores. A survey without a value does not meet them. */
  score_id: z.number().int().positive().nullable().default(null),
  value: z.number('Enter a number.').min(-100_000).max(100_000).nullable().default(null),
});
export type StepCondition = z.output<typeof conditionShape>;

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullable()
    .default(null)
    .transform((given) => given || null)
    .superRefine((given, ctx) => {
      const unknown = unknownPlaceholders(given ?? '');
      if (unknown.length > 0)
        ctx.addIssue({ code: 'custom', message: `${unknown.join(', ')} cannot be filled in.`, input: given });
    });

const stepShape = z.object({
  /** Id of a step that exists; a step without one is new. */
  id: z.number().int().positive().nullable().default(null),
  title: z.string('Enter a title.').trim().min(1, 'Enter a title.').max(80, 'Use at most 80 characters.'),
  survey_id: z.coerce.number('Choose a survey.').int('Choose a survey.').positive('Choose a survey.'),
  /** Days after the beginning, on which the person is asked. */
  after_days: z.coerce
    .number('Enter a number.')
    .int('Use whole days.')
    .min(0, 'A step cannot come before the beginning.')
    .max(3650, 'Use at most 3,650 days.'),
  /** Days after that in which the person can still be asked and can answer. */
  window_days: z.coerce
    .number('Enter a number.')
    .int('Use whole days.')
    .min(1, 'Leave a day at least to answer.')
    .max(180, 'Use at most 180 days.'),
  channel: z.enum(TRIGGER_CHANNELS, 'Choose a channel.'),
  reminders: z.coerce.number().int().min(0).max(2, 'Two reminders are the most.').default(0),
  reminder_days: z.coerce.number().int().min(1).max(60).default(7),
  /** Null: the standard text of the language. */
  subject: text(200),
  text: text(2000),
  only_if: conditionShape.nullable().default(null),
});

const fields = z.object({
  title: z.string('Enter a title.').trim().min(1, 'Enter a title.').max(120, 'Use at most 120 characters.'),
  active: z.boolean().default(true),
  steps: z.array(stepShape).min(1, 'Add at least one step.').max(MAX_STEPS, 'Use at most 20 steps.'),
});
export type NewPathway = z.output<typeof fields>;
export type NewStep = NewPathway['steps'][number];

/** Numbers of people whose step of a pathway has come to each of these. asked = answered + open + unanswered + not_sent. */
const stepCounts = z.object({
  asked: z.number(),
  answered: z.number(),
  /** Asked, and can still answer. */
  open: z.number(),
  /** Not answered within the window. */
  unanswered: z.number(),
  /** The message was refused or failed on its way. */
  not_sent: z.number(),
  /** Not asked because of the condition of the step, or because the survey was answered otherwise within the window. */
  skipped: z.number(),
  /** The window ended before the person could be asked. */
  missed: z.number(),
});
export type StepCounts = z.output<typeof stepCounts>;

const counts = {
  active_people: z.number(),
  completed_people: z.number(),
  ended_people: z.number(),
};

export const pathwaySummary = z.object({
  id: z.number(),
  title: z.string(),
  active: z.boolean(),
  /** Days of its steps. */
  days: z.array(z.number()),
  ...counts,
  version: z.number(),
});
export type PathwaySummary = z.output<typeof pathwaySummary>;

const step = z.object({
  ...stepShape.shape,
  id: z.number(),
  subject: z.string().nullable(),
  text: z.string().nullable(),
  survey_title: z.string(),
  counts: stepCounts,
});
export type PathwayStep = z.output<typeof step>;

/** At most so many of the newest answered surveys of a pathway count in its scores. */
export const MAX_SCORED = 20_000;

/** How a score went from step to step, for everybody in the pathway who answered. */
const courseOfScore = z.object({
  score_id: z.number(),
  title: z.string(),
  higher_is_better: z.boolean(),
  /** The least and the most that a value can be. */
  least: z.number(),
  most: z.number(),
  steps: z.array(
    z.object({
      day: z.number(),
      /** Number of people with a value. */
      answered: z.number(),
      /** Null for fewer than five people. */
      mean: z.number().nullable(),
      /** 95 % confidence interval of the mean, by Student's t. */
      interval: z.object({ from: z.number(), to: z.number() }).nullable(),
    }),
  ),
});
export type CourseOfScore = z.output<typeof courseOfScore>;

export const pathway = pathwaySummary.extend({
  steps: z.array(step),
  scores: z.array(courseOfScore),
  /** Triggers that begin it. */
  trigger_ids: z.array(z.number()),
});
export type Pathway = z.output<typeof pathway>;

export const ENROLMENT_STATES = ['active', 'completed', 'ended'] as const;
export type EnrolmentState = (typeof ENROLMENT_STATES)[number];

/** Why a pathway ended for a person before its last step. */
export const END_REASONS = ['by_hand', 'deceased', 'opted_out', 'event_cancelled', 'merged', 'erased'] as const;
export type EndReason = (typeof END_REASONS)[number];

/**
 * What a step came to for one person. `asked`: can still be answered; `not_sent`: the message was refused or failed; `unanswered`: the
 * window is over; `due`: still to come.
 */
export const OCCASION_STATES = ['due', 'asked', 'answered', 'unanswered', 'not_sent', 'skipped', 'missed'] as const;
export type OccasionState = (typeof OCCASION_STATES)[number];

/** Why a step was skipped or missed, beside the reasons of the gate. `late`: nothing kept it, but its time was over when it was looked at. */
export const OCCASION_REASONS = ['condition', 'answered_elsewhere', 'late', ...SUPPRESSION_REASONS] as const;

const occasion = z.object({
  title: z.string(),
  /** Days after the beginning. */
  day: z.number(),
  survey_id: z.number(),
  survey_title: z.string(),
  due_at: instant,
  closes_at: instant,
  state: z.enum(OCCASION_STATES),
  /** Why it was skipped, missed or not sent; of a step that is due, why it was put off. */
  reason: z.enum(OCCASION_REASONS).nullable(),
  feedback_id: z.number().nullable(),
});
export type Occasion = z.output<typeof occasion>;

export const enrolment = z.object({
  id: z.number(),
  pathway_id: z.number(),
  pathway_title: z.string(),
  patient_id: z.number(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  identifier: z.string(),
  visit_id: z.number().nullable(),
  location: z.string().nullable(),
  started_at: instant,
  state: z.enum(ENROLMENT_STATES),
  end_reason: z.enum(END_REASONS).nullable(),
  /** What the person wrote who ended it. */
  end_note: z.string().nullable(),
  ended_at: instant.nullable(),
  /** Who enrolled the patient; null: a trigger did. */
  enrolled_by: z.string().nullable(),
  /** When the next step is due or tried again; null when none is to come. */
  next_due_at: instant.nullable(),
  /** In the order of their days; those to come, too, unless it ended. */
  occasions: z.array(occasion),
});
export type Enrolment = z.output<typeof enrolment>;

export const listPathways = endpoint({
  method: 'GET',
  path: '/pathways',
  access: { permission: 'surveys.view' },
  summary: 'Pathways: surveys that ask the same person at several times',
  query: pagingQuery.extend({ sort: sortBy(['title', 'active_people', 'id'], 'title') }),
  reply: page(pathwaySummary),
});

export const getPathway = endpoint({
  method: 'GET',
  path: '/pathways/:id',
  access: { permission: 'surveys.view' },
  summary: 'One pathway with its steps, and what each has come to',
  params: idParams,
  reply: one(pathway),
});

export const createPathway = endpoint({
  method: 'POST',
  path: '/pathways',
  access: { permission: 'surveys.update' },
  summary: 'Make a pathway; people enter it by a trigger or by hand',
  wrapper: 'pathway',
  body: z.object({ pathway: fields }),
  status: 201,
  reply: one(pathway),
});

export const updatePathway = endpoint({
  method: 'PUT',
  path: '/pathways/:id',
  access: { permission: 'surveys.update' },
  summary: 'Change a pathway; for people in it, steps that are still to come follow the new plan',
  params: idParams,
  wrapper: 'pathway',
  body: z.object({ pathway: fields.extend({ version: z.number().int().optional() }) }),
  reply: one(pathway),
});

export const deletePathway = endpoint({
  method: 'DELETE',
  path: '/pathways/:id',
  access: { permission: 'surveys.update' },
  summary: 'Delete a pathway that nobody was in; 409 otherwise: switch it off',
  params: idParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

export const listEnrolments = endpoint({
  method: 'GET',
  path: '/pathway_enrolments',
  access: { permission: 'messages.list' },
  audit: true,
  summary: 'Who is in a pathway, and what each step came to for them',
  query: pagingQuery.extend({
    pathway_id: z.coerce.number().int().positive().optional(),
    patient_id: z.coerce.number().int().positive().optional(),
    state: z.enum(ENROLMENT_STATES).optional(),
    sort: sortBy(['started_at', 'next_due_at'], '-started_at'),
  }),
  reply: page(enrolment),
});

export const createEnrolment = endpoint({
  method: 'POST',
  path: '/pathway_enrolments',
  access: { permission: 'messages.create' },
  summary: 'Put a patient into a pathway; 409 when they are in it already',
  wrapper: 'enrolment',
  body: z.object({
    enrolment: z.object({
      pathway_id: z.coerce.number('Choose a pathway.').int('Choose a pathway.').positive('Choose a pathway.'),
      patient_id: z.number().int().positive(),
      /** The visit that the surveys are about. */
      visit_id: z.number().int().positive().nullable().default(null),
      /** The day from which the days of the steps count. */
      started_on: isoDay,
    }),
  }),
  status: 201,
  reply: one(enrolment),
});

export const endEnrolment = endpoint({
  method: 'POST',
  path: '/pathway_enrolments/:id/end',
  access: { permission: 'messages.create' },
  audit: { action: 'end', record: 'pathway_enrolments' },
  summary: 'End a pathway for a patient: nothing more is sent; 409 when it is over',
  params: idParams,
  wrapper: 'enrolment',
  body: z.object({
    enrolment: z.object({ reason: z.string('Say why.').trim().min(3, 'Say why, in a few words.').max(500) }),
  }),
  reply: one(enrolment),
});
