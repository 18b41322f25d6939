import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 5;

/** What stands before several processes, as the load balancer of a hospital does. */
export interface Balancer {
  port: number;
  /** How many connections no process took. */
  refused: number;
  /** The processes that new connections go to; those that are open stay where they are. */
  sendTo(ports: readonly number[]): void;
  /** Resolves when no connection to this process is open. */
  untilLeft(port: number): Promise<void>;
  close(): void;
}

/** Passes each connection on to one of the processes chosen at random, and to another where that one does not take it. */
export async function startBalancer(): Promise<Balancer> {
  let behind: readonly number[] = [];
  const open = new Set<Socket>();
  const taken = new Map<Socket, number>();
  async function passOn(client: Socket): Promise<void> {
    const process = await connectToOne(
      behind.toSorted(() => Math.random() - 0.5),
      taken,
    );
    if (!process) {
      balancer.refused += 1;
      client.destroy();
      return;
    }
    // Either side that ends or breaks ends the other.
    pipeline(client, process, client, () => {
      client.destroy();
      process.destroy();
    });
  }
  const server = createServer((client) => {
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => undefined);
    void passOn(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const balancer: Balancer = {
    port: (server.address() as AddressInfo).port,
    refused: 0,
    sendTo: (ports) => (behind = [...ports]),
    async untilLeft(port) {
      while ([...taken.values()].includes(port)) await pause(POLL_MS);
    },
    close() {
      server.close();
      for (const one of open) one.destroy();
    },
  };
  return balancer;
}

async function connectToOne(ports: readonly number[], taken: Map<Socket, number>): Promise<Socket | null> {
  for (const port of ports) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    taken.set(socket, port);
    socket.once('close', () => taken.delete(socket));
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.on('error', () => undefined);
    if (isOpen) return socket;
  }
  return null;
}
