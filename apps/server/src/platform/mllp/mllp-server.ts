import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer, type TlsOptions } from 'node:tls';
import { FrameDecoder, wrapFrame } from '@wardvoice/hl7';
import type { CertificateFollower, CertificateTexts } from '../follow-certificate.ts';
import type { Log } from '../log.ts';
import { defineCounter, defineGauge } from '../metrics.ts';
import { portOf } from '../port-of.ts';
import { peerOf, type Admission, type Peer } from './admission.ts';
import { ReadingTurns, type Reader } from './reading-turns.ts';
import { UnansweredBytes } from './unanswered-bytes.ts';

/**
 * Handles a frame: resolves to the acknowledgements to send, in their order. When it rejects, the connection is closed without an
 * answer.
 */
export type FrameHandler = (frame: Uint8Array, peer: Peer) => Promise<readonly Uint8Array[]>;

export interface MllpServerOptions {
  host: string;
  port: number;
  tls: CertificateTexts | null;
  /** Gives the listener each renewed certificate. Default: the one of `tls` stays. */
  certificate?: CertificateFollower | null;
  log: Log;
  onFrame: FrameHandler;
  /** Called with the first bytes of a frame that is too large. Its answer is sent, and the connection is closed. */
  onOversize: FrameHandler;
  onFragment(byteLength: number): void;
  maxFrameBytes?: number;
  /** Which connections are read. Default: all. */
  admission?: Admission;
  /** The connection is closed after this much silence inside a frame. */
  silenceMs?: number;
  /** The connection is closed when it has sent no frame for this long after it was opened. */
  firstFrameMs?: number;
  /** The connection is closed after this much silence between frames. Default: never. */
  idleMs?: number | null;
  /** A sender over TLS must finish its handshake within this time. */
  handshakeMs?: number;
}

export interface MllpServer {
  readonly port: number;
  readonly connectionCount: () => number;
  close(): Promise<void>;
}

const MAX_FRAME_BYTES = 2 * 1024 * 1024;
/** How much is kept of a frame that cannot be stored completely. */
export const KEEP_BYTES = 64 * 1024;
const SILENCE_MS = 30_000;
const FIRST_FRAME_MS = 60_000;
/** A peer that is gone without a word is noticed, so that its connections do not count for ever. */
const KEEP_ALIVE_MS = 60_000;
const HANDSHAKE_MS = 10_000;
/** Maximum number of frames of one connection that wait for their acknowledgement. Then nothing more is read from it. */
const MAX_UNANSWERED = 512;

const openConnections = defineGauge({ name: 'mllp_connections', help: 'Open MLLP connections' });
const fragments = defineCounter({
  name: 'mllp_fragments_total',
  help: 'Frames that were begun and never ended; they are not stored',
});

const closedConnections = defineCounter({
  name: 'mllp_closed_total',
  help: 'MLLP connections that were closed because nothing came: no frame at all ("no_frame"), none for too long ("idle"), or no end of one ("unfinished")',
  labels: { reason: ['no_frame', 'idle', 'unfinished'] },
});

/** Reads frames and writes their acknowledgements in order (MLLP, HL7 v2 Transport Specification, Release 1). */
export async function startMllpServer(options: MllpServerOptions): Promise<MllpServer> {
  const unanswered = new UnansweredBytes();
  const shared = {
    ...options,
    unanswered,
    turns: new ReadingTurns(unanswered),
    connections: new Set<Connection>(),
  };
  const accept = (socket: Socket) => {
    const connection = new Connection(socket, shared);
    shared.connections.add(connection);
    openConnections.inc();
  };
  const tls = options.tls && createTlsServerOf(options, options.tls, accept);
  // The TLS server never listens: a connection is admitted before anything of it is read.
  const open = tls ? (socket: Socket) => void tls.emit('connection', socket) : accept;
  // All sockets, including those that have not completed their TLS handshake and have no Connection yet.
  const sockets = new Set<Socket>();
  const tcp = { noDelay: true, allowHalfOpen: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };
  const server = createTcpServer(tcp, (socket) => {
    if (options.admission?.admit(socket) === false) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    open(socket);
  });
  await listen(server, options.host, options.port);
  const unfollow = tls && options.certificate?.attach(tls);
  return {
    port: portOf(server),
    connectionCount: () => shared.connections.size,
    async close() {
      unfollow?.();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all([...shared.connections].map((connection) => connection.drain()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Creates the server that makes TLS connections of the sockets that are given to it. */
function createTlsServerOf(
  { log, handshakeMs = HANDSHAKE_MS }: MllpServerOptions,
  { cert, key, ca }: CertificateTexts,
  accept: (socket: Socket) => void,
): TlsServer {
  const certificates: TlsOptions = ca ? { cert, key, ca, requestCert: true, rejectUnauthorized: true } : { cert, key };
  const server = createTlsServer({ ...certificates, handshakeTimeout: handshakeMs, allowHalfOpen: true }, accept);
  // A failed handshake concerns only its sender, which is told by TLS itself; the log says why. Node leaves it to us to close
  // a connection whose handshake took too long.
  server.on('tlsClientError', (error, socket) => {
    log.warn({ reason: error.message }, 'an MLLP sender failed the TLS handshake');
    socket.destroy();
  });
  return server;
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

interface Shared extends MllpServerOptions {
  unanswered: UnansweredBytes;
  turns: ReadingTurns;
  connections: Set<Connection>;
}

/** Acknowledgements that have not been written: they are not known yet, or wait for earlier ones. */
interface Slot {
  answers: readonly Uint8Array[] | undefined;
}

class Connection implements Reader {
  readonly #socket: Socket;
  readonly #shared: Shared;
  readonly #peer: Peer;
  readonly #decoder: FrameDecoder;
  /** One slot for each frame that is not yet answered, oldest first. */
  readonly #slots: Slot[] = [];
  #silence: NodeJS.Timeout | undefined;
  /** Ends a connection that has sent no frame, or none for too long. */
  #idle: NodeJS.Timeout | undefined;
  #hasSentFrame = false;
  #closing = false;

  constructor(socket: Socket, shared: Shared) {
    this.#socket = socket;
    this.#shared = shared;
    this.#peer = peerOf(socket);
    this.#decoder = new FrameDecoder({ maxFrameBytes: shared.maxFrameBytes ?? MAX_FRAME_BYTES, keepBytes: KEEP_BYTES });
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('drain', () => this.readOn());
    socket.on('end', () => this.#ended());
    // A sender may end its connection at any time; what it sent is stored all the same.
    socket.on('error', () => socket.destroy());
    this.#watchIdle(shared.firstFrameMs ?? FIRST_FRAME_MS);
    socket.on('close', () => {
      clearTimeout(this.#silence);
      clearTimeout(this.#idle);
      if (shared.connections.delete(this)) openConnections.dec();
      shared.turns.leave(this);
      this.#reportCut();
    });
  }

  /** Answers the frames that have arrived, then closes the connection. */
  async drain(): Promise<void> {
    this.#closing = true;
    this.#socket.pause();
    if (this.#slots.length === 0) this.#socket.destroy();
    else await new Promise<void>((resolve) => this.#socket.once('close', () => resolve()));
  }

  #read(chunk: Buffer): void {
    for (const event of this.#decoder.push(chunk)) {
      if (event.kind === 'frame') this.#answer(event.bytes, this.#shared.onFrame);
      else if (event.kind === 'fragment') this.#dropFragment(event.bytes.length);
      else if (event.kind === 'oversize') {
        this.#closing = true;
        this.#socket.pause();
        this.#answer(event.head, this.#shared.onOversize);
        break;
      }
    }
    this.#watchSilence();
    if (this.#hasSentFrame) this.#idle?.refresh();
    if (this.#isAhead()) this.#socket.pause();
    else if (this.#isWithoutRoom()) {
      this.#socket.pause();
      this.#shared.turns.wait(this);
    }
  }

  #answer(bytes: Uint8Array, handle: FrameHandler): void {
    if (!this.#hasSentFrame) {
      this.#hasSentFrame = true;
      this.#watchIdle(this.#shared.idleMs ?? null);
    }
    const slot: Slot = { answers: undefined };
    this.#slots.push(slot);
    this.#shared.unanswered.add(this.#peer.address, bytes.length);
    void this.#settle(slot, handle(bytes, this.#peer), bytes.length);
  }

  async #settle(slot: Slot, answered: Promise<readonly Uint8Array[]>, byteLength: number): Promise<void> {
    try {
      slot.answers = await answered;
      this.#flush();
    } catch {
      // The message is not stored, so it must not be answered: the sender keeps it and sends it again.
      this.#socket.destroy();
    }
    this.#release(byteLength);
  }

  #release(byteLength: number): void {
    const { unanswered, turns } = this.#shared;
    unanswered.remove(this.#peer.address, byteLength);
    turns.next();
  }

  /** Writes the acknowledgements that are known, in the order in which the frames arrived. */
  #flush(): void {
    const ready: Uint8Array[] = [];
    for (let slot = this.#slots[0]; slot?.answers !== undefined; slot = this.#slots[0]) {
      this.#slots.shift();
      for (const answer of slot.answers) ready.push(wrapFrame(answer));
    }
    const [first] = ready;
    if (first && this.#socket.writable) this.#socket.write(ready.length === 1 ? first : Buffer.concat(ready));
    if (this.#slots.length > 0) return;
    if (this.#closing) this.#socket.end(() => this.#socket.destroy());
    else this.readOn();
  }

  get address(): string {
    return this.#peer.address;
  }

  /** Reads what the sender sent meanwhile, unless there is a reason to wait. */
  readOn(): void {
    if (this.#closing || !this.#socket.isPaused() || this.#isAhead()) return;
    if (this.#isWithoutRoom()) this.#shared.turns.wait(this);
    else this.#socket.resume();
  }

  /** Returns true when the sender does not read its acknowledgements, or is too far ahead of them. */
  #isAhead(): boolean {
    return this.#socket.writableNeedDrain || this.#slots.length >= MAX_UNANSWERED;
  }

  #isWithoutRoom(): boolean {
    return this.#shared.unanswered.roomFor(this.#peer.address) <= 0;
  }

  #watchSilence(): void {
    clearTimeout(this.#silence);
    if (!this.#decoder.insideFrame) return;
    this.#silence = setTimeout(() => {
      closedConnections.inc({ reason: 'unfinished' });
      this.#shared.log.warn('an MLLP connection was closed: it went silent inside a frame');
      this.#socket.destroy();
    }, this.#shared.silenceMs ?? SILENCE_MS);
  }

  #watchIdle(afterMs: number | null): void {
    clearTimeout(this.#idle);
    this.#idle = undefined;
    if (afterMs === null) return;
    this.#idle = setTimeout(() => {
      // A frame that is on its way has the limit of #watchSilence, and one that is answered counts as activity.
      if (this.#decoder.insideFrame || this.#slots.length > 0) {
        this.#idle?.refresh();
        return;
      }
      closedConnections.inc({ reason: this.#hasSentFrame ? 'idle' : 'no_frame' });
      this.#socket.destroy();
    }, afterMs);
  }

  #ended(): void {
    this.#closing = true;
    if (this.#slots.length === 0) this.#socket.end();
  }

  #dropFragment(byteLength: number): void {
    fragments.inc();
    this.#shared.onFragment(byteLength);
  }

  #reportCut(): void {
    for (const event of this.#decoder.end()) if (event.kind === 'fragment') this.#dropFragment(event.bytes.length);
  }
}
