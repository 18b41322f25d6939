import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

/** The four event kinds with a menu entry of their own, by the name in the address of the screen. */
export const EVENT_BY_TYPE = { admissions: 'A01', transfers: 'A02', discharges: 'A03', casualties: 'A04' } as const;
export type MessageType = keyof typeof EVENT_BY_TYPE;
export const MESSAGE_TYPES = Object.keys(EVENT_BY_TYPE) as MessageType[];
export const MESSAGE_STATES = ['received', 'processed', 'ignored', 'error'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

export const messageError = z.object({ code: z.string(), field: z.string().nullable(), text: z.string() });

export const message = z.object({
  id: z.number(),
  /** Null only for messages that no application was found for. */
  application_id: z.number().nullable(),
  message_control_id: z.string().nullable(),
  message_type: z.string().nullable(),
  event: z.string().nullable(),
  /** "admissions" …, null for events without a screen of their own. */
  type: z.string().nullable(),
  state: z.enum(MESSAGE_STATES),
  error: messageError.nullable(),
  event_at: instant,
  received_at: instant,
  sending_application: z.string().nullable(),
  sending_facility: z.string().nullable(),
  location: z.string().nullable(),
  patient_class: z.string().nullable(),
  visit_number: z.string().nullable(),
  visit_id: z.number().nullable(),
  patient_id: z.number().nullable(),
  patient_identifier: z.string().nullable(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  birth_date: z.string().nullable(),
  sex: z.string().nullable(),
  language: z.string().nullable(),
  hl7_message_pid: z.object({
    /** PID-13 as received, caret-separated: first part phone, fourth part e-mail. */
    phone_home: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
  }),
  /** Null: never asked. */
  feedback_state: z.enum(['scheduled', 'sent', 'opened', 'answered', 'suppressed', 'failed']).nullable(),
  duplicate_count: z.number(),
  control_id_reused: z.boolean(),
});
export type Message = z.output<typeof message>;

export const messageDetail = message.extend({
  /** The message as text, segments separated by line feeds. */
  raw: z.string(),
  raw_truncated: z.boolean(),
  /** The text was removed as the application's retention says. */
  raw_removed_at: instant.nullable(),
  /** Bytes that MSH-18's character set could not decode were shown as they are. */
  raw_has_undecodable_bytes: z.boolean(),
  version: z.string().nullable(),
  processing_id: z.string().nullable(),
  source: z.enum(['mllp', 'http', 'file', 'form']),
  processed_at: instant.nullable(),
  segments: z.array(
    z.object({
      name: z.string(),
      title: z.string().nullable(),
      fields: z.array(
        z.object({
          /** "PID-13[2]" */
          address: z.string(),
          title: z.string().nullable(),
          value: z.string(),
          /** Present where the field has more than one component. */
          components: z.array(z.object({ address: z.string(), title: z.string().nullable(), value: z.string() })),
        }),
      ),
    }),
  ),
});
export type MessageDetail = z.output<typeof messageDetail>;

const flag = z.enum(['0', '1']);

export const messageFilters = z.object({
  /** A menu name ("discharges") or an event code ("A03"). */
  type: z
    .string()
    .regex(
      /^([A-Z]\d{2}|admissions|transfers|discharges|casualties)?$/,
      'Use A01 to A62 or a menu name such as discharges.',
    )
    .optional(),
  state: z.enum(MESSAGE_STATES).optional(),
  /** Wards, comma-separated or repeated. */
  location: z.union([z.string().max(2000), z.array(z.string().max(200)).max(200)]).optional(),
  /** 1 hides messages whose survey was answered. */
  exclude_feedback: flag.or(z.literal('')).optional(),
  /** ISO date; messages of that day and later. */
  after: z
    .string()
    .regex(/^(\d{4}-\d{2}-\d{2}(T.*)?)?$/, 'Use an ISO date such as 2026-01-31.')
    .optional(),
  /** `census`, or the name of a mailing list. */
  distribution_list: z.string().max(200).optional(),
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/hl7_messages',
  alsoAt: ['/api/v1/messages'],
  access: { permission: 'messages.list' },
  audit: true,
  summary: 'Messages, newest event first',
  query: pagingQuery
    .extend(messageFilters.shape)
    .extend({ sort: sortBy(['event_at', 'received_at', 'id'], '-event_at') }),
  reply: page(message),
});

export const errorCause = z.object({
  code: z.string(),
  field: z.string().nullable(),
  text: z.string(),
  sending_application: z.string().nullable(),
  count: z.number(),
  first_at: instant,
  last_at: instant,
  /** Newest message of the group. */
  example_id: z.number(),
});
export type ErrorCause = z.output<typeof errorCause>;

const causeFilters = z.object({
  code: z.string().max(40).optional(),
  /** "PID-3"; empty: the errors that are about no field. */
  field: z.string().max(40).optional(),
  /** MSH-3; empty: the messages without one. */
  sending_application: z.string().max(200).optional(),
});

export const listErrors = endpoint({
  method: 'GET',
  path: '/hl7_messages/errors',
  access: { permission: 'admin', anyApplication: true },
  audit: { record: 'hl7_messages' },
  summary:
    'Messages that could not be processed, newest first; a superuser without an application sees the unrouted ones',
  query: pagingQuery.extend(causeFilters.shape).extend({ sort: sortBy(['received_at', 'id'], '-received_at') }),
  reply: page(message),
});

export const listErrorCauses = endpoint({
  method: 'GET',
  path: '/hl7_messages/errors/causes',
  access: { permission: 'admin', anyApplication: true },
  summary: 'Errors grouped by cause and sender',
  reply: z.object({ data: z.array(errorCause) }),
});

export const getMessage = endpoint({
  method: 'GET',
  path: '/hl7_messages/:id',
  access: { permission: 'messages.list', anyApplication: true },
  audit: true,
  summary: 'One message, with its fields and its raw text',
  params: idParams,
  reply: one(messageDetail),
});

export const reprocessMessage = endpoint({
  method: 'PUT',
  path: '/hl7_messages/:id/reprocess',
  access: { permission: 'messages.reprocess', anyApplication: true },
  summary: 'Process one message again; sends nothing to the patient',
  params: idParams,
  reply: one(messageDetail),
});

export const reprocessErrors = endpoint({
  method: 'PUT',
  path: '/hl7_messages/reprocess',
  access: { permission: 'messages.reprocess', anyApplication: true },
  summary: 'Process all errors again, or those of one cause; sends nothing to patients',
  query: causeFilters,
  reply: z.object({ data: z.object({ queued: z.number() }) }),
});

export const messageReload = z.object({
  state: z.enum(['running', 'finished']),
  /** Patients. */
  total: z.number(),
  done: z.number(),
  started_at: instant,
  finished_at: instant.nullable(),
});
export type MessageReload = z.output<typeof messageReload>;

export const reloadMessages = endpoint({
  method: 'POST',
  path: '/applications/:id/reload_messages',
  access: { permission: 'messages.reprocess', anyApplication: true },
  summary: 'Make visits and the census anew from stored messages; sends nothing to anybody. One at a time',
  params: idParams,
  status: 202,
  reply: one(messageReload),
});

export const getReload = endpoint({
  method: 'GET',
  path: '/applications/:id/reload_messages',
  access: { permission: 'messages.reprocess', anyApplication: true },
  summary: 'How far the newest reload of messages has come; null when there was none',
  params: idParams,
  reply: one(messageReload.nullable()),
});

export const ingestHl7 = endpoint({
  method: 'POST',
  path: '/hl7',
  access: 'application-credentials',
  summary: 'Store one HL7 v2 message (raw ER7); the acknowledgement is the body of the answer',
  reply: z.string(),
});
