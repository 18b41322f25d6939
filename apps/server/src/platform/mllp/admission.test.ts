import { connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { wrapFrame } from '@wardvoice/hl7';
import { afterEach, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../testing/outside/make-certificate.ts';
import { createLog } from '../log.ts';
import { readMetrics } from '../metrics.ts';
import { createAdmission, type AdmissionLimits } from './admission.ts';
import { startMllpServer, type MllpServerOptions } from './mllp-server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const GENEROUS = { maxConnections: 1_000, maxPerPeer: 1_000, allow: [] };
const admissionOf = (limits: Partial<AdmissionLimits>, log = createLog('silent')) =>
  createAdmission({ ...GENEROUS, ...limits }, log);

async function listen(options: Partial<MllpServerOptions> = {}) {
  const frames: string[] = [];
  const server = await startMllpServer({
    host: '127.0.0.1',
    port: 0,
    tls: null,
    log: createLog('silent'),
    onFrame: async (frame) => {
      frames.push(Buffer.from(frame).toString());
      return [Buffer.from('AA')];
    },
    onOversize: async () => [Buffer.from('AR')],
    onFragment: () => undefined,
    ...options,
  });
  closing.push(() => server.close());
  return { port: server.port, frames };
}

interface Peer {
  socket: Socket;
  closed: Promise<string>;
  /** Sends a message. Returns the answer, or "closed". */
  send(message: string): Promise<string>;
}

/** Connects from one of the addresses of this machine. */
function connectFrom(localAddress: string, port: number): Promise<Peer> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    closing.push(() => socket.destroy());
    const closed = new Promise<string>((done) => socket.once('close', () => done('closed')));
    const send = (message: string) => {
      const answer = new Promise<string>((done) => socket.once('data', (chunk: Buffer) => done(chunk.toString())));
      socket.write(wrapFrame(Buffer.from(message)));
      return Promise.race([answer, closed]);
    };
    socket.once('connect', () => resolve({ socket, closed, send }));
  });
}

const countOf = async (metric: string) =>
  Number(new RegExp(`wardvoice_${metric} (\\d+)`).exec(await readMetrics())?.[1] ?? 0);

const ANSWER = '\x0bAA\x1c\r';

describe('a peer with as many connections as it may have', () => {
  it('gets no further one, and others do', async () => {
    const { port } = await listen({ admission: admissionOf({ maxPerPeer: 2 }) });
    const [one, two] = [await connectFrom('127.0.0.2', port), await connectFrom('127.0.0.2', port)];
    const third = await connectFrom('127.0.0.2', port);
    expect(await third.closed).toBe('closed');
    const other = await connectFrom('127.0.0.3', port);
    for (const { send } of [one, two, other]) expect(await send('A01')).toBe(ANSWER);
  });

  it('gets another when one has ended', async () => {
    const { port } = await listen({ admission: admissionOf({ maxPerPeer: 1 }) });
    const first = await connectFrom('127.0.0.2', port);
    expect(await first.send('A01')).toBe(ANSWER);
    first.socket.destroy();
    await expect.poll(async () => (await connectFrom('127.0.0.2', port)).send('A01')).toBe(ANSWER);
  });

  it('has them over all ports together', async () => {
    const admission = admissionOf({ maxPerPeer: 1 });
    const [shared, own] = [await listen({ admission }), await listen({ admission })];
    expect(await (await connectFrom('127.0.0.2', shared.port)).send('A01')).toBe(ANSWER);
    expect(await (await connectFrom('127.0.0.2', own.port)).send('A01')).toBe('closed');
    expect(await (await connectFrom('127.0.0.3', own.port)).send('A01')).toBe(ANSWER);
  });
});

describe('the list of addresses that may connect', () => {
  it.each([
    ['an address', ['127.0.0.2']],
    ['a network', ['10.0.0.0/8', '127.0.0.2/31']],
  ])('can name %s; nothing is read from others', async (_what, allow) => {
    const { port, frames } = await listen({ admission: admissionOf({ allow }) });
    expect(await (await connectFrom('127.0.0.2', port)).send('A01 of the engine')).toBe(ANSWER);
    expect(await (await connectFrom('127.0.0.4', port)).send('A01 of a stranger')).toBe('closed');
    expect(frames).toEqual(['A01 of the engine']);
  });

  it('knows an IPv4 address on a socket that speaks IPv6 too', async () => {
    const { port } = await listen({ host: '::', admission: admissionOf({ allow: ['127.0.0.2'] }) });
    expect(await (await connectFrom('127.0.0.2', port)).send('A01')).toBe(ANSWER);
    expect(await (await connectFrom('127.0.0.4', port)).send('A01')).toBe('closed');
  });

  it('lets this machine in as "loopback"', async () => {
    const { port } = await listen({ admission: admissionOf({ allow: ['loopback', '10.1.2.3'] }) });
    expect(await (await connectFrom('127.0.0.9', port)).send('A01')).toBe(ANSWER);
  });
});

it('a refused connection is logged once a minute by its address alone, and counted each time', async () => {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const { port } = await listen({ admission: admissionOf({ allow: ['10.1.2.3'] }, createLog('warn', destination)) });
  const before = await countOf('mllp_refused_total{reason="not_allowed"}');
  for (let attempt = 0; attempt < 3; attempt += 1)
    await (await connectFrom('127.0.0.5', port)).send('PID of Mrs Inventwell');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"peer":"127.0.0.5","reason":"not_allowed"');
  expect(lines[0]).not.toContain('Inventwell');
  expect((await countOf('mllp_refused_total{reason="not_allowed"}')) - before).toBe(3);
});

describe('a connection on which nothing comes', () => {
  it('is closed soon when it never sent a message, whatever else it sends, and late when it did', async () => {
    const { port } = await listen({ firstFrameMs: 300, idleMs: null });
    const [silent, noisy, engine] = [
      await connectFrom('127.0.0.2', port),
      await connectFrom('127.0.0.2', port),
      await connectFrom('127.0.0.2', port),
    ];
    expect(await engine.send('A01')).toBe(ANSWER);
    const noise = setInterval(() => noisy.socket.write('no frame'), 20);
    expect(await Promise.all([silent.closed, noisy.closed])).toEqual(['closed', 'closed']);
    clearInterval(noise);
    expect(await engine.send('A03')).toBe(ANSWER);
  });

  it('may go on with a first message that takes longer', async () => {
    const { port, frames } = await listen({ firstFrameMs: 200, silenceMs: 5_000 });
    const slow = await connectFrom('127.0.0.2', port);
    const answer = new Promise((done) => slow.socket.once('data', (chunk: Buffer) => done(chunk.toString())));
    const bytes = wrapFrame(Buffer.from('a message in ten parts'));
    for (const byte of bytes) {
      slow.socket.write(Buffer.from([byte]));
      await new Promise((done) => setTimeout(done, 20));
    }
    expect([await answer, frames]).toEqual([ANSWER, ['a message in ten parts']]);
  });

  it('is closed after the time that is set, counted from its last message', async () => {
    const { port } = await listen({ idleMs: 400 });
    const engine = await connectFrom('127.0.0.2', port);
    const begun = performance.now();
    for (let message = 0; message < 6; message += 1) {
      expect(await engine.send('A01')).toBe(ANSWER);
      await new Promise((done) => setTimeout(done, 100));
    }
    await engine.closed;
    expect(performance.now() - begun).toBeGreaterThan(850);
  });

  it('counts while it has not finished its TLS handshake, and is closed when that takes too long', async () => {
    const authority = makeAuthority();
    const tls = { ...authority.issue('127.0.0.1'), ca: null };
    const { port, frames } = await listen({ tls, handshakeMs: 300, admission: admissionOf({ maxPerPeer: 1 }) });
    const silent = await connectFrom('127.0.0.1', port);
    expect(await (await connectFrom('127.0.0.1', port)).closed).toBe('closed');
    expect(await silent.closed).toBe('closed');
    const engine = connectTls({ port, host: '127.0.0.1', ca: authority.cert }).on('error', () => undefined);
    closing.push(() => engine.destroy());
    const answer = new Promise((done) => engine.once('data', (chunk: Buffer) => done(chunk.toString())));
    engine.write(wrapFrame(Buffer.from('A01')));
    expect([await answer, frames]).toEqual([ANSWER, ['A01']]);
  });
});
