import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { FrameDecoder, wrapFrame } from '@wardvoice/hl7';
import type { Log } from '../log.ts';
import { defineCounter, defineGauge } from '../metrics.ts';

/** What becomes of a frame: the acknowledgement to send, or null for none. A rejection closes the connection unanswered. */
export type FrameHandler = (frame: Uint8Array) => Promise<Uint8Array | null>;

export interface MllpServerOptions {
  host: string;
  port: number;
  tls: { cert: string; key: string; ca: string | null } | null;
  log: Log;
  onFrame: FrameHandler;
  /** The first bytes of a frame over the limit; the answer is sent and the connection closed. */
  onOversize: FrameHandler;
  onFragment(byteLength: number): void;
  maxFrameBytes?: number;
  maxConnections?: number;
  /** Silence inside a frame after which the connection is closed. */
  silenceMs?: number;
}

export interface MllpServer {
  readonly port: number;
  readonly connectionCount: () => number;
  close(): Promise<void>;
}

const MAX_FRAME_BYTES = 2 * 1024 * 1024;
/** Of a frame that cannot be stored whole. */
export const KEEP_BYTES = 64 * 1024;
const MAX_CONNECTIONS = 1_000;
const SILENCE_MS = 30_000;
const HANDSHAKE_MS = 10_000;
/** Frames of one connection that wait for their acknowledgement; beyond, it is not read. */
const MAX_UNANSWERED = 512;
/** Bytes of all connections that wait for their acknowledgement; beyond, nobody is read. */
const MAX_UNANSWERED_BYTES = 64 * 1024 * 1024;

const openConnections = defineGauge({ name: 'mllp_connections', help: 'Open MLLP connections' });
const fragments = defineCounter({
  name: 'mllp_fragments_total',
  help: 'Frames that were begun and never ended; they are not stored',
});

/** Frames in, acknowledgements out, in order (MLLP, HL7 v2 Transport Specification, Release 1). */
export async function startMllpServer(options: MllpServerOptions): Promise<MllpServer> {
  const house = { ...options, unansweredBytes: 0, connections: new Set<Connection>() };
  const accept = (socket: Socket) => {
    if (house.connections.size >= (options.maxConnections ?? MAX_CONNECTIONS)) {
      options.log.warn({ connections: house.connections.size }, 'MLLP connection refused: too many are open');
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, house);
    house.connections.add(connection);
    openConnections.inc();
  };
  const server = options.tls
    ? createTlsServer(
        {
          cert: options.tls.cert,
          key: options.tls.key,
          handshakeTimeout: HANDSHAKE_MS,
          allowHalfOpen: true,
          ...(options.tls.ca ? { ca: options.tls.ca, requestCert: true, rejectUnauthorized: true } : {}),
        },
        accept,
      )
    : createTcpServer({ noDelay: true, allowHalfOpen: true }, accept);
  // A handshake that fails is the sender's trouble; it is told, and the log has it.
  server.on('tlsClientError', (error) =>
    options.log.warn({ reason: error.message }, 'an MLLP sender failed the TLS handshake'),
  );
  // Also those that have not finished, or given up, their TLS handshake: they are nobody's connection yet.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await listen(server, options.host, options.port);
  return {
    port: (server.address() as AddressInfo).port,
    connectionCount: () => house.connections.size,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all([...house.connections].map((connection) => connection.drain()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

interface House extends MllpServerOptions {
  unansweredBytes: number;
  connections: Set<Connection>;
}

/** An acknowledgement not yet written: pending, or known but behind one that is pending. */
interface Slot {
  answer: Uint8Array | null | undefined;
}

class Connection {
  readonly #socket: Socket;
  readonly #house: House;
  readonly #decoder: FrameDecoder;
  /** One for each frame not yet answered, oldest first. */
  readonly #slots: Slot[] = [];
  #silence: NodeJS.Timeout | undefined;
  #closing = false;

  constructor(socket: Socket, house: House) {
    this.#socket = socket;
    this.#house = house;
    this.#decoder = new FrameDecoder({ maxFrameBytes: house.maxFrameBytes ?? MAX_FRAME_BYTES, keepBytes: KEEP_BYTES });
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('drain', () => this.#readOn());
    socket.on('end', () => this.#ended());
    // The sender's going is no news; what it sent is stored all the same.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(this.#silence);
      if (house.connections.delete(this)) openConnections.dec();
      this.#reportCut();
    });
  }

  /** Answers what has come, then closes. */
  async drain(): Promise<void> {
    this.#closing = true;
    this.#socket.pause();
    if (this.#slots.length === 0) this.#socket.destroy();
    else await new Promise<void>((resolve) => this.#socket.once('close', () => resolve()));
  }

  #read(chunk: Buffer): void {
    for (const event of this.#decoder.push(chunk)) {
      if (event.kind === 'frame') this.#answer(event.bytes, this.#house.onFrame);
      else if (event.kind === 'fragment') this.#dropFragment(event.bytes.length);
      else if (event.kind === 'oversize') {
        this.#closing = true;
        this.#socket.pause();
        this.#answer(event.head, this.#house.onOversize);
        break;
      }
    }
    this.#watchSilence();
    if (this.#mustWait()) this.#socket.pause();
  }

  #answer(bytes: Uint8Array, handle: FrameHandler): void {
    const slot: Slot = { answer: undefined };
    this.#slots.push(slot);
    this.#house.unansweredBytes += bytes.length;
    void this.#settle(slot, handle(bytes), bytes.length);
  }

  async #settle(slot: Slot, answered: Promise<Uint8Array | null>, byteLength: number): Promise<void> {
    try {
      slot.answer = await answered;
      this.#flush();
    } catch {
      // Not stored: no answer is the honest one. The sender keeps the message and sends it again.
      this.#socket.destroy();
    }
    this.#release(byteLength);
  }

  #release(byteLength: number): void {
    const wasFull = this.#house.unansweredBytes >= MAX_UNANSWERED_BYTES;
    this.#house.unansweredBytes -= byteLength;
    if (wasFull) for (const connection of this.#house.connections) connection.#readOn();
  }

  /** Writes what is known, in the order in which the frames came. */
  #flush(): void {
    const ready: Uint8Array[] = [];
    while (this.#slots[0] && this.#slots[0].answer !== undefined) {
      const { answer } = this.#slots.shift() as { answer: Uint8Array | null };
      if (answer) ready.push(wrapFrame(answer));
    }
    if (ready.length > 0 && this.#socket.writable)
      this.#socket.write(ready.length === 1 ? (ready[0] as Uint8Array) : Buffer.concat(ready));
    if (this.#slots.length > 0) return;
    if (this.#closing) this.#socket.end(() => this.#socket.destroy());
    else this.#readOn();
  }

  /** A sender that does not read its acknowledgements, or is far ahead of them, is not read. */
  #mustWait(): boolean {
    return (
      this.#socket.writableNeedDrain ||
      this.#slots.length >= MAX_UNANSWERED ||
      this.#house.unansweredBytes >= MAX_UNANSWERED_BYTES
    );
  }

  #readOn(): void {
    if (!this.#closing && this.#socket.isPaused() && !this.#mustWait()) this.#socket.resume();
  }

  #watchSilence(): void {
    clearTimeout(this.#silence);
    if (!this.#decoder.insideFrame) return;
    this.#silence = setTimeout(() => {
      this.#house.log.warn('an MLLP connection was closed: it went silent inside a frame');
      this.#socket.destroy();
    }, this.#house.silenceMs ?? SILENCE_MS);
  }

  #ended(): void {
    this.#closing = true;
    if (this.#slots.length === 0) this.#socket.end();
  }

  #dropFragment(byteLength: number): void {
    fragments.inc();
    this.#house.onFragment(byteLength);
  }

  #reportCut(): void {
    for (const event of this.#decoder.end()) if (event.kind === 'fragment') this.#dropFragment(event.bytes.length);
  }
}
