import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { wrapFrame } from '@wardvoice/hl7';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../config.ts';
import { portOf } from '../../platform/port-of.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { makeAuthority } from '../../testing/outside/make-certificate.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { startIntake } from './start-intake.ts';

const soon = { timeout: 20_000 };
const hospital = makeAuthority();
const successor = makeAuthority('The next CA');
const engine = hospital.issue('engine');
const nextEngine = successor.issue('engine');
let server: TestServer;
let folder: string;
let superuser: TestUser;
let application: TestApplication;

const file = (name: string) => join(folder, `${name}.pem`);

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-mllp-tls-'));
  superuser = await server.makeUser({ superUser: true });
  application = await server.makeApplication();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = portOf(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Gives the application a port of its own, on which every process with the role mllp listens soon. */
async function moveOwnPort(): Promise<number> {
  const port = await findFreePort();
  const payload = { application: { listener_port: port } };
  const url = `/api/v1/applications/${application.id}`;
  expect((await server.call({ method: 'PUT', url, headers: superuser.headers, payload })).status).toBe(200);
  return port;
}

async function store({ cert, key }: { cert: string; key: string }, ca: string): Promise<void> {
  await writeFile(file('cert'), cert);
  await writeFile(file('key'), key);
  await writeFile(file('ca'), ca);
}

/** Starts the listeners as a process with the role mllp does, with the settings of an operator. */
async function startListeners(): Promise<number> {
  const read = readConfig({
    MLLP_PORT: '0',
    MLLP_TLS_CERT: file('cert'),
    MLLP_TLS_KEY: file('key'),
    MLLP_TLS_CA: file('ca'),
  });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const intake = await startIntake({
    connectionString: server.connectionString,
    mllp: read.config.mllp,
    log: server.ctx.log,
    onCommit: () => undefined,
    onFailure: () => undefined,
    certificateEveryMs: 20,
  });
  onTestFinished(() => intake.close());
  return intake.mllpPort;
}

/** Opens a connection; rejects when it is refused. */
async function open(port: number, sender: ConnectionOptions = engine): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, ca: hospital.cert, ...sender });
  onTestFinished(() => void socket.destroy());
  // A sender whose certificate is refused hears of it only after its side of the handshake.
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  return socket;
}

/** Sends a message. Returns whether it was acknowledged. */
function send(socket: TLSSocket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.includes('MSA|')));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.write(wrapFrame(Buffer.from(adt({}))));
  });
}

const connects = async (port: number, sender: ConnectionOptions): Promise<boolean> =>
  open(port, sender).then(send, () => false);
const certificateAt = async (port: number, sender?: ConnectionOptions): Promise<string> =>
  open(port, sender).then(
    (socket) => socket.getPeerCertificate().fingerprint256,
    () => '',
  );

it('every listener presents a renewed certificate and checks by a changed authority, and open connections go on', async () => {
  await store(hospital.issue('127.0.0.1'), hospital.cert);
  const ownPort = await moveOwnPort();
  const ports = [await startListeners(), ownPort];
  await expect.poll(() => connects(ownPort, engine), soon).toBe(true);
  const earlier = await Promise.all(ports.map((port) => open(port)));
  const before = await Promise.all(ports.map((port) => certificateAt(port)));

  // Half of a file changes nothing, and neither does a certificate whose key has not come yet.
  await writeFile(file('ca'), hospital.cert.slice(0, 100));
  await writeFile(file('cert'), hospital.issue('127.0.0.1').cert);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await Promise.all(ports.map((port) => certificateAt(port)))).toEqual(before);
  expect(await Promise.all(ports.map((port) => connects(port, engine)))).toEqual([true, true]);

  await store(hospital.issue('127.0.0.1'), successor.cert);
  for (const [index, port] of ports.entries()) {
    await expect.poll(() => certificateAt(port, nextEngine), soon).not.toBe(before[index]);
    expect(await connects(port, nextEngine)).toBe(true);
    expect(await connects(port, engine)).toBe(false);
  }
  expect(await Promise.all(earlier.map(send))).toEqual([true, true]);
});

it('a port that is opened after the renewal presents the renewed certificate', async () => {
  await store(hospital.issue('127.0.0.1'), hospital.cert);
  const shared = await startListeners();
  const before = await certificateAt(shared);
  await store(hospital.issue('127.0.0.1'), hospital.cert);
  await expect.poll(() => certificateAt(shared), soon).not.toBe(before);
  const ownPort = await moveOwnPort();
  await expect.poll(() => certificateAt(ownPort), soon).toBe(await certificateAt(shared));
});
