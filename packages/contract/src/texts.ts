import { z } from 'zod';
import { deliveryThreadEntry } from './deliveries.ts';
import { endpoint } from './endpoint.ts';
import { HOLD_REASONS } from './sending-holds.ts';
import { idParams, instant, keysetPage, keysetQuery, one, sortBy } from './paging.ts';

export const MAX_REPLY_CHARACTERS = 1000;

export const inboundText = z.object({
  id: z.number(),
  channel: z.enum(['sms', 'email']),
  /** E.164 or an e-mail address. */
  from_address: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  received_at: instant,
  /** The keyword that was recognised and obeyed. */
  understood: z.enum(['stop', 'start', 'help']).nullable(),
  /** True when the text is more than the keyword: it was obeyed, and a person has to read it. */
  doubtful: z.boolean(),
  /** True for words of harm: a case was opened at once. */
  harm: z.boolean(),
  /** True for what a mail program answered by itself, as that somebody is away (RFC 3834): it is kept, and nobody has to read it. */
  automatic: z.boolean(),
  /** How many files came with it, such as a picture. They are not kept. */
  attachments: z.number(),
  /** What was sent back at once by whoever passed the text on. The reply to a whole e-mail is a delivery of its own. */
  reply: z.string().nullable(),
  read_at: instant.nullable(),
  read_by_name: z.string().nullable(),
  /** When a person answered the text or opened a case about it. */
  handled_at: instant.nullable(),
  /** The newest delivery to that address when the text came. */
  delivery_id: z.number().nullable(),
  survey_title: z.string().nullable(),
  patient_id: z.number().nullable(),
  visit_id: z.number().nullable(),
  contact_id: z.number().nullable(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  contact_name: z.string().nullable(),
  location: z.string().nullable(),
  case_id: z.number().nullable(),
});
export type InboundText = z.output<typeof inboundText>;

/** One entry of a conversation: a text of theirs, or a message of ours. */
export const threadEntry = z.discriminatedUnion('from', [
  inboundText
    .pick({
      id: true,
      channel: true,
      subject: true,
      text: true,
      understood: true,
      doubtful: true,
      harm: true,
      automatic: true,
      attachments: true,
      reply: true,
    })
    .extend({ from: z.literal('them'), at: instant }),
  deliveryThreadEntry,
]);
export type ThreadEntry = z.output<typeof threadEntry>;

export const inboundTextDetail = inboundText.extend({
  /** The newest 200 entries, oldest first. */
  thread: z.array(threadEntry),
  /** Whether a reply is possible: the gate has to know to whom it is sent. */
  can_reply: z.boolean(),
  /** Why a reply waits until a person lets it leave; null: it is sent at once. */
  sending_hold: z.enum(HOLD_REASONS).nullable(),
});
export type InboundTextDetail = z.output<typeof inboundTextDetail>;

export const listTexts = endpoint({
  method: 'GET',
  path: '/inbound_texts',
  access: { permission: 'texts.list', anyApplication: true },
  audit: true,
  summary: 'What people wrote back, newest first; without an application, what came from nobody that was written to',
  query: keysetQuery.extend({
    /** 1: only texts that nobody has read. */
    unread: z.enum(['0', '1']).optional(),
    /** 1: only texts that a person has to read, without plain STOP, START and HELP and without automatic answers. */
    for_people: z.enum(['0', '1']).optional(),
    sort: sortBy(['received_at'], '-received_at'),
  }),
  reply: keysetPage(inboundText).extend({ unread_count: z.number() }),
});

export const getText = endpoint({
  method: 'GET',
  path: '/inbound_texts/:id',
  access: { permission: 'texts.list' },
  audit: true,
  summary: 'One text with its thread: what was written to that address, and from it',
  params: idParams,
  reply: one(inboundTextDetail),
});

export const readText = endpoint({
  method: 'PUT',
  path: '/inbound_texts/:id/read',
  access: { permission: 'texts.list' },
  summary: 'Mark a text as read',
  params: idParams,
  reply: one(inboundText),
});

export const replyToText = endpoint({
  method: 'POST',
  path: '/inbound_texts/:id/reply',
  access: { permission: 'texts.reply' },
  summary: 'Answer a text, through the gate; the same words twice are one answer',
  params: idParams,
  body: z.object({ text: z.string().trim().min(1, 'Write an answer.').max(MAX_REPLY_CHARACTERS) }),
  status: 201,
  reply: one(inboundTextDetail),
});

/** What became of a text that was received. */
const textAnswer = z.object({
  understood: z.enum(['stop', 'start', 'help']).nullable(),
  /** The text to send back; null: none. */
  reply: z.string().nullable(),
});

export const receiveEmail = endpoint({
  method: 'POST',
  path: '/inbound_emails',
  access: 'application-credentials',
  summary: 'A patient answered an e-mail: stored, in a thread with the e-mail it answers',
  body: z.object({
    from: z.email().max(320),
    subject: z.string().max(998).default(''),
    /** The text without the quoted original, where the mail server can tell. Of a longer text, only the beginning is kept. */
    text: z.string().max(200_000),
    /** In-Reply-To: the Message-ID of our e-mail. */
    in_reply_to: z.string().max(998).optional(),
    message_id: z.string().min(1).max(998),
    /** Auto-Submitted (RFC 3834). Anything but "no" is an automatic answer, which nobody has to read. */
    auto_submitted: z.string().max(998).optional(),
    /** How many files came with it. */
    attachments: z.int().min(0).max(1000).default(0),
  }),
  reply: z.object({ data: textAnswer }),
});

export const EMAIL_MEDIA = 'message/rfc822';

/**
 * What a whole e-mail was: somebody's `answer`; an `automatic` answer, as that somebody is away; a report about one of our e-mails, which
 * was `delivered`, `failed` or `bounced`, or about which somebody `complained`; or a report that says nothing for good, or names none of
 * our e-mails: `ignored`.
 */
export const EMAIL_KINDS = ['answer', 'automatic', 'delivered', 'failed', 'bounced', 'complained', 'ignored'] as const;

export const receiveWholeEmail = endpoint({
  method: 'POST',
  path: '/inbound_emails/raw',
  access: 'application-credentials',
  audit: { action: 'create', record: 'inbound_emails' },
  summary:
    'A whole e-mail as it came (RFC 5322): an answer is stored, a bounce or complaint ends writing to that address',
  bodyMedia: [EMAIL_MEDIA],
  reply: z.object({ data: textAnswer.pick({ understood: true }).extend({ kind: z.enum(EMAIL_KINDS) }) }),
});
