import { z } from 'zod';
import { isoDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

/** What can be exported: each is a view of the schema `report`. */
export const EXPORT_SUBJECTS = [
  'answers',
  'feedback',
  'scores',
  'pathway_steps',
  'invitations',
  'deliveries',
  'cases',
  'visits',
] as const;
export type ExportSubject = (typeof EXPORT_SUBJECTS)[number];
export const EXPORT_FORMATS = ['parquet', 'csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_STATES = ['waiting', 'running', 'done', 'failed', 'removed'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];
/** Exports of an application that wait or run at once. */
export const MAX_UNDER_WAY = 20;

const choice = {
  subject: z.enum(EXPORT_SUBJECTS),
  format: z.enum(EXPORT_FORMATS),
  /** Whether the file contains what people wrote; only answers have that. */
  with_comments: z.boolean(),
};

export const dataExport = z.object({
  id: z.number(),
  ...choice,
  /** First and last day by the calendar of the application; null: from the beginning, up to the end. */
  from_day: z.string().nullable(),
  to_day: z.string().nullable(),
  state: z.enum(EXPORT_STATES),
  /** Rows that are written; while it runs, those so far. */
  row_count: z.number(),
  bytes: z.number().nullable(),
  /** Name of the file in the store, with its folders; null: none is written yet. */
  file: z.string().nullable(),
  /** Null: the nightly export, or that account was deleted. */
  asked_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  is_nightly: z.boolean(),
  asked_at: instant,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  /** In words, without data of people; null: it did not fail. */
  error: z.string().nullable(),
});
export type DataExport = z.output<typeof dataExport>;

export const nightlyExport = z.object({
  active: z.boolean(),
  subjects: z.array(choice.subject).min(1, 'Choose at least one.').max(EXPORT_SUBJECTS.length),
  format: choice.format,
  with_comments: choice.with_comments,
  /** Only the last so many days; null: everything. */
  days: z.number().int().min(1, 'Enter at least 1 day.').max(3660, 'Enter at most 3,660 days.').nullable(),
});
export type NightlyExport = z.output<typeof nightlyExport>;

export const listDataExports = endpoint({
  method: 'GET',
  path: '/data_exports',
  access: { permission: 'data_exports.list' },
  summary: 'Exports of the current application, the newest first, and where their files are stored',
  query: pagingQuery.extend({
    state: z.enum(EXPORT_STATES).optional(),
    subject: choice.subject.optional(),
    sort: sortBy(['asked_at', 'row_count', 'bytes'], '-asked_at'),
  }),
  reply: page(dataExport).extend({
    /** Place of the store without what it takes to get in; null: EXPORT_URL is not set, and nothing can be exported. */
    place: z.string().nullable(),
    /** Days after which files are removed. */
    keep_days: z.number(),
  }),
});

export const getDataExport = endpoint({
  method: 'GET',
  path: '/data_exports/:id',
  access: { permission: 'data_exports.list' },
  summary: 'One export',
  params: idParams,
  reply: one(dataExport),
});

export const createDataExport = endpoint({
  method: 'POST',
  path: '/data_exports',
  access: { permission: 'data_exports.create' },
  freshSignIn: true,
  summary: 'Ask for an export. A job writes the file; what people wrote is in it only for whoever may read feedback',
  wrapper: 'data_export',
  status: 201,
  body: z.object({
    data_export: z
      .object({
        ...choice,
        with_comments: choice.with_comments.default(false),
        from_day: isoDay.nullable().default(null),
        to_day: isoDay.nullable().default(null),
      })
      .refine(({ from_day, to_day }) => from_day === null || to_day === null || from_day <= to_day, {
        path: ['to_day'],
        message: 'Choose a day that is not before the first.',
      }),
  }),
  reply: one(dataExport),
});

export const getDataExportFile = endpoint({
  method: 'GET',
  path: '/data_exports/:id/file',
  access: { permission: 'data_exports.download' },
  freshSignIn: true,
  audit: { record: 'data_exports', action: 'download' },
  summary: 'The file of an export. One with what people wrote is only for whoever may read feedback',
  params: idParams,
  reply: z.string(),
  replyMedia: 'application/octet-stream',
});

export const getNightlyExport = endpoint({
  method: 'GET',
  path: '/data_exports/nightly',
  access: { permission: 'data_exports.list' },
  summary: 'What is exported each night',
  reply: one(nightlyExport),
});

export const updateNightlyExport = endpoint({
  method: 'PUT',
  path: '/data_exports/nightly',
  access: { permission: 'data_exports.create' },
  freshSignIn: true,
  audit: { record: 'data_exports', action: 'update' },
  summary: 'Choose what is exported each night, or switch it off',
  wrapper: 'nightly_export',
  body: z.object({ nightly_export: nightlyExport }),
  reply: one(nightlyExport),
});
