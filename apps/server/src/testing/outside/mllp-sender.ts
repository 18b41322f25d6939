import { connect, type Socket } from 'node:net';
import { FrameDecoder, wrapFrame } from '@wardvoice/hl7';

/** An MLLP sender on a real socket. A test may wait for each acknowledgement or send several messages at once. */
export interface MllpSender {
  socket: Socket;
  write(bytes: Uint8Array | string): void;
  send(message: Uint8Array | string): Promise<string>;
  /** Returns the next acknowledgement; rejects when the connection is closed first. */
  next(): Promise<string>;
  closed: Promise<void>;
  end(): void;
}

/** `localAddress`: one of the addresses of this machine, from which it connects. */
export function connectMllp(port: number, localAddress = '127.0.0.1'): Promise<MllpSender> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    const decoder = new FrameDecoder({ maxFrameBytes: 1 << 20, keepBytes: 1024 });
    const arrived: string[] = [];
    const waiting: { resolve: (text: string) => void; reject: (error: Error) => void }[] = [];
    const closed = new Promise<void>((done) => socket.once('close', () => done()));
    socket.on('data', (chunk) => {
      for (const event of decoder.push(chunk)) {
        if (event.kind !== 'frame') continue;
        const text = Buffer.from(event.bytes).toString('latin1');
        const next = waiting.shift();
        if (next) next.resolve(text);
        else arrived.push(text);
      }
    });
    socket.on('close', () => waiting.splice(0).forEach((one) => one.reject(new Error('the connection was closed'))));
    socket.once('error', reject);
    const sender: MllpSender = {
      socket,
      closed,
      write: (bytes) => void socket.write(bytes),
      next: () => {
        const text = arrived.shift();
        if (text !== undefined) return Promise.resolve(text);
        return new Promise((done, fail) => waiting.push({ resolve: done, reject: fail }));
      },
      send(message) {
        socket.write(wrapFrame(typeof message === 'string' ? Buffer.from(message) : message));
        return sender.next();
      },
      end: () => socket.destroy(),
    };
    socket.once('connect', () => {
      socket.removeListener('error', reject);
      socket.on('error', () => undefined);
      resolve(sender);
    });
  });
}
