import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery } from './paging.ts';
import { SUPPRESSION_REASONS } from './deliveries.ts';
import { TRIGGER_CHANNELS } from './triggers.ts';

export const BROADCAST_STATES = ['scheduled', 'running', 'paused', 'finished', 'cancelled'] as const;
export type BroadcastState = (typeof BROADCAST_STATES)[number];
export const BROADCAST_PLACEHOLDERS = ['given_name', 'hospital', 'link'] as const;

/** Everybody on the list is counted once: eligible = sent + suppressed + failed + waiting. */
export const funnel = z.object({
  eligible: z.number(),
  sent: z.number(),
  suppressed: z.number(),
  failed: z.number(),
  waiting: z.number(),
  /** Number of those sent that were answered. */
  answered: z.number(),
  /** The counts add up to `suppressed`. */
  reasons: z.array(z.object({ reason: z.enum(SUPPRESSION_REASONS), count: z.number() })),
});
export type Funnel = z.output<typeof funnel>;

const run = z.object({
  id: z.number(),
  /** The day that the run was scheduled for; null when it was started by hand. */
  run_on: z.string().nullable(),
  /** Number of people on the list when the run began. */
  total: z.number(),
  started_at: instant,
  /** When deliveries for the whole list had been made; null before. */
  queued_at: instant.nullable(),
  finished_at: instant.nullable(),
  funnel,
});
export type BroadcastRun = z.output<typeof run>;

export const broadcast = z.object({
  id: z.number(),
  survey_id: z.number(),
  survey_title: z.string(),
  sendable_type: z.literal('MailingList'),
  /** Null when the list was deleted. */
  sendable_id: z.number().nullable(),
  mailing_list: z.object({ id: z.number(), name: z.string(), contacts_count: z.number() }).nullable(),
  schedule: z.literal([0, 1]),
  channel: z.enum(TRIGGER_CHANNELS),
  /** "09:30", in the application's time zone. */
  send_at: z.string().nullable(),
  starts_at: z.string().nullable(),
  /** Null with a schedule: it goes on until somebody ends it. */
  ends_at: z.string().nullable(),
  /** The days of the week, Sunday first. */
  data: z.object({ day_of_week: z.array(z.boolean()) }),
  subject: z.string().nullable(),
  text: z.string().nullable(),
  state: z.enum(BROADCAST_STATES),
  next_run_at: instant.nullable(),
  created_at: instant,
  version: z.number(),
});
export type Broadcast = z.output<typeof broadcast>;

/** Number of coming runs that the record of a broadcast names. */
export const NEXT_RUNS = 3;

export const broadcastDetail = broadcast.extend({
  /** The coming runs by its schedule, at most NEXT_RUNS. */
  next_runs: z.array(instant),
});
export type BroadcastDetail = z.output<typeof broadcastDetail>;

const flag = z.union([z.boolean(), z.literal([0, 1, '0', '1'])]);
const emptyAsNone = <S extends z.ZodType>(schema: S) => schema.or(z.literal('')).nullish();
const date = (error: string) => z.string().regex(/^\d{4}-\d{2}-\d{2}([T ].*)?$/, error);

export const broadcastBody = z.object({
  sendable_type: z.literal('MailingList', 'A broadcast goes to a mailing list.').default('MailingList'),
  sendable_id: z.coerce
    .number('Choose a mailing list.')
    .int('Choose a mailing list.')
    .positive('Choose a mailing list.'),
  schedule: flag.default(false),
  channel: z.enum(TRIGGER_CHANNELS, 'Choose a channel.'),
  send_at: emptyAsNone(
    z.string().regex(/^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'Enter a time of day, such as 09:30.'),
  ),
  starts_at: emptyAsNone(date('Enter a date, such as 2027-03-01.')),
  /** Empty: it goes on until somebody ends it. */
  ends_at: emptyAsNone(date('Enter a date, such as 2027-03-31.')),
  data: z
    .object({
      day_of_week: z
        .array(z.unknown(), 'Say for each of the seven days, Sunday first, whether it is sent on.')
        .refine((days) => days.length === 7 && days.every((day) => flag.safeParse(day).success), {
          error: 'Say for each of the seven days, Sunday first, whether it is sent on.',
        })
        .default(() => Array.from({ length: 7 }, () => true)),
    })
    .optional(),
  /** Empty: the standard text, in each person's language. */
  subject: z.string().trim().max(200, 'Use at most 200 characters.').nullish(),
  text: z.string().trim().max(2000, 'Use at most 2,000 characters.').nullish(),
  version: z.number().int().optional(),
});
export type BroadcastBody = z.output<typeof broadcastBody>;

const broadcastParams = z.object({
  id: z.coerce.number().int().positive(),
  broadcastId: z.coerce.number().int().positive(),
});

export const listBroadcasts = endpoint({
  method: 'GET',
  path: '/surveys/:id/broadcasts',
  access: { permission: 'broadcasts.list' },
  summary: 'Broadcasts of a survey, newest first; schedule=1: those with a schedule only, 0: those without',
  params: idParams,
  query: pagingQuery.extend({ schedule: z.enum(['0', '1']).optional() }),
  reply: page(broadcast),
});

export const getBroadcastForm = endpoint({
  method: 'GET',
  path: '/surveys/:id/broadcast',
  access: { permission: 'broadcasts.list' },
  summary: 'What a new broadcast of this survey is made of',
  params: idParams,
  reply: one(
    z.object({
      survey: z.object({ id: z.number(), title: z.string() }),
      mailing_lists: z.array(z.object({ id: z.number(), name: z.string(), contacts_count: z.number() })),
      hospital: z.string(),
      time_zone: z.string(),
      /** The texts that are sent where a broadcast has none of its own. */
      standard: z.object({ subject: z.string(), email: z.string(), sms: z.string() }),
    }),
  ),
});

export const getBroadcast = endpoint({
  method: 'GET',
  path: '/surveys/:id/broadcast/:broadcastId',
  access: { permission: 'broadcasts.list' },
  summary: 'One broadcast, with its next runs',
  params: broadcastParams,
  reply: one(broadcastDetail),
});

export const getBroadcastResults = endpoint({
  method: 'GET',
  path: '/surveys/:id/broadcast/:broadcastId/results',
  access: { permission: 'broadcasts.list' },
  summary: 'What became of everybody it was meant for, in all and run by run, the newest run first',
  params: broadcastParams,
  reply: one(
    z.object({
      funnel,
      runs: z.array(run),
      /** End of the quiet hours, when they hold back a run; else null. */
      quiet_until: instant.nullable(),
    }),
  ),
});

export const getBroadcastAudience = endpoint({
  method: 'GET',
  path: '/surveys/:id/broadcast/:broadcastId/audience',
  access: { permission: 'broadcasts.list' },
  summary: 'How many people an execution would reach now; the rules that can stop a message are asked when it leaves',
  params: broadcastParams,
  reply: one(
    z.object({
      total: z.number(),
      /** Number of people without an address for the channel. */
      without_address: z.number(),
      /** Number of people who said stop, or whose address bounced. */
      opted_out: z.number(),
      reachable: z.number(),
      /** End of the quiet hours, when it is quiet now; else null. */
      quiet_until: instant.nullable(),
    }),
  ),
});

export const createBroadcast = endpoint({
  method: 'POST',
  path: '/surveys/:id/broadcasts',
  access: { permission: 'broadcasts.create' },
  summary: 'Make a broadcast of a survey to a mailing list',
  params: idParams,
  body: broadcastBody,
  status: 201,
  reply: one(broadcast),
});

export const updateBroadcast = endpoint({
  method: 'POST',
  path: '/surveys/:id/broadcasts/:broadcastId',
  access: { permission: 'broadcasts.update' },
  summary: 'Change a broadcast that is not running',
  params: broadcastParams,
  body: broadcastBody,
  audit: { action: 'update', record: 'broadcasts' },
  reply: one(broadcast),
});

const move = (name: string, permission: 'broadcasts.execute' | 'broadcasts.update', summary: string) =>
  endpoint({
    method: 'POST',
    path: `/surveys/:id/broadcasts/:broadcastId/${name}`,
    access: { permission },
    summary,
    params: broadcastParams,
    reply: one(broadcast),
  });

export const executeBroadcast = move('execute', 'broadcasts.execute', 'Send it now, once, to everybody on the list');
export const pauseBroadcast = move('pause', 'broadcasts.execute', 'Let nothing more leave until it is resumed');
export const resumeBroadcast = move('resume', 'broadcasts.execute', 'Go on where it was paused');
export const cancelBroadcast = move('cancel', 'broadcasts.execute', 'End it; what has not left is not sent');

export const deleteBroadcast = endpoint({
  method: 'DELETE',
  path: '/surveys/:id/broadcasts/:broadcastId',
  access: { permission: 'broadcasts.delete' },
  summary: 'Cancel and remove a broadcast; what was sent stays in the deliveries',
  params: broadcastParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

export const testBroadcast = endpoint({
  method: 'POST',
  path: '/surveys/:id/broadcasts/test',
  access: { permission: 'broadcasts.create', person: true },
  summary: "Send the words of a broadcast to the caller's own e-mail address",
  params: idParams,
  body: broadcastBody.pick({ channel: true, subject: true, text: true }),
  audit: { action: 'test', record: 'broadcasts' },
  reply: one(z.object({ recipient: z.string() })),
});

/** The body for the form of the screen, whose fields are inside `broadcast`. */
export const broadcastForm = z.object({ broadcast: broadcastBody });
