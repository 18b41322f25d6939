import { z } from 'zod';
import { DATE_ORDERS } from './applications.ts';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one } from './paging.ts';

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
  may_send: z.boolean(),
});
export type SenderProfile = z.output<typeof profile>;

export const updateSender = endpoint({
  method: 'PUT',
  path: '/applications/:id/senders',
  access: { permission: 'applications.update', anyApplication: true },
  summary: 'Say how one sender writes dates, and whether what it causes is sent',
  params: idParams,
  wrapper: 'sender',
  body: z.object({ sender: profile }),
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
