import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, MAX_PER_PAGE, MAX_UNPAGED, one, page, pagingQuery } from './paging.ts';

export const inboxItem = z.object({
  id: z.number(),
  /**
   * "case_opened": the first level is told. "case_escalated": nobody claimed the case in time. "case_notify": for information,
   * without a case. "case_assigned": a colleague gave the case to this person. "text_received": somebody wrote back.
   * "alarm_opened": the system needs a person. "feedback_assigned": a colleague asks to look after answers.
   */
  kind: z.enum([
    'case_opened',
    'case_escalated',
    'case_notify',
    'case_assigned',
    'text_received',
    'alarm_opened',
    'feedback_assigned',
  ]),
  case_id: z.number().nullable(),
  text_id: z.number().nullable(),
  /** The answered survey that it comes from. */
  feedback_id: z.number().nullable(),
  alarm_id: z.number().nullable(),
  case_state: z.string().nullable(),
  department_title: z.string().nullable(),
  question: z.string(),
  answer: z.string(),
  location: z.string().nullable(),
  created_at: instant,
  read_at: instant.nullable(),
  /** Null: still to be done. */
  done_at: instant.nullable(),
  /** Why nothing is left to do about it, whoever did it; null while something may be. */
  over: z.enum(['case_closed', 'alarm_closed', 'text_handled', 'given_to_another']).nullable(),
});
export type InboxItem = z.output<typeof inboxItem>;
export type InboxKind = InboxItem['kind'];

/** Every kind of item. */
export const INBOX_KINDS = inboxItem.shape.kind.options;

/** An item with whom it is about. Items of one `group` stand together. */
export const itemOfPerson = inboxItem.extend({
  /** "patient:7" or "contact:3"; "system" for alarms; of answers or texts whose person the caller may not see, these alone. */
  group: z.string(),
  /** Null, as `person` is, unless the caller may see the ward and the record that the item is about. */
  patient_id: z.number().nullable(),
  contact_id: z.number().nullable(),
  person: z.string().nullable(),
});
export type ItemOfPerson = z.output<typeof itemOfPerson>;

const inboxQuery = pagingQuery.extend({
  unread: z.enum(['0', '1']).optional(),
  done: z.enum(['0', '1']).optional(),
  kind: inboxItem.shape.kind.optional(),
});

export const listInbox = endpoint({
  method: 'GET',
  path: '/inbox',
  access: 'person',
  summary: 'My inbox in the current application, newest first',
  query: inboxQuery,
  reply: page(inboxItem).extend({ unread_count: z.number() }),
});

export const listInboxByPerson = endpoint({
  method: 'GET',
  path: '/inbox/by_person',
  access: 'person',
  audit: { action: 'list', record: 'inbox' },
  summary: 'My inbox in the current application by patient or contact; whoever has the newest item is first',
  query: inboxQuery,
  reply: page(itemOfPerson).extend({
    unread_count: z.number(),
    /** Number of items that are still to be done although nothing is left to do about them. */
    over_count: z.number(),
  }),
});

export const readInboxItem = endpoint({
  method: 'PUT',
  path: '/inbox/:id/read',
  access: 'person',
  summary: 'Mark one item of my inbox as read',
  params: idParams,
  reply: one(inboxItem),
});

export const doneInboxItem = endpoint({
  method: 'PUT',
  path: '/inbox/:id/done',
  access: 'person',
  summary: 'Mark one item of my inbox as done, and as read',
  params: idParams,
  reply: one(inboxItem),
});

export const undoneInboxItem = endpoint({
  method: 'PUT',
  path: '/inbox/:id/undone',
  access: 'person',
  summary: 'Take back that an item of my inbox is done',
  params: idParams,
  reply: one(inboxItem),
});

/** Which items a call has changed: all of them can be given to the opposite call. */
const changedItems = one(z.object({ count: z.number(), ids: z.array(z.number()) }));

export const doneInboxItems = endpoint({
  method: 'PUT',
  path: '/inbox/done',
  access: 'person',
  audit: { action: 'done', record: 'inbox' },
  summary:
    'Mark items of my inbox as done: those that are named, or a thousand of those about which nothing is left to do',
  wrapper: 'inbox',
  body: z.object({
    inbox: z.union([
      z.object({
        ids: z.array(z.number().int().positive()).min(1).max(MAX_PER_PAGE),
        /** `created_at` of the newest item that the caller has seen: an item that became new again afterwards stays. */
        seen_until: z.iso.datetime(),
      }),
      z.object({ over: z.literal(true) }),
    ]),
  }),
  reply: changedItems,
});

export const undoneInboxItems = endpoint({
  method: 'PUT',
  path: '/inbox/undone',
  access: 'person',
  audit: { action: 'undone', record: 'inbox' },
  summary: 'Take back that these items of my inbox are done',
  wrapper: 'inbox',
  body: z.object({ inbox: z.object({ ids: z.array(z.number().int().positive()).min(1).max(MAX_UNPAGED) }) }),
  reply: changedItems,
});
