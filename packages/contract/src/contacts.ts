import { z } from 'zod';
import { emailAddress } from './addresses.ts';
import { DELIVERY_STATES, SUPPRESSION_REASONS } from './deliveries.ts';
import { addressConsent } from './consent.ts';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

export const contact = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  /** E.164 */
  phone: z.string().nullable(),
  /** Two letters: "ar" */
  language: z.string().nullable(),
  /** The number by which the hospital knows the person (MRN). */
  external_id: z.string().nullable(),
  email_opted_out: z.boolean(),
  sms_opted_out: z.boolean(),
  /** The patient with that number, if there is one. */
  patient_id: z.number().nullable(),
  created_at: instant,
  version: z.number(),
});
export type Contact = z.output<typeof contact>;

export const contactDetail = contact.extend({
  /** True for a contact that was made for a patient and never changed by hand: it is updated with the patient's details. */
  follows_patient: z.boolean(),
  lists: z.array(z.object({ id: z.number(), name: z.string(), type_of: z.string() })),
});
export type ContactDetail = z.output<typeof contactDetail>;

/** An empty text becomes null. */
const optional = <S extends z.ZodType<string, string>>(text: S) =>
  z
    .union([z.literal('').transform(() => null), text, z.null()])
    .optional()
    .transform((value) => (value === '' ? null : value));

const fields = z.object({
  name: z.string('Enter a name.').trim().min(1, 'Enter a name.').max(200, 'Use at most 200 characters.'),
  email: optional(emailAddress),
  /** A phone number in any usual format; it is stored as E.164. */
  phone: optional(z.string().trim().max(40, 'Use at most 40 characters.')),
  language: optional(
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z]{2}$/, 'Use two letters such as ar.'),
  ),
  external_id: optional(z.string().trim().max(100, 'Use at most 100 characters.')),
});
export type ContactFields = z.output<typeof fields>;

export const listContacts = endpoint({
  method: 'GET',
  path: '/contacts',
  access: { permission: 'contacts.list' },
  audit: true,
  summary: 'Contacts; term: beginning of a name, or an e-mail, phone or external id',
  query: pagingQuery.extend({
    opted_out: z.enum(['0', '1']).optional(),
    language: z
      .string()
      .regex(/^[a-z]{2}$/)
      .optional(),
    mailing_list_id: z.coerce.number().int().positive().optional(),
    sort: sortBy(['name', 'id'], 'name'),
  }),
  reply: page(contact),
});

export const getContact = endpoint({
  method: 'GET',
  path: '/contacts/:id',
  access: { permission: 'contacts.view' },
  audit: true,
  summary: 'One contact with its lists',
  params: idParams,
  reply: one(contactDetail),
});

export const createContact = endpoint({
  method: 'POST',
  path: '/contacts',
  access: { permission: 'contacts.create' },
  summary: 'Add a contact',
  body: z.object({ contact: fields }),
  wrapper: 'contact',
  status: 201,
  reply: one(contactDetail),
});

export const updateContact = endpoint({
  method: 'PUT',
  path: '/contacts/:id',
  access: { permission: 'contacts.update' },
  summary: 'Change a contact; who opted out stays opted out at a new address',
  params: idParams,
  body: z.object({ contact: fields.partial().extend({ version: z.number().int().optional() }) }),
  wrapper: 'contact',
  reply: one(contactDetail),
});

export const deleteContact = endpoint({
  method: 'DELETE',
  path: '/contacts/:id',
  access: { permission: 'contacts.delete' },
  summary: 'Remove a contact from everywhere; opt-outs stay, for they hang on the address',
  params: idParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

export const DUPLICATE_FIELDS = ['external_id', 'email', 'phone'] as const;

/** A contact that may be the same person. */
const sameContact = contact
  .pick({ id: true, name: true, email: true, phone: true, external_id: true, patient_id: true })
  .extend({ same: z.array(z.enum(DUPLICATE_FIELDS)) });
export type SameContact = z.output<typeof sameContact>;

export const findSameContacts = endpoint({
  method: 'GET',
  path: '/contacts/twins',
  access: { permission: 'contacts.list' },
  audit: true,
  summary: 'Contacts with the same e-mail, phone or external id as the one being typed',
  query: z.object({
    email: z.string().trim().max(300).optional(),
    phone: z.string().trim().max(40).optional(),
    external_id: z.string().trim().max(100).optional(),
    /** Id of the contact that is being edited, which is left out. */
    except_id: z.coerce.number().int().optional(),
  }),
  reply: z.object({ data: z.array(sameContact) }),
});

const duplicateGroup = z.object({
  field: z.enum(DUPLICATE_FIELDS),
  value: z.string(),
  count: z.number(),
  /** Contacts with the same details, oldest first, at most ten. */
  contacts: z.array(
    contact.pick({ id: true, name: true, email: true, phone: true, external_id: true, patient_id: true }),
  ),
});
export type DuplicateGroup = z.output<typeof duplicateGroup>;

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/contacts/duplicates',
  access: { permission: 'contacts.list' },
  audit: true,
  summary: 'Contacts that share an e-mail, a phone or an external id',
  query: pagingQuery,
  reply: page(duplicateGroup),
});

export const mergeContacts = endpoint({
  method: 'POST',
  path: '/contacts/:id/merge',
  access: { permission: 'contacts.delete' },
  summary: 'Take another contact into this one: its lists, its history, its opt-outs; the other is then gone',
  params: idParams,
  body: z.object({
    merge: z.object({
      /** The contact that is merged into this one. */
      contact_id: z.coerce.number('Choose a contact.').int().positive('Choose a contact.'),
    }),
  }),
  wrapper: 'merge',
  reply: one(contactDetail),
});

export const getConsent = endpoint({
  method: 'GET',
  path: '/contacts/:id/opt_outs',
  access: { permission: 'contacts.view' },
  audit: true,
  summary: 'Whether this contact is written to, and every opt-out that was noted or taken back',
  params: idParams,
  reply: one(addressConsent),
});

const reason = z.string('Say why.').trim().min(3, 'Say why, in a few words.').max(300, 'Use at most 300 characters.');

export const recordOptOut = endpoint({
  method: 'POST',
  path: '/contacts/:id/opt_outs',
  access: { permission: 'contacts.update' },
  summary: 'Note that this person wants no more e-mails, or texts',
  params: idParams,
  body: z.object({ opt_out: z.object({ channel: z.enum(['email', 'sms'], 'Choose a channel.'), reason }) }),
  wrapper: 'opt_out',
  status: 201,
  reply: one(addressConsent),
});

export const withdrawOptOut = endpoint({
  method: 'POST',
  path: '/contacts/:id/opt_outs/take_back',
  access: { permission: 'contacts.update' },
  summary: 'Write to this person again, because they asked for it',
  params: idParams,
  body: z.object({ opt_out: z.object({ channel: z.enum(['email', 'sms'], 'Choose a channel.'), reason }) }),
  wrapper: 'opt_out',
  reply: one(addressConsent),
});

const historyEntry = z.object({
  id: z.number(),
  channel: z.enum(['email', 'sms', 'push']),
  state: z.enum(DELIVERY_STATES),
  reason: z.enum(SUPPRESSION_REASONS).nullable(),
  recipient: z.string().nullable(),
  survey_title: z.string().nullable(),
  subject: z.string().nullable(),
  at: instant,
  visit_id: z.number().nullable(),
  patient_id: z.number().nullable(),
  /** Score from 0 to 100; null when it was not answered. */
  score: z.number().nullable(),
});
export type HistoryEntry = z.output<typeof historyEntry>;

export const listHistory = endpoint({
  method: 'GET',
  path: '/contacts/:id/history',
  access: { permission: 'contacts.view' },
  audit: true,
  summary: 'What was sent to this contact, and to the patient it is; what was not, and why; what was answered',
  params: idParams,
  query: pagingQuery,
  reply: page(historyEntry),
});
