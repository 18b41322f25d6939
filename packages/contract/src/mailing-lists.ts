import { z } from 'zod';
import { contact } from './contacts.ts';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

/** `static`: people are added. `dynamic`: rules choose people by their visits. `census`: everybody who is admitted now. */
export const LIST_TYPES = ['static', 'dynamic', 'census'] as const;
export type ListType = (typeof LIST_TYPES)[number];

const words = z.array(z.string().trim().min(1).max(100)).max(100, 'Use at most 100.').optional();
const years = z
  .number('Enter a number from 0 to 130.')
  .int('Enter a whole number.')
  .min(0, 'Enter a number from 0 to 130.')
  .max(130, 'Enter a number from 0 to 130.')
  .nullable()
  .optional();

/** A visit must match all rules that are set. */
export const listRules = z
  .object({
    /** One of these events has happened. */
    event: z.array(z.enum(['A01', 'A02', 'A03', 'A04'])).optional(),
    /** Wards (PV1-3.1). */
    location: words,
    patient_class: words,
    hospital_service: words,
    sex: words,
    age_from: years,
    age_to: years,
    last_days: z
      .number('Enter a number from 1 to 730.')
      .int('Enter a whole number.')
      .min(1, 'Enter a number from 1 to 730.')
      .max(730, 'Enter a number from 1 to 730.')
      .default(30),
  })
  .refine(({ age_from, age_to }) => (age_from ?? 0) <= (age_to ?? 130), {
    error: 'The upper age is below the lower one.',
    path: ['age_to'],
  });
export type ListRules = z.output<typeof listRules>;

export const mailingList = z.object({
  id: z.number(),
  name: z.string(),
  title: z.string().nullable(),
  type_of: z.enum(LIST_TYPES),
  contacts_count: z.number(),
  refreshed_at: instant.nullable(),
  version: z.number(),
});
export type MailingList = z.output<typeof mailingList>;

export const REFRESH_STATES = ['queued', 'running', 'finished', 'failed'] as const;
export type RefreshState = (typeof REFRESH_STATES)[number];

export const mailingListDetail = mailingList.extend({
  rules: listRules,
  /** Number of them who cannot be reached by any channel: without an address, or opted out. */
  unreachable_count: z.number(),
  /** The last refresh for which a worker was needed; null when there was none. */
  refresh: z
    .object({
      id: z.number(),
      state: z.enum(REFRESH_STATES),
      /** 0 to 100 */
      progress: z.number(),
      added: z.number(),
      removed: z.number(),
      finished_at: instant.nullable(),
    })
    .nullable(),
});
export type MailingListDetail = z.output<typeof mailingListDetail>;

/** `census` is reserved for a list that is made from messages. */
const fields = z.object({
  name: z
    .string('Enter a name.')
    .trim()
    .min(1, 'Enter a name.')
    .max(200, 'Use at most 200 characters.')
    .refine((name) => name.toLowerCase() !== 'census', 'This name is taken by the census of open visits.'),
  title: z.string().trim().max(200, 'Use at most 200 characters.').nullable().optional(),
  type_of: z.enum(LIST_TYPES).default('static'),
  rules: listRules.optional(),
});

export const listMailingLists = endpoint({
  method: 'GET',
  path: '/mailing_list',
  access: { permission: 'mailing-lists.list' },
  summary: 'Mailing lists; paginate=0 for a picker',
  query: pagingQuery.extend({ type_of: z.enum(LIST_TYPES).optional(), sort: sortBy(['name', 'id'], 'name') }),
  reply: page(mailingList),
});

export const getMailingList = endpoint({
  method: 'GET',
  path: '/mailing_list/:id',
  access: { permission: 'mailing-lists.view' },
  summary: 'One mailing list',
  params: idParams,
  reply: one(mailingListDetail),
});

export const createMailingList = endpoint({
  method: 'POST',
  path: '/mailing_list',
  access: { permission: 'mailing-lists.create' },
  summary: 'Make a mailing list',
  body: z.object({ mailing_list: fields }),
  wrapper: 'mailing_list',
  status: 201,
  reply: one(mailingListDetail),
});

export const updateMailingList = endpoint({
  method: 'PUT',
  path: '/mailing_list/:id',
  access: { permission: 'mailing-lists.update' },
  summary: 'Change a mailing list',
  params: idParams,
  body: z.object({
    mailing_list: fields
      .partial()
      .extend({ type_of: z.enum(LIST_TYPES).optional(), version: z.number().int().optional() }),
  }),
  wrapper: 'mailing_list',
  reply: one(mailingListDetail),
});

export const getMailingListUses = endpoint({
  method: 'GET',
  path: '/mailing_list/:id/uses',
  access: { permission: 'mailing-lists.view' },
  summary: 'What uses a mailing list, and why it cannot be deleted',
  params: idParams,
  reply: one(
    z.object({
      /** Number of broadcasts that are running, paused or still to run. */
      broadcasts: z.number(),
      /** Number of tablets that were started from it and go on without it. */
      kiosks: z.number(),
      /** Null when the list can be deleted. */
      deletion_refusal: z.string().nullable(),
    }),
  ),
});

export const deleteMailingList = endpoint({
  method: 'DELETE',
  path: '/mailing_list/:id',
  access: { permission: 'mailing-lists.delete' },
  summary: 'Remove a mailing list; its contacts stay',
  params: idParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/mailing_list/:id/contacts',
  access: { permission: 'mailing-lists.view' },
  audit: { action: 'list', record: 'mailing_list' },
  summary: 'Contacts of a list',
  params: idParams,
  query: pagingQuery,
  reply: page(contact),
});

const memberParams = z.object({
  id: z.coerce.number().int().positive(),
  contactId: z.coerce.number().int().positive(),
});

export const addMember = endpoint({
  method: 'POST',
  path: '/mailing_list/:id/contacts/:contactId',
  access: { permission: 'mailing-lists.update' },
  audit: { action: 'add_contact', record: 'mailing_list' },
  summary: 'Add a contact to a list; twice is once',
  params: memberParams,
  reply: one(contact),
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/mailing_list/:id/contacts/:contactId',
  access: { permission: 'mailing-lists.update' },
  audit: { action: 'remove_contact', record: 'mailing_list' },
  summary: 'Take a contact off a list; the contact stays',
  params: memberParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

export const refreshMailingList = endpoint({
  method: 'POST',
  path: '/mailing_list/:id/refresh',
  access: { permission: 'mailing-lists.update' },
  summary: 'Compute a dynamic or census list anew from the visits; a static list stays as it is',
  params: idParams,
  reply: one(
    z.object({
      added: z.number(),
      removed: z.number(),
      contacts_count: z.number(),
      /** Number of contacts that were made for patients who had none. */
      contacts_made: z.number(),
      /**
       * Set when a worker does the refresh because it takes longer; the list shows its progress. Without it, the refresh is done.
       */
      state: z.enum(REFRESH_STATES).optional(),
    }),
  ),
});

export const previewRules = endpoint({
  method: 'POST',
  path: '/mailing_list/preview',
  idempotencyKey: false,
  access: { permission: 'mailing-lists.list' },
  audit: { action: 'preview', record: 'mailing_list' },
  summary: 'How many people a list of this kind would hold now',
  body: z.object({ mailing_list: z.object({ type_of: z.enum(LIST_TYPES), rules: listRules.optional() }) }),
  wrapper: 'mailing_list',
  reply: one(
    z.object({
      people: z.number(),
      /** Number of them with a phone number or an e-mail address. */
      with_address: z.number(),
    }),
  ),
});

export const listRuleChoices = endpoint({
  method: 'GET',
  path: '/mailing_list/rule_choices',
  access: { permission: 'mailing-lists.list' },
  summary: 'Wards, classes, services and sexes that the visits know',
  reply: one(
    z.object({
      location: z.array(z.string()),
      patient_class: z.array(z.string()),
      hospital_service: z.array(z.string()),
      sex: z.array(z.string()),
    }),
  ),
});
