import { z } from 'zod';
import { endpoint, FILE_MEDIA } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery } from './paging.ts';

export const IMPORT_STATES = ['uploading', 'uploaded', 'queued', 'running', 'finished', 'failed', 'cancelled'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What a column of the file may contain. */
export const IMPORT_FIELDS = [
  'name',
  'given_name',
  'family_name',
  'email',
  'phone',
  'language',
  'external_id',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Encodings of a CSV file that a person may choose, by their WHATWG names. Others are found by the file itself. */
export const IMPORT_ENCODINGS = [
  'utf-8',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'iso-8859-2',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
] as const;
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number];

/** Reasons why a row was left out. */
export const ROW_PROBLEMS = [
  'nobody',
  'email_invalid',
  'phone_invalid',
  'name_too_long',
  'external_id_too_long',
  'too_many_cells',
  'duplicate',
  'cut_off',
] as const;
export type RowProblem = (typeof ROW_PROBLEMS)[number];

/** Position of the column of each field, from 0. */
const columns = z.partialRecord(z.enum(IMPORT_FIELDS), z.number().int().min(0).max(999));
export type ImportColumns = z.output<typeof columns>;

/** Returns whether the columns are enough to reach a person or to recognise one. */
export const hasIdentity = (chosen: ImportColumns): boolean =>
  [chosen.email, chosen.phone, chosen.external_id].some((column) => column !== undefined);

export const contactImport = z.object({
  id: z.number(),
  mailing_list_id: z.number(),
  state: z.enum(IMPORT_STATES),
  file_name: z.string(),
  format: z.enum(['csv', 'xlsx']),
  size_bytes: z.number(),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  columns,
  /** The first rows, with the problems that they have with the present choice of columns. */
  preview: z.object({
    header: z.array(z.string()),
    rows: z.array(z.object({ line: z.number(), cells: z.array(z.string()), problem: z.enum(ROW_PROBLEMS).nullable() })),
  }),
  rows_read: z.number(),
  /** 0 to 100 */
  progress: z.number(),
  added: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  in_error: z.number(),
  /** Number of all these contacts that were not on the list before. */
  joined: z.number(),
  /** Why the import failed, and what to do. */
  error: z.string().nullable(),
  created_at: instant,
  finished_at: instant.nullable(),
});
export type ContactImport = z.output<typeof contactImport>;

const importParams = z.object({
  id: z.coerce.number().int().positive(),
  importId: z.coerce.number().int().positive(),
});

export const uploadImport = endpoint({
  method: 'POST',
  path: '/mailing_list/:id/import',
  idempotencyKey: false,
  bodyMedia: FILE_MEDIA,
  access: { permission: 'contacts.import' },
  summary:
    'Import contacts from a CSV or XLSX file, sent as multipart/form-data in a field named file; with hold=1 it waits to be started',
  params: idParams,
  query: z.object({ hold: z.enum(['1']).optional() }),
  status: 202,
  reply: one(contactImport),
});

export const listImports = endpoint({
  method: 'GET',
  path: '/mailing_list/:id/imports',
  access: { permission: 'contacts.import' },
  audit: true,
  summary: 'Imports into a list, newest first',
  params: idParams,
  query: pagingQuery,
  reply: page(contactImport),
});

export const getImport = endpoint({
  method: 'GET',
  path: '/mailing_list/:id/imports/:importId',
  access: { permission: 'contacts.import' },
  audit: { action: 'view', record: 'imports' },
  summary: 'How far an import is, and what came of it',
  params: importParams,
  reply: one(contactImport),
});

const mapping = z.object({ columns: columns.optional() });

export const mapImport = endpoint({
  method: 'PUT',
  path: '/mailing_list/:id/imports/:importId',
  access: { permission: 'contacts.import' },
  summary: 'Say what the columns of a file that waits hold, and in which encoding it is; the preview follows',
  params: importParams,
  body: z.object({
    import: mapping.extend({ encoding: z.enum(IMPORT_ENCODINGS, 'Choose one of the encodings.').optional() }),
  }),
  wrapper: 'import',
  reply: one(contactImport),
});

export const startImport = endpoint({
  method: 'POST',
  path: '/mailing_list/:id/imports/:importId/start',
  access: { permission: 'contacts.import' },
  summary: 'Start an import that waits',
  params: importParams,
  body: z.object({ import: mapping }),
  wrapper: 'import',
  status: 202,
  reply: one(contactImport),
});

export const cancelImport = endpoint({
  method: 'POST',
  path: '/mailing_list/:id/imports/:importId/cancel',
  access: { permission: 'contacts.import' },
  summary: 'Stop an import: nothing of it is kept',
  params: importParams,
  reply: one(contactImport),
});

export const getImportErrors = endpoint({
  method: 'GET',
  path: '/mailing_list/:id/imports/:importId/errors.csv',
  access: { permission: 'contacts.import' },
  freshSignIn: true,
  audit: { action: 'export', record: 'imports' },
  summary: 'Rows that were left out, each with its line and the reason, as a file',
  params: importParams,
  reply: z.string(),
  replyMedia: 'text/csv',
});
