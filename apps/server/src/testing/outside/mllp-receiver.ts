import { once } from 'node:events';
import { createServer as createPlainServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { FrameDecoder, parseMessage, wrapFrame } from '@wardvoice/hl7';

/** What the receiver does with a message that it has got. */
export type Reaction = (socket: Socket, controlId: string) => void;

const acknowledgement = (code: string, controlId: string) =>
  Buffer.from(`MSH|^~\\&|LAB|X|WV|Y|20260101||ACK|1|P|2.5.1\rMSA|${code}|${controlId}\r`);

/** Acknowledges with this code, under the id of the message or another one. */
export const acknowledging =
  (code: string, otherId?: string): Reaction =>
  (socket, controlId) =>
    void socket.write(wrapFrame(acknowledgement(code, otherId ?? controlId)));

export interface MllpReceiver {
  port: number;
  /** The messages in the order of their arrival, as bytes. */
  received: Buffer[];
  /** Their MSH-10. */
  readonly controlIds: string[];
  react: Reaction;
  close(): Promise<void>;
}

/**
 * Starts a system that receives messages by MLLP on this machine; with a certificate, by TLS, and with the authority of its senders only
 * from those who show a certificate of it.
 */
export async function startMllpReceiver(
  certificate?: { cert: string; key: string },
  sendersBy?: { cert: string },
): Promise<MllpReceiver> {
  const sockets = new Set<Socket>();
  const receiver: Omit<MllpReceiver, 'port'> = {
    received: [],
    get controlIds() {
      return this.received.map(controlIdOf);
    },
    react: acknowledging('AA'),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  const receive = (socket: Socket) => {
    const decoder = new FrameDecoder();
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      for (const event of decoder.push(chunk)) {
        if (event.kind !== 'frame') continue;
        const bytes = Buffer.from(event.bytes);
        receiver.received.push(bytes);
        receiver.react(socket, controlIdOf(bytes));
      }
    });
  };
  const verified = sendersBy ? { ca: sendersBy.cert, requestCert: true, rejectUnauthorized: true } : {};
  const server = certificate ? createTlsServer({ ...certificate, ...verified }, receive) : createPlainServer(receive);
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(receiver, { port: (server.address() as AddressInfo).port });
}

function controlIdOf(bytes: Uint8Array): string {
  const parsed = parseMessage(bytes);
  return parsed.ok ? (parsed.message.get('MSH-10') ?? '') : '';
}
