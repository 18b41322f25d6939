import { plainSms } from '@wardvoice/contract';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope, systemScope } from '../../platform/scope.ts';
import { ownWords, understandText, type TextMeaning } from '../text-meaning/index.ts';
import { announceEvent } from '../webhooks/index.ts';
import {
  findAnsweredDelivery,
  findEarlierAnswer,
  insertInboundText,
  listApplicationsWithSender,
  setReply,
  type AnsweredDelivery,
  type NewInboundText,
} from './inbound-texts.queries.ts';
import { obeyText } from './obey-text.ts';
import type { PatientChannel } from './patient-channel.ts';

/** The job of the texts slice: opens a case for words of harm, or fills the inbox of the people in charge. */
export const FOLLOW_UP_TEXT = 'follow-up-text';

export interface ReceivedText {
  channel: PatientChannel;
  from: string;
  subject?: string | null;
  text: string;
  /** The number that the text was sent to, where the gateway gives it. */
  to?: string | null;
  /** The gateway's id of the text; null when a repeated text cannot be recognised. */
  gatewayMessageId: string | null;
  /** The idempotency key of the delivery that the text answers, where it contains one. */
  deliveryKey?: string | null;
  /** True for what a mail program answered by itself. It is kept as read, and neither obeyed nor answered. */
  automatic?: boolean;
  /** How many files came with it; absent: none. They are not kept. */
  attachments?: number;
  /** Sends the reply, in the transaction that stores the text. Absent: whoever passed the text on sends it. */
  sendBack?: (tx: Tx, text: AnsweredText, reply: string) => Promise<void>;
  /** The application whose credentials were used, else the gateway of the whole server. */
  origin: { applicationId: number } | { gateway: 'twilio' | 'smpp' | 'http' };
}

/** A text that is stored, of somebody who was written to. */
export type AnsweredText = NewInboundText & { id: number; application_id: number };

export interface TextAnswer {
  understood: TextMeaning | null;
  /** What whoever passed the text on is to send back; null: nothing. */
  reply: string | null;
}

/** What a mail program writes asks for nothing. An answer to it would be answered again (RFC 3834 §2). */
const NOT_READ = { meaning: null, doubtful: false, harm: false, death: false, language: null } as const;

const MAX_TEXT_CHARACTERS = 4000;
const MAX_SUBJECT_CHARACTERS = 500;
const MAX_ADDRESS_CHARACTERS = 320;

/**
 * Stores what a patient wrote and obeys it, in one transaction; the gateway is answered after its commit. With an
 * application's credentials only that application is affected. A text from the server's own gateway belongs to the
 * application with the number that it was sent to, else to the application of the newest delivery to its sender, and to
 * no other (docs/decisions/0028).
 */
export function receiveText(ctx: Context, received: ReceivedText): Promise<TextAnswer> {
  const scope =
    'applicationId' in received.origin ? applicationScope(received.origin.applicationId) : systemScope('credential');
  return ctx.db.transaction(scope, (tx) => receiveTextIn(tx, ctx, received));
}

/** The same in a transaction of the caller, whose scope is that of the text's origin. */
export async function receiveTextIn(tx: Tx, ctx: Context, received: ReceivedText): Promise<TextAnswer> {
  const address = readAddress(received.channel, received.from);
  const answered = await findAnswered(tx, received, address);
  const words = ownWords(received.text);
  // The subject of an e-mail is ours after "Re:". It is read only where there is no other text.
  const said = received.automatic
    ? NOT_READ
    : understandText(words.trim() === '' ? ownSubject(received.subject) : words);
  const now = ctx.clock();
  const row: NewInboundText = {
    ...placeOf(received, answered),
    channel: received.channel,
    from_address: address,
    subject: received.subject ? storable(received.subject, MAX_SUBJECT_CHARACTERS) : null,
    text: storable(received.text, MAX_TEXT_CHARACTERS),
    received_at: now,
    gateway_message_id: received.gatewayMessageId,
    language: said.language ?? answered?.language ?? null,
    understood: said.meaning,
    doubtful: said.doubtful,
    harm: said.harm,
    automatic: received.automatic ?? false,
    attachments: received.attachments ?? 0,
    read_at: received.automatic ? now : null,
  };
  const id = await insertInboundText(tx, row);
  if (id === null) return findEarlierAnswer(tx, row);
  if (row.application_id === null) return { understood: said.meaning, reply: null };
  if (row.automatic) {
    await announce(tx, row.application_id, ['texts']);
    return { understood: null, reply: null };
  }

  const { application_id, channel, delivery_id, patient_id } = row;
  const event = { text_id: id, channel, delivery_id, patient_id };
  await announceEvent(tx, application_id, 'text.received', event, row.received_at);
  const text = { ...row, id, application_id };
  const done = await obeyText(tx, ctx, { ...text, death: said.death, writtenTo: answered?.recipient ?? null });
  const reply = received.sendBack || done.reply === null ? null : asSent(channel, done.reply);
  await setReply(tx, id, { reply, doubtful: done.doubtful });
  if (done.reply !== null) await received.sendBack?.(tx, text, done.reply);
  const isForPeople = said.meaning === null || done.doubtful || said.harm;
  if (isForPeople)
    await enqueue(tx, [{ task: FOLLOW_UP_TEXT, payload: { application_id: row.application_id, text_id: id } }]);
  await announce(tx, row.application_id, ['texts']);
  return { understood: said.meaning, reply };
}

async function findAnswered(tx: Tx, received: ReceivedText, address: string): Promise<AnsweredDelivery | null> {
  const { origin, channel, deliveryKey = null } = received;
  const to = received.to ?? null;
  if ('applicationId' in origin) {
    const own = [origin.applicationId];
    const named = deliveryKey && (await findAnsweredDelivery(tx, own, { channel, address, deliveryKey }));
    return named || findAnsweredDelivery(tx, own, { channel, address, deliveryKey: null });
  }
  const owners = to === null ? [] : await listApplicationsWithSender(tx, to.replace(/^(\+|00)/, ''));
  const answered = await findAnsweredDelivery(tx, owners.length > 0 ? owners : null, {
    channel,
    address,
    deliveryKey: null,
  });
  const [owner] = owners;
  // The number that the text was sent to identifies the application, although this sender was sent nothing.
  if (!answered && owner !== undefined && owners.length === 1) return strangerTo(owner, address);
  return answered;
}

const strangerTo = (applicationId: number, address: string): AnsweredDelivery => ({
  application_id: applicationId,
  delivery_id: null,
  recipient: address,
  patient_id: null,
  visit_id: null,
  contact_id: null,
  location: null,
  language: null,
});

function placeOf({ origin }: ReceivedText, answered: AnsweredDelivery | null) {
  const isOwn = 'applicationId' in origin;
  return {
    application_id: isOwn ? origin.applicationId : (answered?.application_id ?? null),
    received_from: isOwn ? `application ${origin.applicationId}` : origin.gateway,
    delivery_id: answered?.delivery_id ?? null,
    patient_id: answered?.patient_id ?? null,
    visit_id: answered?.visit_id ?? null,
    contact_id: answered?.contact_id ?? null,
    location: answered?.location ?? null,
  };
}

const ownSubject = (subject: string | null | undefined): string =>
  subject && !/^\s*(re|aw|sv|tr|odp|رد)\s*:/iu.test(subject) ? subject : '';

/** Returns the number in E.164; gateways leave the plus out. Short codes and sender names stay as they are. */
function readAddress(channel: PatientChannel, from: string): string {
  if (channel === 'email') return storable(from.toLowerCase(), MAX_ADDRESS_CHARACTERS);
  const number = parsePhoneNumberFromString(from.startsWith('+') ? from : `+${from.replaceAll(/\D/g, '')}`)?.number;
  return number ?? storable(from, MAX_ADDRESS_CHARACTERS);
}

const asSent = (channel: PatientChannel, reply: string): string => (channel === 'sms' ? plainSms(reply) : reply);

/** PostgreSQL cannot store NUL. Of a text that is too long the beginning is kept. */
const storable = (text: string, maxCharacters: number): string =>
  text.replaceAll('\0', '').trim().slice(0, maxCharacters);
