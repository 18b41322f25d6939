import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { isoDay } from './days.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

/** What messages are sent for: about a stay, to ask how a stay was, to a mailing list. */
export const PURPOSES = ['care', 'surveys', 'broadcasts'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** GDPR Art. 6(1). */
export const LEGAL_BASES = [
  'consent',
  'contract',
  'legal_obligation',
  'vital_interests',
  'public_task',
  'legitimate_interests',
] as const;
export type LegalBasis = (typeof LEGAL_BASES)[number];

/** How a colleague was told. */
export const CONSENT_MANNERS = ['paper', 'in_person', 'phone'] as const;
export type ConsentManner = (typeof CONSENT_MANNERS)[number];

export const CONSENT_CHANGES = ['opted_out', 'resumed', 'agreed', 'withdrew'] as const;

/** Who decided, by the way in which it was decided. */
export const ACTOR_OF_SOURCE = {
  preferences: 'person',
  unsubscribe: 'person',
  one_click: 'person',
  stop: 'person',
  complaint: 'person',
  staff: 'staff',
  contact_changed: 'staff',
  contacts_merged: 'staff',
  import: 'import',
  contact_import: 'import',
  feed: 'feed',
  survey: 'person',
  bounce: 'gateway',
} as const;
export type ConsentSource = keyof typeof ACTOR_OF_SOURCE;
export type ConsentActor = (typeof ACTOR_OF_SOURCE)[ConsentSource];
const CONSENT_SOURCES = Object.keys(ACTOR_OF_SOURCE) as ConsentSource[];

export const consentEvent = z.object({
  id: z.number(),
  at: instant,
  /** `all`: every message over this channel. */
  purpose: z.enum(['all', ...PURPOSES]),
  channel: z.enum(['email', 'sms']),
  /** Null: erased. */
  address: z.string().nullable(),
  change: z.enum(CONSENT_CHANGES),
  source: z.enum(CONSENT_SOURCES),
  /** Null: the person, a gateway or the system. */
  user_name: z.string().nullable(),
  patient_id: z.number().nullable(),
  /** The words of our page that the person answered; null: none were shown, or nobody knows them. */
  wording: z.string().nullable(),
  wording_language: z.string().nullable(),
  /** What the person wrote. */
  written: z.string().nullable(),
  /** What a colleague noted. */
  note: z.string().nullable(),
  /** How a colleague was told; null: nobody recorded it. */
  manner: z.enum(CONSENT_MANNERS).nullable(),
  /** The day on which the person said so, where a colleague recorded it. */
  given_on: z.string().nullable(),
  /** The legal bases that were stated for its purposes at that time. */
  bases: z.array(z.enum(LEGAL_BASES)),
  /** The earlier address, from which an opt-out was carried over. */
  carried_from: z.string().nullable(),
  /** True for what happened before this ledger was kept: nobody knows the words. */
  is_earlier: z.boolean(),
});
export type ConsentEvent = z.output<typeof consentEvent>;

export const channelConsent = z.object({
  channel: z.enum(['email', 'sms']),
  /** Null: the person has none. */
  address: z.string().nullable(),
  /** Why nothing is sent to the address: "stop", "bounce" …; null: nothing is known against it. */
  source: z.enum(CONSENT_SOURCES).nullable(),
});

const purposeConsent = z.object({
  purpose: z.enum(PURPOSES),
  /** Null: none is stated. */
  basis: z.enum(LEGAL_BASES).nullable(),
  channel: z.enum(['email', 'sms']),
  /** Whether the person has consented at the address of this channel; null where the basis is another one. */
  agreed: z.boolean().nullable(),
});
export type PurposeConsent = z.output<typeof purposeConsent>;

export const addressConsent = z.object({
  /** Null for a contact who is no patient. */
  patient_id: z.number().nullable(),
  channels: z.array(channelConsent),
  /** For each purpose and channel, on which basis the person is written to. */
  purposes: z.array(purposeConsent),
  /** Newest first. */
  events: z.array(consentEvent),
});
export type AddressConsent = z.output<typeof addressConsent>;

export const getPatientConsent = endpoint({
  method: 'GET',
  path: '/patients/:id/consent',
  access: { permission: 'messages.list' },
  audit: true,
  summary: 'What this patient agreed to and refused, and in which words',
  params: idParams,
  reply: one(addressConsent),
});

export const listConsentEvents = endpoint({
  method: 'GET',
  path: '/consent_events',
  access: { permission: 'persons.export' },
  freshSignIn: true,
  audit: { action: 'list', record: 'consent_events' },
  summary: 'What people agreed to and refused',
  query: pagingQuery.extend({
    from: isoDay.optional(),
    to: isoDay.optional(),
    sort: sortBy(['id'], '-id'),
  }),
  reply: page(consentEvent),
});

const legalBasisStatement = z.object({
  basis: z.enum(LEGAL_BASES),
  note: z.string().nullable(),
  user_name: z.string().nullable(),
  valid_from: instant,
  /** Null: it is in force. */
  valid_until: instant.nullable(),
});
export type LegalBasisStatement = z.output<typeof legalBasisStatement>;

const purposeBasis = z.object({
  purpose: z.enum(PURPOSES),
  /** Null: none is stated. */
  basis: z.enum(LEGAL_BASES).nullable(),
  note: z.string().nullable(),
  /** Every statement, newest first. */
  statements: z.array(legalBasisStatement),
});
export type PurposeBasis = z.output<typeof purposeBasis>;

export const listPurposes = endpoint({
  method: 'GET',
  path: '/consent_purposes',
  access: { permission: 'persons.export' },
  summary: 'On which legal basis people are written to for each purpose, and what was stated before',
  reply: z.object({ data: z.array(purposeBasis) }),
});

export const stateBasis = endpoint({
  method: 'POST',
  path: '/consent_purposes',
  access: { permission: 'applications.update' },
  freshSignIn: true,
  summary: 'State the legal basis of a purpose. Where it is consent, only those who have consented are written to',
  wrapper: 'statement',
  body: z.object({
    statement: z.object({
      purpose: z.enum(PURPOSES, 'Choose a purpose.'),
      basis: z.enum(LEGAL_BASES, 'Choose a legal basis.'),
      note: z.string().trim().max(500, 'Use at most 500 characters.').nullish(),
    }),
  }),
  status: 201,
  reply: z.object({ data: z.array(purposeBasis) }),
});

const recordedConsent = z.object({
  consent: z.object({
    purpose: z.enum(PURPOSES, 'Choose a purpose.'),
    channel: z.enum(['email', 'sms'], 'Choose a channel.'),
    /** False: the person withdraws an earlier consent. */
    agreed: z.boolean(),
    manner: z.enum(CONSENT_MANNERS, 'Say how you were told.'),
    given_on: isoDay,
    note: z.string('Say what was said.').trim().min(3, 'Say what was said, in a few words.').max(500),
  }),
});

export const recordPatientConsent = endpoint({
  method: 'POST',
  path: '/patients/:id/consent',
  access: { permission: 'contacts.update' },
  summary: 'Record that this patient has consented on paper, in person or on the phone, or withdraws it',
  params: idParams,
  body: recordedConsent,
  wrapper: 'consent',
  status: 201,
  reply: one(addressConsent),
});

export const recordContactConsent = endpoint({
  method: 'POST',
  path: '/contacts/:id/consent',
  access: { permission: 'contacts.update' },
  summary: 'Record that this contact has consented on paper, in person or on the phone, or withdraws it',
  params: idParams,
  body: recordedConsent,
  wrapper: 'consent',
  status: 201,
  reply: one(addressConsent),
});
