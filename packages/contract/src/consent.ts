import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { isoDay } from './days.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

/** What messages are sent for: about a stay, to ask how a stay was, to a mailing list. */
export const PURPOSES = ['care', 'surveys', 'broadcasts'] as const;
export type Purpose = (typeof PURPOSES)[number];

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

export const addressConsent = z.object({
  /** Null for a contact who is no patient. */
  patient_id: z.number().nullable(),
  channels: z.array(channelConsent),
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
