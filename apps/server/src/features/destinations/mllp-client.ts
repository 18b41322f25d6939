import { EventEmitter, once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { setTimeout as pause } from 'node:timers/promises';
import { FrameDecoder, parseMessage, wrapFrame, type ExpectedAcknowledgments } from '@wardvoice/hl7';
import { codeOf } from '../../platform/errors.ts';

const CONNECT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
export const ANSWERS = ['AA', 'CA', 'AE', 'CE', 'AR', 'CR'] as const;
export type AnswerCode = (typeof ANSWERS)[number];

export interface Address {
  host: string;
  port: number;
  tls: boolean;
  /** Null: the certificates of the system. */
  ca: string | null;
  /** What this side shows of itself, in PEM; null: nothing. */
  client: { certificate: string; key: string } | null;
}

/**
 * What came of a message: the answer of the receiver, or why there was none, or nothing where none was wanted after success. None of
 * these holds what the receiver wrote.
 */
export type Exchange = { answer: AnswerCode } | { answer: null; error: string | null };

/** An application acknowledgement that came after the message was answered CA. */
export interface LaterAnswer {
  controlId: string;
  answer: AnswerCode;
}

/** A message, and what is awaited for it. */
interface Sending {
  controlId: string;
  answerMs: number;
  first: ExpectedAcknowledgments['first'];
}

export interface MllpConnection {
  /** Sends one message and waits for the acknowledgement that names it. After a failure the connection is of no more use. */
  exchange(message: Uint8Array, sending: Sending): Promise<Exchange>;
  /** Returns whether the receiver has left it open. Many systems close it after each acknowledgement. */
  isOpen(): boolean;
  /** Returns the answers about earlier messages that have come since the last call. */
  drainLaterAnswers(): LaterAnswer[];
  /** Waits for such an answer this long at most. Returns whether there is one, or may still be: false once the connection has ended. */
  awaitLaterAnswer(ms: number): Promise<boolean>;
  /**
   * Returns why the connection has ended by itself within this time; null: it stands. A receiver that wants a certificate says so only
   * after the handshake (TLS 1.3, RFC 8446 §4.4.2.4).
   */
  endedWithin(ms: number): Promise<string | null>;
  close(): void;
}

/** Opens a connection. Certificates are those of the address given, so a change holds from the next connection on. */
export async function openMllpConnection(address: Address): Promise<MllpConnection | { error: string }> {
  const opened = await openSocket(address);
  return opened instanceof Error ? { error: reasonOf(opened) } : overSocket(opened);
}

function openSocket({ host, port, tls, ca, client }: Address): Promise<Socket | Error> {
  return new Promise((resolve) => {
    let socket: Socket;
    try {
      socket = tls
        ? connectTls({
            host,
            port,
            ...(ca === null ? {} : { ca }),
            ...(client === null ? {} : { cert: client.certificate, key: client.key }),
          })
        : connectPlain({ host, port });
    } catch (error) {
      resolve(error instanceof Error ? error : new Error('unknown'));
      return;
    }
    const late = setTimeout(() => socket.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), CONNECT_MS);
    socket.once('error', (error) => {
      clearTimeout(late);
      resolve(error);
    });
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      clearTimeout(late);
      resolve(socket.setNoDelay());
    });
  });
}

/** Returns why there is no connection. The text of an error of TLS may hold the subject of a certificate, so the code is told. */
const reasonOf = (error: Error) =>
  `No connection: ${codeOf(error) ?? 'the address or the certificate cannot be used'}.`;

/** The receiver has refused what this side showed of itself, or how it speaks TLS. */
const isOfTls = (error: Error): boolean => codeOf(error)?.startsWith('ERR_SSL') === true;

function overSocket(socket: Socket): MllpConnection {
  const decoder = new FrameDecoder({ maxFrameBytes: MAX_ANSWER_BYTES });
  let waiting: { controlId: string; end: (exchange: Exchange) => void; sawOther: boolean } | null = null;
  const sent = new Set<string>();
  const later: LaterAnswer[] = [];
  const changes = new EventEmitter();
  let isClosed = false;
  let failure: string | null = null;
  const fail = (error: string) => {
    if (!isClosed) failure = error;
    isClosed = true;
    socket.destroy();
    waiting?.end({ answer: null, error });
    changes.emit('change');
  };
  socket.on('data', (chunk) => {
    for (const event of decoder.push(chunk)) {
      if (event.kind !== 'frame') continue;
      const acknowledged = readAcknowledgement(event.bytes);
      if (!acknowledged) continue;
      const { code, controlId } = acknowledged;
      if (controlId === waiting?.controlId) {
        waiting.end({ answer: code });
        continue;
      }
      // The application acknowledgement that follows CA names an earlier message.
      if (sent.has(controlId)) {
        later.push({ controlId, answer: code });
        changes.emit('change');
      } else if (waiting) waiting.sawOther = true;
    }
  });
  socket.on('error', (error) =>
    fail(isOfTls(error) ? reasonOf(error) : 'The connection broke before the message was acknowledged.'),
  );
  // No acknowledgement can follow.
  for (const event of ['end', 'close'])
    socket.on(event, () => fail('The receiver closed the connection before it acknowledged the message.'));
  return {
    exchange: (message, { controlId, answerMs, first }) =>
      new Promise((resolve) => {
        if (isClosed) {
          resolve({ answer: null, error: 'The receiver closed the connection.' });
          return;
        }
        sent.add(controlId);
        if (first === 'never') {
          socket.write(wrapFrame(message), (error) => {
            if (!error) resolve({ answer: null, error: null });
            else resolve({ answer: null, error: 'The connection broke while the message was sent.' });
          });
          return;
        }
        const late = setTimeout(
          () =>
            first === 'when_refused'
              ? waiting?.end({ answer: null, error: null })
              : fail(
                  waiting?.sawOther
                    ? 'The receiver acknowledged other messages only: MSA-2 must be the MSH-10 that was sent.'
                    : 'The receiver did not acknowledge the message in time.',
                ),
          answerMs,
        );
        waiting = {
          controlId,
          sawOther: false,
          end(exchange) {
            clearTimeout(late);
            waiting = null;
            resolve(exchange);
          },
        };
        socket.write(wrapFrame(message));
      }),
    isOpen: () => !isClosed,
    drainLaterAnswers: () => later.splice(0),
    async awaitLaterAnswer(ms) {
      if (later.length === 0 && !isClosed)
        await once(changes, 'change', { signal: AbortSignal.timeout(ms) }).catch(() => undefined);
      return later.length > 0 || !isClosed;
    },
    async endedWithin(ms) {
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      await Promise.race([closed, pause(ms)]);
      return failure;
    },
    close() {
      isClosed = true;
      socket.destroy();
    },
  };
}

/** Returns MSA-1 and MSA-2; null when the frame is no acknowledgement. */
function readAcknowledgement(bytes: Uint8Array): { code: AnswerCode; controlId: string } | null {
  const parsed = parseMessage(bytes);
  if (!parsed.ok) return null;
  const text = parsed.message.get('MSA-1');
  const code = ANSWERS.find((known) => known === text);
  const controlId = parsed.message.get('MSA-2');
  return code && typeof controlId === 'string' ? { code, controlId } : null;
}
