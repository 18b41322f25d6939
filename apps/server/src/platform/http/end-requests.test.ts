import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createLog } from '../log.ts';
import { portOf } from '../port-of.ts';
import { createHttpServer } from './http-server.ts';

let http: FastifyInstance;
let answer: () => void;
let asked: Promise<void>;
beforeEach(async () => {
  http = await createHttpServer({ log: createLog('silent') });
  let tell: () => void;
  asked = new Promise((resolve) => (tell = resolve));
  const answered = new Promise<string>((resolve) => (answer = () => resolve('late')));
  http.get('/late', () => {
    tell();
    return answered;
  });
  http.get('/soon', () => 'soon');
  await http.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => http.close());

/** Resolves when the server has taken the connection. */
async function open(): Promise<Socket> {
  const taken = once(http.server, 'connection');
  const socket = connect(portOf(http.server), '127.0.0.1');
  await Promise.all([taken, once(socket, 'connect')]);
  return socket;
}

const ask = (socket: Socket, path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: ward.example\r\n\r\n`);

it('whoever asks before the server is closed is answered, on a connection that ends with the answer', async () => {
  const [slow, fresh, idle] = [await open(), await open(), await open()];
  ask(idle, '/soon');
  await once(idle, 'data');
  ask(slow, '/late');
  await asked;
  const closed = http.close();
  await once(idle, 'close');
  // It was opened before, and asks only now.
  ask(fresh, '/soon');
  expect(await text(fresh)).toMatch(/^HTTP\/1\.1 200 [^]*connection: close\r\n[^]*soon$/i);
  answer();
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 200 [^]*late$/);
  await closed;
  expect(http.server.listening).toBe(false);
});

it('a connection without a request, and a request without an end, do not keep the server from stopping', async () => {
  const [silent, slow] = [await open(), await open()];
  ask(slow, '/late');
  await asked;
  await http.close();
  for (const socket of [silent, slow]) if (!socket.destroyed) await once(socket, 'close');
  expect([silent.bytesRead, slow.bytesRead]).toEqual([0, 0]);
  answer();
});
