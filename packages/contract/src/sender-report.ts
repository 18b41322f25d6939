import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant } from './paging.ts';

const counted = z.array(
  z.object({ value: z.string(), count: z.number(), /** What is made of it here. */ meaning: z.string().nullable() }),
);

/** What one sender sends, learned from its newest messages: to be read before the first survey leaves. */
export const senderReport = z.object({
  sending_application: z.string(),
  sending_facility: z.string(),
  /** Messages that were looked at, the newest ones. */
  examined: z.number(),
  first_at: instant,
  last_at: instant,
  versions: counted,
  /** Events with what they do here; `meaning` is why one is ignored. */
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
  /** Messages with more than one number of the patient. */
  several_identifiers: z.number(),
  /** Messages with a phone number that cannot be one. */
  unreadable_phones: z.number(),
  without_phone_and_email: z.number(),
  /** What a person should look at before surveys are sent; words of the messages are not in it. */
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
});
export type SenderReport = z.output<typeof senderReport>;

export const listSenderReports = endpoint({
  method: 'GET',
  path: '/applications/:id/senders',
  access: { permission: 'applications.view', anyApplication: true },
  summary: 'What each sender of an application sends, learned from its newest messages',
  params: idParams,
  reply: z.object({ data: z.array(senderReport) }),
});
