import { randomInt } from 'node:crypto';
import { smsAlphabet, smsParts } from '@wardvoice/contract';
import smpp, { type Pdu, type Session } from 'smpp';
import type { Log } from '../log.ts';
import type { Gateway, SendResult, Sms, SmsEvents } from './gateway.ts';
import { splitRate } from './rate.ts';

const ANSWER_TIMEOUT_MS = 15_000;
const ENQUIRE_LINK_MS = 20_000;
const FIRST_RECONNECT_MS = 500;
const MAX_RECONNECT_MS = 30_000;

/** Values of command_status that ask to try again later: throttled, queue full, system error (SMPP v3.4 §5.1.3). */
const LATER = new Set([0x08, 0x14, 0x58]);
const RECEIPT = 0x04;
const KIND_OF_MESSAGE = 0x3c;
const WITH_HEADER = 0x40;
const TON_UNKNOWN = 0;
const TON_INTERNATIONAL = 1;
const TON_ALPHANUMERIC = 5;
const NPI_UNKNOWN = 0;
const NPI_ISDN = 1;
const GSM_7 = 0;
const UCS_2 = 8;

interface SmppOptions {
  log: Log;
  /** Null: this process only sends, and another process receives receipts and texts. */
  events: SmsEvents | null;
  answerTimeoutMs?: number;
}

/**
 * Sends SMS through an SMPP centre (v3.4, transceiver): `smpp://system_id:password@host:2775?from=Hospital&rate=10`, with
 * `&tls=1` for TLS. A long text is sent in parts, each with a header; the receipt of the last part counts. A lost connection is
 * made anew.
 */
export function createSmppGateway(
  address: string,
  { log, events, answerTimeoutMs = ANSWER_TIMEOUT_MS }: SmppOptions,
): Gateway<Sms> {
  const { url: plain, perSecond } = splitRate(address);
  const url = new URL(plain);
  const from = sender(url.searchParams.get('from') ?? '');
  let session: Session | null = null;
  let bound: Promise<Session | null> | null = null;
  let pause = FIRST_RECONNECT_MS;
  let timer: NodeJS.Timeout | undefined;
  let closing = false;
  /** One function for each submit_sm that waits for its answer, called when the connection breaks: the text may have arrived. */
  const waiting = new Set<() => void>();

  function bind(): Promise<Session | null> {
    bound ??= new Promise((resolve) => {
      const next = smpp.connect({
        host: url.hostname,
        port: Number(url.port) || 2775,
        tls: url.searchParams.get('tls') === '1',
        auto_enquire_link_period: ENQUIRE_LINK_MS,
      });
      const giveUp = setTimeout(() => next.destroy(), answerTimeoutMs);
      next.on('error', () => next.destroy());
      next.on('close', () => {
        clearTimeout(giveUp);
        if (session === next) log.warn('the SMPP connection was lost');
        session = null;
        bound = null;
        resolve(null);
        for (const abandon of waiting) abandon();
        if (!closing && events) reconnect();
      });
      next.on(url.searchParams.get('tls') === '1' ? 'secureConnect' : 'connect', () => {
        next.bind_transceiver(
          { system_id: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
          ({ command_status }) => {
            clearTimeout(giveUp);
            if (command_status !== 0) {
              log.error({ command_status }, 'the SMPP centre refused the bind: check user and password in SMS_URL');
              next.destroy();
              return;
            }
            pause = FIRST_RECONNECT_MS;
            session = next;
            resolve(next);
          },
        );
      });
      next.on('enquire_link', (pdu: Pdu) => next.send(pdu.response()));
      next.on('deliver_sm', (pdu: Pdu) => void receive(next, pdu));
    });
    return bound;
  }

  function reconnect(): void {
    timer = setTimeout(() => void bind(), pause);
    timer.unref();
    pause = Math.min(pause * 2, MAX_RECONNECT_MS);
  }

  /** Acknowledges what the centre sent after it is stored. Otherwise the centre keeps it and sends it again. */
  async function receive(from_: Session, pdu: Pdu): Promise<void> {
    try {
      if (!events) throw new Error('another process takes what the centre sends');
      if ((pdu.esm_class & KIND_OF_MESSAGE) === RECEIPT) {
        const receipt = readReceipt(pdu);
        if (receipt) await events.onReceipt(receipt);
      } else {
        const reply = await events.onText({ from: pdu.source_addr, to: pdu.destination_addr, text: textOf(pdu) });
        if (reply) await send({ to: pdu.source_addr, text: reply, idempotencyKey: '' });
      }
      from_.send(pdu.response());
    } catch (error) {
      log.error({ err: error }, 'what the SMPP centre sent could not be stored; it will send it again');
      from_.send(pdu.response({ command_status: 0x08 }));
    }
  }

  function submit(to: Session, part: Record<string, unknown>): Promise<Pdu | null> {
    return new Promise((resolve) => {
      const settle = (pdu: Pdu | null) => {
        clearTimeout(giveUp);
        waiting.delete(abandon);
        resolve(pdu);
      };
      const abandon = () => settle(null);
      const giveUp = setTimeout(abandon, answerTimeoutMs);
      waiting.add(abandon);
      if (!to.submit_sm(part, settle)) settle(null);
    });
  }

  async function send({ to, from: own, text }: Sms): Promise<SendResult> {
    const connection = session ?? (await bind());
    if (!connection) return { ok: false, outcome: 'retry', error: 'The SMPP centre could not be reached.' };
    const parts = shortMessages(text);
    let messageId: string | null = null;
    for (const [index, short_message] of parts.entries()) {
      const answer = await submit(connection, {
        ...(own ? sender(own) : from),
        dest_addr_ton: TON_INTERNATIONAL,
        dest_addr_npi: NPI_ISDN,
        destination_addr: to.replace(/^\+/, ''),
        data_coding: smsAlphabet(text) === 'GSM-7' ? GSM_7 : UCS_2,
        esm_class: parts.length > 1 ? WITH_HEADER : 0,
        registered_delivery: index === parts.length - 1 ? 1 : 0,
        short_message,
      });
      if (!answer) return { ok: false, outcome: 'unknown', error: 'The SMPP centre did not answer.' };
      if (answer.command_status !== 0) {
        const error = `The SMPP centre answered 0x${answer.command_status.toString(16).padStart(2, '0')}.`;
        // A part has been accepted, so the whole text must not be sent again.
        if (index > 0) return { ok: false, outcome: 'unknown', error };
        return { ok: false, outcome: LATER.has(answer.command_status) ? 'retry' : 'refused', error };
      }
      messageId = answer.message_id || null;
    }
    return { ok: true, gatewayMessageId: messageId };
  }

  if (events) void bind();
  return {
    name: 'smpp',
    perSecond,
    send,
    async close() {
      closing = true;
      clearTimeout(timer);
      const open = session;
      if (open) await new Promise<void>((resolve) => open.destroy(resolve));
    },
  };
}

/**
 * Returns the fields for a sender: a number, a short code, or a name of at most eleven characters. Without a sender the centre
 * uses its own.
 */
function sender(from: string): Record<string, unknown> {
  if (from === '') return {};
  const digits = from.replace(/^\+/, '');
  if (!/^\d+$/.test(digits))
    return { source_addr_ton: TON_ALPHANUMERIC, source_addr_npi: NPI_UNKNOWN, source_addr: from };
  const isNumber = digits.length > 6;
  return {
    source_addr_ton: isNumber ? TON_INTERNATIONAL : TON_UNKNOWN,
    source_addr_npi: isNumber ? NPI_ISDN : NPI_UNKNOWN,
    source_addr: digits,
  };
}

/**
 * Encodes a text and cuts it into parts between characters, not between bytes. The header of each says which part of how many it
 * is (3GPP TS 23.040 §9.2.3.24.1).
 */
function shortMessages(text: string): { message: Buffer; udh?: Buffer }[] {
  const encode = smsAlphabet(text) === 'GSM-7' ? smpp.encodings.ASCII.encode : smpp.encodings.UCS2.encode;
  const parts = smsParts(text);
  if (parts.length === 1) return [{ message: encode(text) }];
  const reference = randomInt(256);
  return parts.map((part, index) => ({
    udh: Buffer.from([0x05, 0x00, 0x03, reference, parts.length, index + 1]),
    message: encode(part),
  }));
}

const textOf = ({ short_message: { message } }: Pdu): string =>
  Buffer.isBuffer(message) ? message.toString('latin1') : message;

const DELIVERED = new Set(['DELIVRD', 'ACCEPTD', '2', '6']);
const FAILED = new Set(['EXPIRED', 'DELETED', 'UNDELIV', 'REJECTD', '3', '4', '5', '8']);

/** Reads a receipt from the optional parameters, else from the text format that most centres use (SMPP v3.4 appendix B). */
function readReceipt(
  pdu: Pdu,
): { gatewayMessageId: string; event: 'delivered' | 'failed'; error: string | null } | null {
  const text = textOf(pdu);
  const id = pdu.receipted_message_id?.replace(/\0+$/, '') || /\bid:(\S+)/i.exec(text)?.[1];
  const state = pdu.message_state === undefined ? /\bstat:(\w+)/i.exec(text)?.[1] : String(pdu.message_state);
  if (!id || !state) return null;
  if (DELIVERED.has(state)) return { gatewayMessageId: id, event: 'delivered', error: null };
  if (!FAILED.has(state)) return null;
  const code = /\berr:(\w+)/i.exec(text)?.[1];
  return {
    gatewayMessageId: id,
    event: 'failed',
    error: `The network could not deliver it (${state}${code ? `, ${code}` : ''}).`,
  };
}
