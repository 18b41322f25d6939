import { connect, createServer, type Server, type Socket } from 'node:net';

/** A connection of one machine to the others, which can be cut like a cable: nothing arrives any more, and nobody is told. */
export interface Cable {
  port: number;
  cut(): void;
  mend(): void;
  close(): void;
}

/** Opens a port that leads to another one on this machine. */
export async function layCable(to: number): Promise<Cable> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((near) => {
    const far = connect({ port: to, host: '127.0.0.1' });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      if (isCut) socket.pause();
      socket.on('data', (chunk) => {
        if (!other.write(chunk)) socket.pause();
      });
      socket.on('drain', () => void (isCut || other.resume()));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    mend() {
      isCut = false;
      // A cable that was mended carries no connection of before: their ends have given them up.
      for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
