import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';
import { reportFilters } from './reports.ts';

/** How often a report is sent: each time for the week, the month or the quarter before. */
export const REPORT_RHYTHMS = ['week', 'month', 'quarter'] as const;
export type ReportRhythm = (typeof REPORT_RHYTHMS)[number];
/** The hour of the day at which reports leave, by the clocks of the application. */
export const REPORT_HOUR = 7;
export const MAX_REPORT_PEOPLE = 100;

/** `left_out`: there was a reason not to send it to this person. */
export const SENDING_STATES = ['waiting', 'sent', 'failed', 'left_out'] as const;
export type SendingState = (typeof SENDING_STATES)[number];
/** Why a report was not sent to somebody. */
export const LEFT_OUT_REASONS = ['no_access', 'no_address', 'other_wards', 'no_survey', 'no_mail_server'] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

export const getReportPack = endpoint({
  method: 'GET',
  path: '/reports/pack',
  access: { permission: 'surveys.view' },
  summary:
    'The reports of a survey in one PDF, in the language of the caller: the figures beside those before, their course, wards and questions, and closed cases for whoever may see these',
  query: reportFilters,
  reply: z.string(),
  replyMedia: 'application/pdf',
});

const schedule = z.object({
  id: z.number(),
  title: z.string(),
  rhythm: z.enum(REPORT_RHYTHMS),
  /** Null: each time the survey with most answers. */
  survey: z.object({ id: z.number(), title: z.string() }).nullable(),
  /** A ward; null: all that the person sees who gets the report. */
  location: z.string().nullable(),
  department: z.object({ id: z.number(), title: z.string() }).nullable(),
  /** False: nothing is sent. */
  active: z.boolean(),
  /** The day on which the next one is sent; null when it is switched off. */
  next_on: z.string().nullable(),
  people_count: z.number(),
  /** What came of the last one; null: none was sent yet. */
  last: z
    .object({
      from: z.string(),
      to: z.string(),
      sent_count: z.number(),
      waiting_count: z.number(),
      /** Those that failed or were left out. */
      missing_count: z.number(),
    })
    .nullable(),
  version: z.number(),
});
export type ReportSchedule = z.output<typeof schedule>;

const detail = schedule.extend({
  people: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      /** False: they may not read reports here any more, and get none. */
      may_read: z.boolean(),
    }),
  ),
});
export type ReportScheduleDetail = z.output<typeof detail>;

const fields = {
  title: z.string('Enter a title.').trim().min(1, 'Enter a title.').max(120, 'Use at most 120 characters.'),
  rhythm: z.enum(REPORT_RHYTHMS, 'Choose how often.'),
  survey_id: z.number().int().positive().nullable(),
  location: z
    .string()
    .trim()
    .max(100, 'Use at most 100 characters.')
    .nullable()
    .transform((ward) => ward || null),
  department_id: z.number().int().positive().nullable(),
  active: z.boolean(),
  user_ids: z
    .array(z.number().int().positive())
    .min(1, 'Choose at least one person.')
    .max(MAX_REPORT_PEOPLE, `Choose at most ${MAX_REPORT_PEOPLE} people.`),
};

const READ = { permission: 'report_schedules.list' } as const;
const WRITE = { permission: 'report_schedules.update' } as const;

export const listReportSchedules = endpoint({
  method: 'GET',
  path: '/report_schedules',
  access: READ,
  summary: 'Reports that are sent by e-mail as a PDF, each week, month or quarter',
  query: pagingQuery.extend({
    active: z.enum(['0', '1']).optional(),
    sort: sortBy(['title', 'next_on'], 'title'),
  }),
  reply: page(schedule),
});

export const listReportReaders = endpoint({
  method: 'GET',
  path: '/report_schedules/people',
  access: WRITE,
  summary: 'The people of the application who may read reports, to choose from',
  reply: z.object({
    data: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        /** The wards that they see; empty: every ward. */
        wards: z.array(z.string()),
      }),
    ),
  }),
});

export const getReportSchedule = endpoint({
  method: 'GET',
  path: '/report_schedules/:id',
  access: READ,
  summary: 'One of them, with the people who get it',
  params: idParams,
  reply: one(detail),
});

export const createReportSchedule = endpoint({
  method: 'POST',
  path: '/report_schedules',
  access: WRITE,
  summary: 'Send a report regularly. Each person gets the figures that they may see themselves',
  wrapper: 'report_schedule',
  status: 201,
  body: z.object({
    report_schedule: z.object({
      ...fields,
      survey_id: fields.survey_id.default(null),
      location: fields.location.default(null),
      department_id: fields.department_id.default(null),
      active: fields.active.default(true),
    }),
  }),
  reply: one(detail),
});

export const updateReportSchedule = endpoint({
  method: 'PUT',
  path: '/report_schedules/:id',
  access: WRITE,
  summary: 'Change what is sent, how often and to whom, or switch it off and on',
  params: idParams,
  wrapper: 'report_schedule',
  body: z.object({ report_schedule: z.object(fields).partial().extend({ version: z.number().int().optional() }) }),
  reply: one(detail),
});

export const deleteReportSchedule = endpoint({
  method: 'DELETE',
  path: '/report_schedules/:id',
  access: WRITE,
  summary: 'Send it no more, and forget what was sent',
  params: idParams,
  reply: one(z.object({ id: z.number() })),
});

const sending = z.object({
  id: z.number(),
  /** Null: the account was deleted. */
  name: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  state: z.enum(SENDING_STATES),
  reason: z.enum(LEFT_OUT_REASONS).nullable(),
  /** What the mail server said; null: it did not refuse. */
  last_error: z.string().nullable(),
  /** Null: it was due by the schedule. */
  asked_by: z.string().nullable(),
  created_at: instant,
  sent_at: instant.nullable(),
});
export type ReportSending = z.output<typeof sending>;

export const listReportSendings = endpoint({
  method: 'GET',
  path: '/report_schedules/:id/sendings',
  access: READ,
  summary: 'To whom a report was sent, the newest first, and why it was not',
  params: idParams,
  query: pagingQuery.extend({ state: z.enum(SENDING_STATES).optional() }),
  reply: page(sending),
});

export const sendReportNow = endpoint({
  method: 'POST',
  path: '/report_schedules/:id/sendings',
  access: WRITE,
  audit: { action: 'send', record: 'report_schedules' },
  summary:
    'Send the report of the last week, month or quarter now, to its people or, to look at it, to the caller alone',
  params: idParams,
  wrapper: 'sending',
  status: 202,
  body: z.object({ sending: z.object({ only_me: z.boolean().default(false) }) }),
  reply: one(z.object({ count: z.number() })),
});
