import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

export const MAX_DESTINATIONS = 10;
/** Times that a message is sent which the receiver answers with AE or CE. */
export const MAX_REFUSALS = 5;
/** Days for which the log keeps a message that was sent or given up. */
export const KEPT_DAYS = 30;

export const DESTINATION_MESSAGE_STATES = ['waiting', 'sending', 'sent', 'failed'] as const;
export type DestinationMessageState = (typeof DESTINATION_MESSAGE_STATES)[number];

/** Which acknowledgements a destination sends back. */
export const ACKNOWLEDGEMENTS = ['always', 'as_asked'] as const;

export const destination = z.object({
  id: z.number(),
  name: z.string(),
  host: z.string(),
  port: z.number(),
  tls: z.boolean(),
  /** Certificates in PEM by which the receiver is verified; null: those of the system. */
  ca: z.string().nullable(),
  /** Certificates in PEM that the receiver is shown, the own one first; null: none. Its private key is never answered. */
  client_certificate: z.string().nullable(),
  /** When the own certificate ends. */
  client_certificate_until: instant.nullable(),
  /** Whether received messages are forwarded. */
  messages: z.boolean(),
  /** Whether the answers of patients are sent, as ORU^R01. */
  answers: z.boolean(),
  /** `ADT` or `ADT^A01`; empty: every type. */
  message_types: z.array(z.string()),
  /** PV1-3.1; empty: every ward, and messages without one. */
  wards: z.array(z.string()),
  /** `always`: the receiver answers every message once; `as_asked`: as MSH-15 and MSH-16 of the message ask. */
  acknowledgements: z.enum(ACKNOWLEDGEMENTS),
  /** Seconds to wait for an acknowledgement. */
  answer_seconds: z.number(),
  /** What happens to later messages when one is given up. */
  on_error: z.enum(['stop', 'skip']),
  /** False: messages are queued and not sent. */
  active: z.boolean(),
  /** When the queue stopped because a message was given up. */
  stopped_at: instant.nullable(),
  created_at: instant,
  waiting: z.number(),
  failed: z.number(),
  /** When the message that is next was queued; null: nothing waits. */
  oldest_at: instant.nullable(),
  version: z.number(),
});
export type Destination = z.output<typeof destination>;

const TYPE = /^[A-Z][A-Z0-9]{2}(\^[A-Z][A-Z0-9]{2})?$/;
const settings = {
  name: z.string('Enter a name.').trim().min(1, 'Enter a name.').max(100, 'Use at most 100 characters.'),
  host: z
    .string('Enter a host.')
    .trim()
    .regex(/^[a-z0-9._:-]{1,253}$/i, 'Enter a host name or an address, without a port.'),
  port: z
    .number('Enter a port.')
    .int()
    .min(1, 'Enter a port from 1 to 65535.')
    .max(65535, 'Enter a port from 1 to 65535.'),
  tls: z.boolean(),
  ca: z
    .string()
    .trim()
    .min(1, 'Enter the certificates of the authority.')
    .max(65536, 'Use at most 65,536 characters.')
    .nullable(),
  client_certificate: z
    .string()
    .trim()
    .min(1, 'Enter certificates in PEM, your own first.')
    .max(65536, 'Use at most 65,536 characters.')
    .nullable(),
  /** The private key of it in PEM. It is stored encrypted; without it the stored one stays. */
  client_key: z
    .string()
    .trim()
    .min(1, 'Enter the private key of this certificate.')
    .max(65536, 'Use at most 65,536 characters.')
    .optional(),
  messages: z.boolean(),
  answers: z.boolean(),
  message_types: z
    .array(z.string().regex(TYPE, 'Enter a type such as ADT or ADT^A01.'))
    .max(50, 'Enter at most 50 types.'),
  wards: z.array(z.string().trim().min(1).max(200)).max(500, 'Enter at most 500 wards.'),
  acknowledgements: z.enum(ACKNOWLEDGEMENTS, 'Choose always or as_asked.'),
  answer_seconds: z.number().int().min(1, 'Enter 1 to 30 seconds.').max(30, 'Enter 1 to 30 seconds.'),
  on_error: z.enum(['stop', 'skip']),
};

/** API keys are never given `admin`, so all of these calls are for people. */
const ADMIN = { permission: 'admin', person: true } as const;

export const listDestinations = endpoint({
  method: 'GET',
  path: '/destinations',
  access: ADMIN,
  summary: 'Systems to which the current application forwards the messages that it receives, and sends answers',
  query: pagingQuery.extend({ sort: sortBy(['name', 'created_at'], 'name') }),
  reply: page(destination),
});

export const getDestination = endpoint({
  method: 'GET',
  path: '/destinations/:id',
  access: ADMIN,
  summary: 'One destination, with the length of its queue',
  params: idParams,
  reply: one(destination),
});

export const createDestination = endpoint({
  method: 'POST',
  path: '/destinations',
  access: ADMIN,
  freshSignIn: true,
  summary:
    'Make a destination: messages that are processed from now on are forwarded to it, as they came; answers that are given from now on are sent as ORU^R01',
  body: z.object({
    destination: z.object({
      ...settings,
      tls: settings.tls.default(true),
      ca: settings.ca.default(null),
      client_certificate: settings.client_certificate.default(null),
      messages: settings.messages.default(true),
      answers: settings.answers.default(false),
      message_types: settings.message_types.default([]),
      wards: settings.wards.default([]),
      acknowledgements: settings.acknowledgements.default('always'),
      answer_seconds: settings.answer_seconds.default(10),
      on_error: settings.on_error.default('stop'),
    }),
  }),
  wrapper: 'destination',
  status: 201,
  reply: one(destination),
});

export const updateDestination = endpoint({
  method: 'PUT',
  path: '/destinations/:id',
  access: ADMIN,
  freshSignIn: true,
  summary: 'Change a destination. What waits is sent to the new address',
  params: idParams,
  body: z.object({ destination: z.object(settings).partial().extend({ version: z.number().int().optional() }) }),
  wrapper: 'destination',
  reply: one(destination),
});

export const deleteDestination = endpoint({
  method: 'DELETE',
  path: '/destinations/:id',
  access: ADMIN,
  freshSignIn: true,
  summary: 'Delete a destination with its log. What waits is not sent',
  params: idParams,
  reply: one(z.object({ id: z.number() })),
});

export const pauseDestination = endpoint({
  method: 'POST',
  path: '/destinations/:id/pause',
  access: ADMIN,
  audit: { action: 'pause', record: 'destinations' },
  summary: 'Queue messages and send none; one that is on its way is still sent',
  params: idParams,
  reply: one(destination),
});

export const resumeDestination = endpoint({
  method: 'POST',
  path: '/destinations/:id/resume',
  access: ADMIN,
  audit: { action: 'resume', record: 'destinations' },
  summary: 'Send what waits, also after the queue has stopped. A message that was given up stays so until it is resent',
  params: idParams,
  reply: one(destination),
});

export const testDestination = endpoint({
  method: 'POST',
  path: '/destinations/:id/test',
  access: ADMIN,
  idempotencyKey: false,
  audit: { action: 'test', record: 'destinations' },
  summary: 'Connect to a destination, with TLS where it is set, and send nothing',
  params: idParams,
  reply: one(
    z.object({
      ok: z.boolean(),
      /** Why there was no connection. */
      error: z.string().nullable(),
    }),
  ),
});

/** A message in the queue and the log. Its text is that of the message itself, or is written of the answers when it is sent. */
export const destinationMessage = z.object({
  id: z.number(),
  /** The received message; null for answers. */
  message_id: z.number().nullable(),
  /** The answered survey; null for a received message. */
  feedback_id: z.number().nullable(),
  message_control_id: z.string().nullable(),
  message_type: z.string().nullable(),
  event: z.string().nullable(),
  state: z.enum(DESTINATION_MESSAGE_STATES),
  queued_at: instant,
  attempts: z.number(),
  /** When it is tried again; null: at once, or not. */
  next_attempt_at: instant.nullable(),
  attempted_at: instant.nullable(),
  /** MSA-1 of the last answer; null: there was none. */
  answer: z.string().nullable(),
  /** MSA-1 of the application acknowledgement that followed CA; null: none came, or none was awaited. */
  application_answer: z.string().nullable(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
});
export type DestinationMessage = z.output<typeof destinationMessage>;

export const listDestinationMessages = endpoint({
  method: 'GET',
  path: '/destinations/:id/messages',
  access: ADMIN,
  summary: 'The queue and the log of a destination, newest first, without the texts of the messages',
  params: idParams,
  query: pagingQuery.omit({ term: true }).extend({ state: z.enum(DESTINATION_MESSAGE_STATES).optional() }),
  reply: page(destinationMessage),
});

export const resendDestinationMessage = endpoint({
  method: 'POST',
  path: '/destinations/:id/messages/:queuedId/resend',
  access: ADMIN,
  audit: { action: 'replay', record: 'destinations' },
  summary: 'Send a message again, before those that were received after it; one that waits is sent now',
  params: idParams.extend({ queuedId: z.coerce.number().int().positive() }),
  status: 202,
  reply: one(destinationMessage),
});
