import type { Pdu, Session } from 'smpp';
import { limitConcurrency } from '../limit-concurrency.ts';
import type { Log } from '../log.ts';
import type { Gateway, SendResult, Sms, SmsEvents } from './gateway.ts';
import { splitRate } from './rate.ts';
import { createSmppConnection } from './smpp-connection.ts';
import { isReceipt, partOf, readReceipt, senderFields, submissions, textOf } from './smpp-messages.ts';

const ANSWER_TIMEOUT_MS = 15_000;

/** How many texts wait for their answer at once. Many centres refuse more, and some close the connection. */
const WINDOW = 10;
const MAX_WINDOW = 250;

/**
 * Values of command_status that ask to try again later (SMPP v3.4 §5.1.3): system error, queue full, throttled, and an error of the
 * application for now; and those that concern our settings, which the hospital can correct: the state of the connection, the sender and
 * its kind, system_id and password.
 */
const LATER = new Set([0x04, 0x05, 0x08, 0x0a, 0x0d, 0x0e, 0x0f, 0x14, 0x48, 0x49, 0x58, 0x64]);

interface SmppOptions {
  log: Log;
  /** Null: this process only sends, and another process receives receipts and texts. */
  events: SmsEvents | null;
  answerTimeoutMs?: number;
  enquireLinkMs?: number;
}

/**
 * Sends SMS through an SMPP centre (v3.4, transceiver): `smpp://system_id:password@host:2775?from=Hospital&rate=10`, with
 * `&tls=1` for TLS, and `&window=20` for a centre that takes 20 texts before it answers one. A long text is sent in parts, each with a header; the receipt of the last part counts. A lost connection is
 * made anew.
 */
export function createSmppGateway(
  address: string,
  { log, events, answerTimeoutMs = ANSWER_TIMEOUT_MS, enquireLinkMs }: SmppOptions,
): Gateway<Sms> {
  const { url: plain, perSecond } = splitRate(address);
  const url = new URL(plain);
  const window = readWindow(url);
  const inWindow = limitConcurrency(window);
  const from = senderFields(url.searchParams.get('from') ?? '');
  const connection = createSmppConnection(url, {
    log,
    answerTimeoutMs,
    ...(enquireLinkMs === undefined ? {} : { enquireLinkMs }),
    staysBound: events !== null,
    onDeliver: receive,
  });

  /** Acknowledges what the centre sent after it is stored. Otherwise the centre keeps it and sends it again. */
  async function receive(session: Session, pdu: Pdu): Promise<void> {
    try {
      if (!events) throw new Error('another process takes what the centre sends');
      if (isReceipt(pdu)) {
        const receipt = readReceipt(pdu);
        if (receipt) await events.onReceipt(receipt);
      } else {
        const reply = await events.onText({
          from: pdu.source_addr,
          to: pdu.destination_addr,
          text: textOf(pdu),
          part: partOf(pdu),
        });
        if (reply) await send({ to: pdu.source_addr, text: reply, idempotencyKey: '' });
      }
      session.send(pdu.response());
    } catch (error) {
      log.error({ err: error }, 'what the SMPP centre sent could not be stored; it will send it again');
      session.send(pdu.response({ command_status: 0x08 }));
    }
  }

  const send = (sms: Sms): Promise<SendResult> => inWindow(() => sendNow(sms));

  async function sendNow({ to, from: own, text }: Sms): Promise<SendResult> {
    const session = await connection.bind();
    if (!session) return { ok: false, outcome: 'retry', error: 'The SMPP centre could not be reached.' };
    let messageId: string | null = null;
    for (const [index, fields] of submissions(to, text).entries()) {
      const answer = await connection.submit(session, { ...(own ? senderFields(own) : from), ...fields });
      if (!answer) return { ok: false, outcome: 'unknown', error: 'The SMPP centre did not answer.' };
      if (answer.command_status !== 0) return refusal(answer.command_status, index);
      messageId = answer.message_id || null;
    }
    return { ok: true, gatewayMessageId: messageId };
  }

  if (events) void connection.bind();
  return { name: 'smpp', perSecond, atOnce: window, send, close: connection.close };
}

function readWindow({ searchParams }: URL): number {
  const window = Number(searchParams.get('window') ?? WINDOW);
  if (Number.isInteger(window) && window >= 1 && window <= MAX_WINDOW) return window;
  throw new Error(
    `The window in the address of an SMPP centre must be a whole number from 1 to ${MAX_WINDOW}, such as ?window=10.`,
  );
}

/** What follows from the answer to a part. Once a part has been accepted, the whole text must not be sent again. */
function refusal(status: number, part: number): SendResult {
  const error = `The SMPP centre answered 0x${status.toString(16).padStart(2, '0')}.`;
  if (part > 0) return { ok: false, outcome: 'unknown', error };
  return { ok: false, outcome: LATER.has(status) ? 'retry' : 'refused', error };
}
