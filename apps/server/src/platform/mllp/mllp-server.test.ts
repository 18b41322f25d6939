import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { wrapFrame } from '@wardvoice/hl7';
import { afterEach, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../testing/outside/make-certificate.ts';
import { createLog } from '../log.ts';
import { createAdmission } from './admission.ts';
import { startMllpServer, type MllpServerOptions } from './mllp-server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const authority = makeAuthority();
const stranger = makeAuthority('Somebody else');

async function listen(options: Partial<MllpServerOptions> = {}) {
  const server = await startMllpServer({
    host: '127.0.0.1',
    port: 0,
    tls: null,
    log: createLog('silent'),
    onFrame: async (frame) => [Buffer.from(`took ${Buffer.from(frame).toString()}`)],
    onOversize: async () => [Buffer.from('too large')],
    onFragment: () => undefined,
    ...options,
  });
  closing.push(() => server.close());
  return server;
}

/** Sends one message over TLS. Returns what came back, or why nothing did. */
function sendOverTls(port: number, options: ConnectionOptions): Promise<string> {
  return new Promise((resolve) => {
    const socket = connectTls({ port, host: '127.0.0.1', ...options }, () =>
      socket.write(wrapFrame(Buffer.from('A01'))),
    );
    closing.push(() => socket.destroy());
    socket.on('data', (chunk: Buffer) => resolve(chunk.toString('latin1')));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(`refused: ${error.code}`));
    socket.on('close', () => resolve('refused: closed'));
  });
}

describe('over TLS', () => {
  const own = authority.issue('127.0.0.1');

  it('messages are answered as without TLS', async () => {
    const { port } = await listen({ tls: { ...own, ca: null } });
    expect(await sendOverTls(port, { ca: authority.cert })).toBe('\x0btook A01\x1c\r');
  });

  it('a sender that does not know the hospital’s certificate authority ends the connection', async () => {
    const { port } = await listen({ tls: { ...own, ca: null } });
    expect(await sendOverTls(port, { ca: stranger.cert })).toMatch(/^refused: (UNABLE_TO_VERIFY|CERT|SELF|DEPTH)/);
  });

  it('a sender without TLS gets no answer, and the next one does', async () => {
    const { port } = await listen({ tls: { ...own, ca: null } });
    const plain = connectPlain(port, '127.0.0.1');
    closing.push(() => plain.destroy());
    const heard: Buffer[] = [];
    plain.on('data', (chunk) => heard.push(chunk)).on('error', () => undefined);
    plain.write(wrapFrame(Buffer.from('A01')));
    await new Promise((resolve) => plain.once('close', resolve));
    expect(Buffer.concat(heard).toString('latin1')).not.toContain('took');
    expect(await sendOverTls(port, { ca: authority.cert })).toContain('took');
  });

  it('a sender that never finishes its handshake does not keep the server from stopping', async () => {
    const { port, close } = await listen({ tls: { ...own, ca: null } });
    const silent = connectPlain(port, '127.0.0.1').on('error', () => undefined);
    await new Promise((resolve) => silent.once('connect', resolve));
    const gone = new Promise<void>((resolve) => silent.once('close', () => resolve()));
    await close();
    await expect(gone).resolves.toBeUndefined();
  }, 3_000);

  describe('on both sides', () => {
    const tls = { ...own, ca: authority.cert };
    it('a sender with a certificate of the authority is answered', async () => {
      const { port } = await listen({ tls });
      const sender = authority.issue('interface-engine');
      expect(await sendOverTls(port, { ca: authority.cert, ...sender })).toContain('took A01');
    });
    it.each([
      ['no certificate', {}],
      ['a certificate of another authority', stranger.issue('interface-engine')],
    ])('a sender with %s is not, and nothing of it is taken', async (_what, sender) => {
      const frames: string[] = [];
      const { port } = await listen({
        tls,
        onFrame: async (frame) => {
          frames.push(Buffer.from(frame).toString());
          return [];
        },
      });
      expect(await sendOverTls(port, { ca: authority.cert, ...sender })).toMatch(/^refused/);
      expect(frames).toEqual([]);
    });
  });
});

describe('two hundred senders that begin large messages and send slowly', () => {
  it('use little memory, are disconnected after a time of silence, and keep nobody else waiting', async () => {
    let fragments = 0;
    const server = await listen({ silenceMs: 1_500, onFragment: () => void (fragments += 1) });
    const part = Buffer.concat([Buffer.from([0x0b]), Buffer.alloc(16 * 1024, 'x')]);
    const before = process.memoryUsage().rss;
    const sockets: Socket[] = [];
    for (let index = 0; index < 200; index += 1) {
      const socket = connectPlain(server.port, '127.0.0.1').on('error', () => undefined);
      socket.write(part);
      sockets.push(socket);
    }
    closing.push(() => sockets.forEach((socket) => socket.destroy()));
    await expect.poll(() => server.connectionCount()).toBe(200);

    const quick = connectPlain(server.port, '127.0.0.1');
    closing.push(() => quick.destroy());
    const answered = new Promise<string>((resolve) => quick.once('data', (chunk) => resolve(chunk.toString('latin1'))));
    quick.write(wrapFrame(Buffer.from('A01')));
    expect(await answered).toContain('took A01');

    await pause(500);
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024);
    await expect.poll(() => fragments, { timeout: 5_000 }).toBe(200);
    await expect.poll(() => server.connectionCount()).toBe(1);
  });

  it('are refused above the configured number of connections', async () => {
    const limits = { maxConnections: 2, maxPerPeer: 100, allow: [] };
    const server = await listen({ admission: createAdmission(limits, createLog('silent')) });
    const sockets = await Promise.all(
      [0, 1, 2].map(async () => {
        const socket = connectPlain(server.port, '127.0.0.1').on('error', () => undefined);
        closing.push(() => socket.destroy());
        await new Promise((resolve) => socket.once('connect', resolve));
        return socket;
      }),
    );
    await expect.poll(() => sockets.filter((socket) => socket.closed || socket.readableEnded).length).toBe(1);
    expect(server.connectionCount()).toBe(2);
  });
});

describe('a peer that sends far more than is answered', () => {
  it('is no longer read from, while others are', async () => {
    let read = 0;
    const answers: (() => void)[] = [];
    const server = await listen({
      onFrame: (frame, { address }) => {
        if (address !== '127.0.0.2') return Promise.resolve([Buffer.from('AA')]);
        read += frame.byteLength;
        return new Promise((resolve) => answers.push(() => resolve([])));
      },
    });
    const frame = wrapFrame(Buffer.alloc(1024 * 1024, 'x'));
    for (let index = 0; index < 30; index += 1) {
      const flooding = connectPlain({ port: server.port, host: '127.0.0.1', localAddress: '127.0.0.2' });
      closing.push(() => flooding.destroy());
      flooding.on('error', () => undefined).write(Buffer.concat([frame, frame]));
    }
    await expect.poll(() => read).toBeGreaterThan(16 * 1024 * 1024 - 1);
    const quiet = connectPlain(server.port, '127.0.0.1');
    closing.push(() => quiet.destroy());
    const answered = new Promise<string>((resolve) => quiet.once('data', (chunk) => resolve(chunk.toString('latin1'))));
    quiet.write(wrapFrame(Buffer.from('A01')));
    expect(await answered).toBe('\x0bAA\x1c\r');
    await pause(300);
    expect(read).toBeLessThan(48 * 1024 * 1024);
    // What is answered makes room for what waited.
    answers.splice(0).forEach((answer) => answer());
    await expect.poll(() => answers.splice(0).forEach((answer) => answer()) ?? read).toBe(60 * 1024 * 1024);
  });
});
