import { Readable } from 'node:stream';
import type { Client, Connection, Submittable } from 'pg';
import { formatLsn, type Lsn } from './lsn.ts';

/** What the server says: a piece of the log, or, without bytes, how far the log is. */
export interface WalMessage {
  /** Place of the first byte. */
  start: Lsn;
  bytes: Buffer;
  /** To where the log was on the server's disk when it said this. */
  serverEnd: Lsn;
  /** When it said this, by its clock. */
  sentAt: Date;
}

export interface WalStream {
  /** It ends, or fails, when the connection does. */
  messages: AsyncIterable<WalMessage>;
  /** Tells the server that it need not keep anything before this place. */
  confirm(stored: Lsn): void;
}

/** The server is asked this often whether it is there. Each answer is a message without bytes. */
const ASK_EVERY_MS = 2_000;
/** A server that says nothing for this long is gone, however open its connection is. */
const SILENT_AFTER_MS = 60_000;
/** Messages of up to 128 kB that wait to be read; then the server is not listened to. */
const MAX_WAITING = 64;

/** PostgreSQL counts microseconds from the year 2000. */
const EPOCH_2000_MS = Date.UTC(2000, 0, 1);
const MICROSECONDS = 1_000n;
const toDate = (time: bigint): Date => new Date(EPOCH_2000_MS + Number(time / MICROSECONDS));

const WAL_DATA = 'w'.charCodeAt(0);
const KEEPALIVE = 'k'.charCodeAt(0);
const STATUS = 'r'.charCodeAt(0);
const STATUS_BYTES = 34;
/** Head of the protocol's message that a status travels in: its letter, and its length with the four bytes of the length. */
const COPY_DATA = Buffer.from([...Buffer.from('d'), 0, 0, 0, STATUS_BYTES + 4]);
/** Of the header of a piece: the letter, where it begins, where the log ends, and the time. */
const DATA_HEADER_BYTES = 25;

/** Streams the log from a place that the slot still keeps. */
export function streamWal(
  client: Client,
  { slot, from, timeline, confirmed }: { slot: string; from: Lsn; timeline: number; confirmed: Lsn },
): WalStream {
  const command = `START_REPLICATION SLOT "${slot}" PHYSICAL ${formatLsn(from)} TIMELINE ${timeline}`;
  let wire: Connection | null = null;
  let received = from;
  let stored = confirmed;
  let heardAt = performance.now();
  const readable = new Readable({
    objectMode: true,
    highWaterMark: MAX_WAITING,
    read: () => wire?.stream.resume(),
    destroy(error, done) {
      clearInterval(timer);
      // A stream that is left cannot be ended in words: the server would send the rest of the log first.
      wire?.stream.destroy();
      done(error);
    },
  });

  const tell = () => {
    const status = Buffer.alloc(STATUS_BYTES);
    status[0] = STATUS;
    status.writeBigUInt64BE(received, 1);
    status.writeBigUInt64BE(stored, 9);
    status.writeBigUInt64BE(stored, 17);
    status.writeBigInt64BE(BigInt(Date.now() - EPOCH_2000_MS) * MICROSECONDS, 25);
    // The last byte asks for an answer.
    status[STATUS_BYTES - 1] = 1;
    wire?.stream.write(Buffer.concat([COPY_DATA, status]));
  };
  const timer = setInterval(() => {
    const isHeld = wire?.stream.isPaused() ?? false;
    if (!isHeld && performance.now() - heardAt > SILENT_AFTER_MS)
      readable.destroy(new Error('the server has said nothing for a minute'));
    else tell();
  }, ASK_EVERY_MS);

  const hear = (chunk: Buffer) => {
    heardAt = performance.now();
    if (chunk[0] !== WAL_DATA && chunk[0] !== KEEPALIVE) return;
    const isData = chunk[0] === WAL_DATA;
    const start = isData ? chunk.readBigUInt64BE(1) : received;
    const serverEnd = chunk.readBigUInt64BE(isData ? 9 : 1);
    const sentAt = toDate(chunk.readBigInt64BE(isData ? 17 : 9));
    // The parser writes over its buffer.
    const bytes = isData ? Buffer.from(chunk.subarray(DATA_HEADER_BYTES)) : Buffer.alloc(0);
    received = start + BigInt(bytes.length);
    const isRoom = readable.push({ start, bytes, serverEnd, sentAt } satisfies WalMessage);
    if (!isRoom) wire?.stream.pause();
  };
  const query: Submittable & Record<string, unknown> = {
    submit(connection: Connection) {
      wire = connection;
      connection.query(command);
    },
    handleCopyData: ({ chunk }: { chunk: Buffer }) => hear(chunk),
    handleError: (error: Error) => void readable.destroy(error),
    // The server ends the stream where the timeline ends.
    handleReadyForQuery: () => void readable.push(null),
    handleCommandComplete: () => undefined,
    handleRowDescription: () => undefined,
    handleDataRow: () => undefined,
  };
  client.once('end', () => readable.destroy(new Error('the connection has ended')));
  client.query(query);
  return {
    messages: readable,
    confirm(place) {
      stored = place;
      tell();
    },
  };
}
