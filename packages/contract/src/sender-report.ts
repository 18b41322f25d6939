import { z } from 'zod';
import { DATE_ORDERS } from './applications.ts';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one } from './paging.ts';

/** Charsets that a sender may be said to write: names of HL7 table 0211, and of Windows. 8859/1 is read as Windows-1252. */
export const CHARSETS = [
  'UNICODE UTF-8',
  '8859/1',
  '8859/2',
  '8859/3',
  '8859/4',
  '8859/5',
  '8859/6',
  '8859/7',
  '8859/8',
  '8859/9',
  '8859/15',
  'WINDOWS-1250',
  'WINDOWS-1251',
  'WINDOWS-1253',
  'WINDOWS-1254',
  'WINDOWS-1255',
  'WINDOWS-1256',
  'WINDOWS-1257',
  'WINDOWS-1258',
  'ISO IR14',
  'ISO IR87',
  'GB 18030-2000',
  'KS X 1001',
  'BIG-5',
] as const;

const counted = z.array(
  z.object({ value: z.string(), count: z.number(), /** What the value means here. */ meaning: z.string().nullable() }),
);

/** What one sender sends, found in its newest messages. It is meant to be read before the first survey is sent. */
export const senderReport = z.object({
  sending_application: z.string(),
  sending_facility: z.string(),
  /** Number of messages that were read, the newest ones. */
  examined: z.number(),
  first_at: instant,
  last_at: instant,
  versions: counted,
  /** Events and what they do here. `meaning` says why an event is ignored. */
  events: counted,
  /** PV1-36; `meaning` is "death" where it counts as one. */
  dispositions: counted,
  patient_classes: counted,
  /** PID-30; `meaning` is "death" where it counts as one. */
  death_indicators: counted,
  /** How EVN-2 and PID-7 are written: "hl7", "hl7-day", "iso", "slashes" …; "ambiguous" and "unreadable" are errors. */
  date_forms: counted,
  /** MSH-18, or "none"; `meaning` is the charset in which the text was read, where it is another. */
  charsets: counted,
  identifier_types: counted,
  authorities: counted,
  /** Number of messages with more than one number of the patient. */
  several_identifiers: z.number(),
  /** Number of messages with a phone number that is not valid. */
  unreadable_phones: z.number(),
  without_phone_and_email: z.number(),
  /** What somebody should check before surveys are sent. It contains nothing from messages. */
  advice: z.array(
    z.enum([
      'date_order_unknown',
      'charset_doubtful',
      'no_authority',
      'unusable_phones',
      'no_deaths_told',
      'unread_dispositions',
      'many_errors',
      'events_not_used',
    ]),
  ),
  errors: z.number(),
  /** How the sender writes dates with slashes. Null: as the application is set. */
  date_order: z.enum(DATE_ORDERS).nullable(),
  /** The charset that the sender writes, which counts for MSH-18. Null: as MSH-18 says. */
  charset: z.enum(CHARSETS).nullable(),
  /** Whether deliveries that its messages cause are sent. */
  may_send: z.boolean(),
});
export type SenderReport = z.output<typeof senderReport>;

export const listSenderReports = endpoint({
  method: 'GET',
  path: '/applications/:id/senders',
  access: { permission: 'applications.view', anyApplication: true },
  summary: 'What each sender of an application sends, learned from its newest messages',
  params: idParams,
  reply: z.object({
    data: z.array(senderReport),
    /** True: nothing that a new sender causes is sent until somebody has checked it. */
    holds_new_senders: z.boolean(),
  }),
});

const profile = z.object({
  sending_application: z.string().max(200),
  sending_facility: z.string().max(200),
  date_order: z.enum(DATE_ORDERS, 'Choose how this sender writes dates, or nothing.').nullable(),
  charset: z.enum(CHARSETS, 'Choose the charset that this sender writes, or nothing.').nullable(),
  may_send: z.boolean(),
});
export type SenderProfile = z.output<typeof profile>;

export const updateSender = endpoint({
  method: 'PUT',
  path: '/applications/:id/senders',
  access: { permission: 'applications.update', anyApplication: true },
  summary: 'Say how one sender writes dates and characters, and whether what it causes is sent',
  params: idParams,
  wrapper: 'sender',
  body: z.object({
    sender: profile.extend({ /** Left out, it stays as it is. */ charset: profile.shape.charset.optional() }),
  }),
  reply: one(profile),
});

export const holdNewSenders = endpoint({
  method: 'PUT',
  path: '/applications/:id/senders/hold',
  access: { permission: 'applications.update', anyApplication: true },
  summary: 'Hold what senders cause that nobody has looked at yet, or no longer; those known by now go on',
  params: idParams,
  wrapper: 'hold',
  body: z.object({ hold: z.object({ holds_new_senders: z.boolean() }) }),
  reply: one(z.object({ holds_new_senders: z.boolean() })),
});
