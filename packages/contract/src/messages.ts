import { z } from 'zod';
import { emailAddress } from './addresses.ts';
import { CHANNELS, DELIVERY_STATES, overrideReason, SUPPRESSION_REASONS } from './deliveries.ts';
import { isoDay, isoTime } from './days.ts';
import { endpoint, FILE_MEDIA } from './endpoint.ts';
import { idParams, instant, keysetPage, keysetQuery, one, sortBy } from './paging.ts';

/** The four events with a menu entry of their own, by their name in the address of the screen. */
export const EVENT_BY_TYPE = { admissions: 'A01', transfers: 'A02', discharges: 'A03', casualties: 'A04' } as const;
export type MessageType = keyof typeof EVENT_BY_TYPE;
export const MESSAGE_TYPES = Object.keys(EVENT_BY_TYPE) as MessageType[];
export const MESSAGE_STATES = ['received', 'processed', 'ignored', 'error'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** What becomes of appointments; S14 is any change, among them that the patient came. */
export const APPOINTMENT_EVENTS = ['S12', 'S13', 'S14', 'S15', 'S26'] as const;

export const messageError = z.object({ code: z.string(), field: z.string().nullable(), text: z.string() });

export const message = z.object({
  id: z.number(),
  /** Null only for messages for which no application was found. */
  application_id: z.number().nullable(),
  message_control_id: z.string().nullable(),
  message_type: z.string().nullable(),
  event: z.string().nullable(),
  /** "admissions" …; null for events without a screen of their own. */
  type: z.string().nullable(),
  state: z.enum(MESSAGE_STATES),
  error: messageError.nullable(),
  /** The reason why an ignored message changed nothing. */
  ignored_reason: z.string().nullable(),
  /** What was unusual about the message, which was applied nevertheless. */
  warnings: z.array(z.string()),
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
    /** PID-13 as received, separated by carets: the first part is a phone number, the fourth an e-mail address. */
    phone_home: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
  }),
  /** Null: the patient was not asked. */
  feedback_state: z.enum(['scheduled', 'sent', 'opened', 'answered', 'suppressed', 'failed']).nullable(),
  duplicate_count: z.number(),
  control_id_reused: z.boolean(),
});
export type Message = z.output<typeof message>;

export const messageDetail = message.extend({
  /** The message as text. Its segments are separated by line feeds. */
  raw: z.string(),
  raw_truncated: z.boolean(),
  /** When the text was removed by the application's retention. */
  raw_removed_at: instant.nullable(),
  /** When somebody corrected the message by hand. Since then `corrected` is processed, and `raw` is still what was received. */
  corrected_at: instant.nullable(),
  corrected: z.string().nullable(),
  /** PV1-3.2 and PV1-3.3. */
  room: z.string().nullable(),
  bed: z.string().nullable(),
  /** True when the character set of MSH-18 could not decode some bytes, which are shown as they are. */
  raw_has_undecodable_bytes: z.boolean(),
  version: z.string().nullable(),
  processing_id: z.string().nullable(),
  source: z.enum(['mllp', 'http', 'file', 'form']),
  /** True when nothing is sent because of the message: whoever entered or imported it said so, or it was processed again. */
  silent: z.boolean(),
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
  /** A name of the menu ("discharges") or an event code ("A03"). */
  type: z
    .string()
    .regex(
      /^([A-Z]\d{2}|admissions|transfers|discharges|casualties)?$/,
      'Use A01 to A62 or a menu name such as discharges.',
    )
    .optional(),
  state: z.enum(MESSAGE_STATES).optional(),
  /** Wards, separated by commas or repeated. */
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
  query: keysetQuery
    .extend(messageFilters.shape)
    .extend({ sort: sortBy(['event_at', 'received_at', 'id'], '-event_at') }),
  reply: keysetPage(message),
});

export const listMessageChoices = endpoint({
  method: 'GET',
  path: '/hl7_messages/choices',
  access: { permission: 'messages.list' },
  summary:
    'What the filters of the lists offer: the caller’s wards, else those of messages, and mailing lists for whoever may list them',
  reply: one(
    z.object({
      wards: z.array(z.string()),
      /** By their name, which `distribution_list` takes. */
      lists: z.array(z.object({ name: z.string(), title: z.string().nullable() })),
    }),
  ),
});

export const errorCause = z.object({
  code: z.string(),
  field: z.string().nullable(),
  text: z.string(),
  sending_application: z.string().nullable(),
  count: z.number(),
  first_at: instant,
  last_at: instant,
  /** Id of the newest message of the group. */
  example_id: z.number(),
});
export type ErrorCause = z.output<typeof errorCause>;

const causeFilters = z.object({
  code: z.string().max(40).optional(),
  /** "PID-3"; empty: errors that concern no field. */
  field: z.string().max(40).optional(),
  /** MSH-3; empty: messages without it. */
  sending_application: z.string().max(200).optional(),
});

export const listErrors = endpoint({
  method: 'GET',
  path: '/hl7_messages/errors',
  access: { permission: 'messages.reprocess', anyApplication: true },
  audit: { record: 'hl7_messages' },
  summary:
    'Messages that could not be processed, newest first; a superuser without an application sees the unrouted ones',
  query: keysetQuery.extend(causeFilters.shape).extend({ sort: sortBy(['received_at', 'id'], '-received_at') }),
  reply: keysetPage(message),
});

export const listErrorCauses = endpoint({
  method: 'GET',
  path: '/hl7_messages/errors/causes',
  access: { permission: 'messages.reprocess', anyApplication: true },
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

/** Sexes and events of the form for a message that is entered by hand. */
export const FORM_SEXES = ['F', 'M', 'O', 'U'] as const;
export const FORM_EVENTS = ['A01', 'A02', 'A03', 'A04', 'A08', 'A11', 'A12', 'A13'] as const;

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .regex(/^\P{Cc}*$/u, 'Use one line of plain text.')
    .nullable();

/** A message that is entered by hand. Empty texts are not sent. */
const messageFields = z.object({
  event: z.enum(FORM_EVENTS, 'Choose an event.'),
  /** The menu's name of the event ("discharges"), where `event` is not given. */
  type: z.enum(MESSAGE_TYPES).nullable(),
  /** PID-3.1 */
  patient_identifier: text(100),
  given_name: text(100),
  family_name: text(100),
  birth_date: isoDay.or(z.literal('')).nullable(),
  sex: z.enum([...FORM_SEXES, ''], 'Choose from the list.').nullable(),
  language: z
    .string()
    .regex(/^([a-z]{2})?$/, 'Use two letters such as en.')
    .nullable(),
  hl7_message_pid: z.object({
    /** PID-13, separated by carets: the first part is a phone number, the fourth an e-mail address. */
    phone_home: text(300),
  }),
  /** PV1-3.1, .2, .3 */
  location: text(100),
  room: text(50),
  bed: text(50),
  visit_number: text(100),
  patient_class: z
    .string()
    .regex(/^[A-Z]?$/, 'Choose from the list.')
    .nullable(),
  event_at: isoTime.nullable(),
});
export type MessageFields = z.output<typeof messageFields>;

const newMessage = messageFields.partial();
export type NewMessageFields = z.output<typeof newMessage>;
const hasPatient = ({ patient_identifier }: NewMessageFields) => Boolean(patient_identifier);
const withoutPatient = { path: ['patient_identifier'], error: "Enter the patient's number." };
/**
 * Whether the rules of the application may send something because of a new message. It is stored with the message, and holds
 * each time the message is processed.
 */
const withSend = newMessage.extend({ send: z.boolean().optional() });
const newMessageBody = z.object({
  hl7_message: withSend
    .refine(({ event, type }) => Boolean(event ?? type), { path: ['event'], error: 'Choose an event.' })
    .refine(hasPatient, withoutPatient),
});
const newDischargeBody = z.object({ hl7_message: withSend.refine(hasPatient, withoutPatient) });
const correctionBody = z.object({ hl7_message: newMessage });

export const createMessage = endpoint({
  method: 'POST',
  path: '/hl7_messages',
  access: { permission: 'messages.create' },
  summary: 'Tell an event by hand: an HL7 message is made of it and taken like any other',
  body: newMessageBody,
  wrapper: 'hl7_message',
  status: 201,
  reply: one(messageDetail),
});

const ADDRESS_CHECKS = ['none', 'usable', 'unusable'] as const;

export const messagePreview = z.object({
  /** Whether a phone number and an e-mail address were entered, and whether something can be sent there. */
  phone: z.enum(ADDRESS_CHECKS),
  email: z.enum(ADDRESS_CHECKS),
  /** How the phone number is understood, in E.164; null where none was entered, or it is unusable. */
  phone_read_as: z.string().nullable(),
  /** What saving would follow from the message. Null while saving would refuse a field. */
  outcome: z
    .object({
      state: z.enum(MESSAGE_STATES),
      error: messageError.nullable(),
      ignored_reason: z.string().nullable(),
      /** Number of rules that are active for messages. */
      rules: z.number(),
      /** Whether events of this kind can start a rule. */
      starts_rules: z.boolean(),
      /** One for each rule that fits the message. */
      deliveries: z.array(
        z.object({
          trigger_id: z.number(),
          action: z.string(),
          survey_title: z.string().nullable(),
          /** Null where nothing would be sent. */
          channel: z.enum(CHANNELS).nullable(),
          /** The address, where it is one that was entered; null for one that is known of the patient, which is not shown. */
          recipient: z.string().nullable(),
          /** When it would be sent at the earliest, quiet hours included. The gate is asked again then. */
          send_at: instant,
          /** Why it would not be sent; null when it would. */
          reason: z.enum(SUPPRESSION_REASONS).nullable(),
        }),
      ),
      /** Active rules that do not fit the message, each with the filter that excludes it. */
      not_matched: z.array(z.object({ trigger_id: z.number(), action: z.string(), filter: z.string() })),
    })
    .nullable(),
});
export type MessagePreview = z.output<typeof messagePreview>;

export const previewMessage = endpoint({
  method: 'POST',
  path: '/hl7_messages/preview',
  idempotencyKey: false,
  access: { permission: 'messages.create' },
  audit: { action: 'try', record: 'hl7_messages' },
  summary:
    'What a message that is entered by hand would send, to whom, by which rule and when, or why not; stores and sends nothing',
  body: z.object({ hl7_message: withSend }),
  wrapper: 'hl7_message',
  reply: one(messagePreview),
});

export const updateMessage = endpoint({
  method: 'PUT',
  path: '/hl7_messages/:id',
  access: { permission: 'messages.update' },
  summary: 'Correct what a message is understood to say; it stays as it came, and sends nothing',
  params: idParams,
  body: correctionBody,
  wrapper: 'hl7_message',
  reply: one(messageDetail),
});

const sendAddress = z
  .object({
    email: emailAddress.optional(),
    phone: z.string().trim().min(1, 'Enter a phone number.').max(40).optional(),
    channel: z.enum(['email', 'sms']).optional(),
    survey_id: z.coerce.number().int().positive().optional(),
    override_reason: overrideReason.optional(),
  })
  .refine(({ email, phone }) => Boolean(email) !== Boolean(phone), {
    path: ['email'],
    error: 'Enter an e-mail address or a phone number.',
  });
/** The body for the form, whose fields are inside `send`. */
export const sendForm = z.object({ send: sendAddress });

export const sendMessage = endpoint({
  method: 'POST',
  path: '/hl7_messages/:id/send',
  access: { permission: 'messages.send' },
  audit: { action: 'send_survey', record: 'hl7_messages' },
  summary: 'Ask the patient of a message at an address typed by hand; the gate decides, and its refusal is kept',
  params: idParams,
  body: sendAddress,
  reply: one(
    z.object({
      id: z.number(),
      state: z.enum(DELIVERY_STATES),
      reason: z.enum(SUPPRESSION_REASONS).nullable(),
      channel: z.enum(CHANNELS),
      send_at: instant,
      /** When it could be sent, if it is refused only for now; null when waiting does not help, or nothing was refused. */
      possible_from: instant.nullable(),
      /** True when a setting forbids it, so that it can be sent with a reason. */
      overridable: z.boolean(),
      /** True when it waits because sending is on hold. */
      held: z.boolean(),
    }),
  ),
});

export const getMessageToken = endpoint({
  method: 'GET',
  path: '/hl7_messages/:id/token',
  access: { permission: 'feedback.create' },
  audit: { action: 'take_survey', record: 'hl7_messages' },
  summary:
    'The token of a survey about this message, to be taken with the patient; the same one until it is answered. With ' +
    'distribution_list, 404 unless the message is about somebody on it',
  params: idParams,
  query: z.object({ distribution_list: z.string().max(200).optional() }),
  reply: one(z.object({ token: z.string() })),
});

export const MAX_IMPORT_BYTES = 16 * 1024 * 1024;
export const MAX_IMPORTED = 20_000;

export const importResult = z.object({
  /** Position in the file, from 1. */
  place: z.number(),
  message_control_id: z.string().nullable(),
  /** AA, AE or AR; null for an acknowledgement, which is not stored. */
  code: z.string().nullable(),
  error: messageError.nullable(),
});
export type ImportResult = z.output<typeof importResult>;

export const importMessages = endpoint({
  method: 'POST',
  path: '/hl7_messages/import',
  idempotencyKey: false,
  bodyMedia: FILE_MEDIA,
  access: { permission: 'messages.create' },
  audit: { action: 'import', record: 'hl7_messages' },
  summary:
    'Take a file of messages (multipart: `file`), with or without FHS/BHS around them. They send nothing to patients, ' +
    'unless `send` is 1. `key`: any name of this import, by which its progress is found; the same again answers 409',
  reply: one(
    z.object({
      total: z.number(),
      /** Number of messages that are stored, including those that already were. */
      accepted: z.number(),
      refused: z.number(),
      /** Number of accepted messages that were already stored or came twice in the file. They are only counted. */
      duplicates: z.number(),
      /** `cut`: the end that the file's beginning announces is missing. `open`: only the last line end is missing. */
      ending: z.enum(['whole', 'open', 'cut']),
      /** The number of messages that the file declares (BTS-1); null when it declares none. */
      declared: z.number().nullable(),
      /** Bytes that belong to no message. */
      stray_bytes: z.number(),
      /** The refused messages, then the others, in the order of the file; the first 1,000. */
      results: z.array(importResult),
    }),
  ),
});

export const messageImport = z.object({
  id: z.number(),
  /** The key that the sender gave the import; null when there was none. */
  key: z.string().nullable(),
  file_name: z.string(),
  /**
   * `interrupted`: the import stopped before its end. What it stored is kept, and importing the same file again adds the rest.
   */
  state: z.enum(['running', 'finished', 'interrupted']),
  total: z.number(),
  done: z.number(),
  accepted: z.number(),
  refused: z.number(),
  duplicates: z.number(),
  started_at: instant,
  finished_at: instant.nullable(),
});
export type MessageImport = z.output<typeof messageImport>;

export const listImports = endpoint({
  method: 'GET',
  path: '/hl7_messages/imports',
  access: { permission: 'messages.create' },
  summary: 'Files of messages that are being taken, and those of the last day; newest first, 20 at most',
  reply: z.object({ data: z.array(messageImport) }),
});

const discharge = { permission: 'messages.list' } as const;

export const listDischarges = endpoint({
  method: 'GET',
  path: '/hl7_discharges',
  access: discharge,
  audit: { record: 'hl7_messages' },
  summary: 'Discharges (A03), newest first',
  query: keysetQuery
    .extend(messageFilters.omit({ type: true }).shape)
    .extend({ sort: sortBy(['event_at', 'received_at', 'id'], '-event_at') }),
  reply: keysetPage(message),
});

export const getDischarge = endpoint({
  method: 'GET',
  path: '/hl7_discharges/:id',
  access: discharge,
  audit: { record: 'hl7_messages' },
  summary: 'One discharge',
  params: idParams,
  reply: one(messageDetail),
});

export const createDischarge = endpoint({
  method: 'POST',
  path: '/hl7_discharges',
  access: { permission: 'messages.create' },
  audit: { record: 'hl7_messages' },
  summary: 'Tell a discharge by hand',
  body: newDischargeBody,
  wrapper: 'hl7_message',
  status: 201,
  reply: one(messageDetail),
});

export const updateDischarge = endpoint({
  method: 'PUT',
  path: '/hl7_discharges/:id',
  access: { permission: 'messages.update' },
  audit: { record: 'hl7_messages' },
  summary: 'Correct a discharge',
  params: idParams,
  body: correctionBody,
  wrapper: 'hl7_message',
  reply: one(messageDetail),
});

export const messageReload = z.object({
  state: z.enum(['running', 'finished']),
  /** Number of patients. */
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
  audit: { action: 'reload_messages', record: 'applications' },
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
  bodyMedia: ['x-application/hl7-v2+er7', 'text/plain'],
  reply: z.string(),
  replyMedia: 'x-application/hl7-v2+er7',
});
