import { z } from 'zod';
import { isoDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { SURVEY_LANGUAGES } from './languages.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

/** At most so many entries of a page are kept; the public page shows the newest MAX_SHOWN of those that are published. */
export const MAX_ENTRIES = 500;
export const MAX_SHOWN = 12;
export const MAX_SAID = 300;
export const MAX_DID = 600;
/** Days for which tags and actions are offered to whoever writes. */
export const HEARD_DAYS = 90;

export const wardPage = z.object({
  id: z.number(),
  /** The heading, in the words of patients. */
  title: z.string(),
  /** PV1-3.1; null: the page of the whole organisation. */
  location: z.string().nullable(),
  /** Language of the entries, and of the words around them. */
  language: z.string(),
  /** False: its address says that there is nothing to see. */
  active: z.boolean(),
  /** The public address. */
  address: z.string(),
  published_count: z.number(),
  draft_count: z.number(),
  last_published_at: instant.nullable(),
  version: z.number(),
});
export type WardPage = z.output<typeof wardPage>;

export const wardPageEntry = z.object({
  id: z.number(),
  /** What patients said, in the words of the staff. */
  said: z.string(),
  /** What was done about it. */
  did: z.string(),
  done_on: z.string(),
  /** Null: a draft. */
  published_at: instant.nullable(),
  written_by_name: z.string().nullable(),
  version: z.number(),
});
export type WardPageEntry = z.output<typeof wardPageEntry>;

export const wardPageDetail = wardPage.extend({
  /** The newest day first. */
  entries: z.array(wardPageEntry),
});
export type WardPageDetail = z.output<typeof wardPageDetail>;

const fields = {
  title: z.string('Enter a title.').trim().min(1, 'Enter a title.').max(120, 'Use at most 120 characters.'),
  location: z
    .string()
    .trim()
    .max(100, 'Use at most 100 characters.')
    .nullable()
    .transform((ward) => ward || null),
  language: z.enum(SURVEY_LANGUAGES, 'Choose a language.'),
  active: z.boolean(),
};

const entryFields = {
  said: z
    .string('Write what patients said.')
    .trim()
    .min(1, 'Write what patients said.')
    .max(MAX_SAID, `Use at most ${MAX_SAID} characters.`),
  did: z
    .string('Write what was done.')
    .trim()
    .min(1, 'Write what was done.')
    .max(MAX_DID, `Use at most ${MAX_DID} characters.`),
  done_on: isoDay,
  published: z.boolean(),
};

const READ = { permission: 'ward_pages.list' } as const;
const WRITE = { permission: 'ward_pages.update' } as const;

export const listWardPages = endpoint({
  method: 'GET',
  path: '/ward_pages',
  access: READ,
  summary: 'Public pages that say what patients said and what was done about it, one for each ward',
  query: pagingQuery.extend({ sort: sortBy(['title', 'last_published_at'], 'title') }),
  reply: page(wardPage),
});

export const getWardPage = endpoint({
  method: 'GET',
  path: '/ward_pages/:id',
  access: READ,
  summary: 'One page with its entries, drafts included',
  params: idParams,
  reply: one(wardPageDetail),
});

export const createWardPage = endpoint({
  method: 'POST',
  path: '/ward_pages',
  access: WRITE,
  summary: 'Make the public page of a ward, or of the whole organisation; 409 when there is one',
  wrapper: 'ward_page',
  body: z.object({
    ward_page: z.object({ ...fields, location: fields.location.default(null), active: fields.active.default(true) }),
  }),
  status: 201,
  reply: one(wardPageDetail),
});

export const updateWardPage = endpoint({
  method: 'PUT',
  path: '/ward_pages/:id',
  access: WRITE,
  summary: 'Change the heading or the language of a page, or take it off the web and put it back',
  params: idParams,
  wrapper: 'ward_page',
  body: z.object({
    ward_page: z
      .object({ title: fields.title, language: fields.language, active: fields.active })
      .partial()
      .extend({ version: z.number().int().optional() }),
  }),
  reply: one(wardPageDetail),
});

export const deleteWardPage = endpoint({
  method: 'DELETE',
  path: '/ward_pages/:id',
  access: WRITE,
  summary: 'Delete a page with its entries. Its address leads nowhere from then on',
  params: idParams,
  reply: one(z.object({ id: z.number() })),
});

/** What may give rise to an entry: what was tagged and done on the ward lately. */
export const getHeard = endpoint({
  method: 'GET',
  path: '/ward_pages/:id/heard',
  access: READ,
  audit: { action: 'read_heard', record: 'ward_pages' },
  summary: `Tags of answered surveys and actions of closed cases of the last ${HEARD_DAYS} days, of the ward of a page; each only for whoever may see it`,
  params: idParams,
  reply: one(
    z.object({
      /** The most frequent first; null: the caller may not see answered surveys. */
      tags: z.array(z.object({ tag: z.string(), count: z.number() })).nullable(),
      /** The latest first; null: the caller may not see cases. */
      actions: z.array(z.object({ case_id: z.number(), actions_taken: z.string(), closed_at: instant })).nullable(),
    }),
  ),
});

const entryParams = idParams.extend({ entryId: z.coerce.number().int().positive() });

export const createWardPageEntry = endpoint({
  method: 'POST',
  path: '/ward_pages/:id/entries',
  access: WRITE,
  audit: { action: 'add_entry', record: 'ward_pages' },
  summary: 'Write an entry, published or as a draft; 422 when it names a patient',
  params: idParams,
  wrapper: 'entry',
  body: z.object({ entry: z.object({ ...entryFields, published: entryFields.published.default(false) }) }),
  status: 201,
  reply: one(wardPageEntry),
});

export const updateWardPageEntry = endpoint({
  method: 'PUT',
  path: '/ward_pages/:id/entries/:entryId',
  access: WRITE,
  audit: { action: 'change_entry', record: 'ward_pages' },
  summary: 'Change an entry, publish it, or make it a draft again; 422 when it names a patient',
  params: entryParams,
  wrapper: 'entry',
  body: z.object({ entry: z.object(entryFields).partial().extend({ version: z.number().int().optional() }) }),
  reply: one(wardPageEntry),
});

export const deleteWardPageEntry = endpoint({
  method: 'DELETE',
  path: '/ward_pages/:id/entries/:entryId',
  access: WRITE,
  audit: { action: 'delete_entry', record: 'ward_pages' },
  summary: 'Delete an entry',
  params: entryParams,
  reply: one(z.object({ id: z.number() })),
});
