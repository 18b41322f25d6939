import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery } from './paging.ts';

export const inboxItem = z.object({
  id: z.number(),
  /**
   * "case_opened": the first level is told. "case_escalated": nobody claimed the case in time. "case_notify": for information,
   * without a case. "case_assigned": a colleague gave the case to this person. "text_received": somebody wrote back. "alarm_opened": the system needs a person. "feedback_assigned": a colleague
   * asks to look after answers.
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
});
export type InboxItem = z.output<typeof inboxItem>;

export const listInbox = endpoint({
  method: 'GET',
  path: '/inbox',
  access: 'signed-in',
  summary: 'My inbox in the current application, newest first',
  query: pagingQuery.extend({ unread: z.enum(['0', '1']).optional() }),
  reply: page(inboxItem).extend({ unread_count: z.number() }),
});

export const readInboxItem = endpoint({
  method: 'PUT',
  path: '/inbox/:id/read',
  access: 'signed-in',
  summary: 'Mark one item of my inbox as read',
  params: idParams,
  reply: one(inboxItem),
});
