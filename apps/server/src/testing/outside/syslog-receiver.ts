import { once } from 'node:events';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { portOf } from '../../platform/port-of.ts';
import type { Certificate } from './make-certificate.ts';

export interface ReceivedMessage {
  severity: number;
  at: string;
  data: Record<string, string>;
  /** As it came. */
  raw: string;
}

export interface SyslogCollector {
  port: number;
  /** All messages of all connections, in the order of their arrival. */
  messages: ReceivedMessage[];
  connections: number;
  /** Is awaited before the end of a connection is answered, with the socket, which it may destroy. */
  beforeEnd: (socket: Socket) => Promise<void>;
  stop(): Promise<void>;
}

interface CollectorOptions {
  port?: number;
  /** With it, TLS. */
  certificate?: Certificate;
}

/** Starts a system that collects logs (RFC 5424 with octet counting), over TCP or TLS, on a real socket. */
export async function startSyslogCollector({ port = 0, certificate }: CollectorOptions = {}): Promise<SyslogCollector> {
  const sockets = new Set<Socket>();
  const accept = (socket: Socket) => {
    collector.connections += 1;
    const chunks: Buffer[] = [];
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('end', () => {
      collector.messages.push(...splitFrames(Buffer.concat(chunks)).map(readMessage));
      void collector.beforeEnd(socket).then(() => socket.end());
    });
  };
  const options = { allowHalfOpen: true };
  const server = certificate
    ? createTlsServer({ ...options, ...certificate }, accept)
    : createTcpServer(options, accept);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const collector: SyslogCollector = {
    port: portOf(server),
    messages: [],
    connections: 0,
    beforeEnd: async () => undefined,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return collector;
}

/** RFC 6587 §3.4.1. */
function splitFrames(bytes: Buffer): string[] {
  const frames: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(' ', at);
    const length = Number(bytes.toString('latin1', at, space));
    if (!Number.isInteger(length) || length < 1) throw new Error(`no length of a message at ${at}`);
    at = space + 1 + length;
    if (at > bytes.length) throw new Error('a message is cut off');
    frames.push(bytes.toString('utf8', space + 1, at));
  }
  return frames;
}

const MESSAGE = /^<(\d{1,3})>1 (\S+Z) \S+ wardvoice - audit \[wardvoice@32473((?: \w+="(?:\\["\\\]]|[^"\\\]])*")*)\] /;

function readMessage(raw: string): ReceivedMessage {
  const [, priority, at = '', fields = ''] = MESSAGE.exec(raw) ?? [];
  if (priority === undefined) throw new Error(`not as RFC 5424 says: ${raw}`);
  const data = [...fields.matchAll(/(\w+)="((?:\\.|[^"\\])*)"/g)].map(([, name = '', value = '']): [string, string] => [
    name,
    value.replaceAll(/\\(.)/g, '$1'),
  ]);
  return { severity: Number(priority) % 8, at, data: Object.fromEntries(data), raw };
}
