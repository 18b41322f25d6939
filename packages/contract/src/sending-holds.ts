import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant } from './paging.ts';

/**
 * Why something is not sent. `restored`: the database is older than what this installation has already seen, so nothing leaves.
 * `by_hand`: somebody stopped what goes to patients; notices to colleagues still leave.
 */
export const HOLD_REASONS = ['restored', 'by_hand'] as const;

export const sendingHold = z.object({
  id: z.number(),
  application_id: z.number(),
  application_title: z.string(),
  reason: z.enum(HOLD_REASONS),
  held_at: instant,
  held_by_name: z.string().nullable(),
  /** Why, in the words of whoever stopped it. */
  note: z.string().nullable(),
  /** Number of deliveries that are due and would be sent. */
  waiting: z.number(),
  /** As of when the restored data is; null: it was not restored by Wardvoice, or not restored. */
  data_of: instant.nullable(),
  /** Number of deliveries that were due when sending was held after a restore: they may have left before. */
  may_have_left: z.number(),
});
export type SendingHold = z.output<typeof sendingHold>;

const ownHold = sendingHold.omit({ id: true, application_id: true, application_title: true }).nullable();

export const findSendingHold = endpoint({
  method: 'GET',
  path: '/deliveries/hold',
  access: { permission: 'deliveries.list' },
  summary: 'Why nothing leaves for this application at present; null when everything does',
  reply: z.object({ data: ownHold }),
});

export const MAX_HOLD_NOTE = 500;

export const stopSending = endpoint({
  method: 'POST',
  path: '/deliveries/hold',
  access: { permission: 'deliveries.stop', person: true },
  audit: { action: 'hold', record: 'sending_holds' },
  summary: 'Let nothing leave for patients of this application until somebody resumes it; what is due waits',
  body: z.object({
    sending_hold: z.object({
      /** Why, for colleagues. */
      note: z.string().trim().max(MAX_HOLD_NOTE, `Use at most ${MAX_HOLD_NOTE} characters.`).optional(),
    }),
  }),
  wrapper: 'sending_hold',
  status: 201,
  reply: z.object({ data: ownHold }),
});

export const resumeSending = endpoint({
  method: 'DELETE',
  path: '/deliveries/hold',
  access: { permission: 'deliveries.stop', person: true },
  audit: { action: 'release', record: 'sending_holds' },
  summary:
    'Let what goes to patients leave again, after it was stopped by hand; the gate is asked about each. 409 after a restore, which a superuser releases',
  reply: z.object({ data: ownHold }),
});

const ofAllApplications = { permission: 'superuser', anyApplication: true } as const;

export const listSendingHolds = endpoint({
  method: 'GET',
  path: '/sending_holds',
  access: ofAllApplications,
  summary: 'Applications for which nothing leaves until a person releases them',
  reply: z.object({ data: z.array(sendingHold) }),
});

/** Null: all applications. */
const whoseSending = z.object({ sending_hold: z.object({ application_id: z.number().int().positive().nullable() }) });

export const holdSending = endpoint({
  method: 'POST',
  path: '/sending_holds',
  access: ofAllApplications,
  audit: { action: 'hold', record: 'sending_holds' },
  summary: 'Let nothing leave for an application, or for all of them; what is due waits',
  body: whoseSending,
  wrapper: 'sending_hold',
  status: 201,
  reply: z.object({ data: z.array(sendingHold) }),
});

export const releaseSending = endpoint({
  method: 'PUT',
  path: '/sending_holds',
  access: ofAllApplications,
  audit: { action: 'release', record: 'sending_holds' },
  summary:
    'Let an application, or all of them, send again; what is due leaves at once, and the gate is asked about each',
  body: whoseSending.extend({
    sending_hold: whoseSending.shape.sending_hold.extend({
      /** After a restore, messages to patients that may have left before are not sent: they are failed, and can be tried again one by one. */
      leave_out: z.boolean().default(false),
    }),
  }),
  wrapper: 'sending_hold',
  reply: z.object({ data: z.array(sendingHold) }),
});
