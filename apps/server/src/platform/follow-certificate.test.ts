import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeAuthority } from '../testing/outside/make-certificate.ts';
import { startConfigured } from '../testing/start-configured.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { followCertificate } from './follow-certificate.ts';
import { createServer } from 'node:https';
import { portOf } from './port-of.ts';

const authority = makeAuthority();
let folder: string;
let database: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-tls-'));
  database = await startTestServer();
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

const files = () => ({ cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') });

async function store({ cert, key }: { cert: string; key: string }): Promise<void> {
  await writeFile(files().cert, cert);
  await writeFile(files().key, key);
}

function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ host: 'localhost', port, path, ca: authority.cert }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

it('the web port speaks https by itself, with the certificate of the settings', async () => {
  await store(authority.issue('localhost'));
  const server = await startConfigured(database, {
    ROLES: 'web',
    PORT: '0',
    HOST: 'localhost',
    DATA_DIR: folder,
    TLS_CERT: files().cert,
    TLS_KEY: files().key,
  });
  onTestFinished(() => server.stop());
  expect(server.ctx.publicUrl).toBe(`https://localhost:${server.port}`);
  expect(await statusOf(server.port ?? 0, '/healthz')).toBe(200);
});

/** A certificate with the files of `folder`, and what the log says about them. */
function followed(first: { cert: string; key: string }, ca: string | null = null) {
  const lines: { settings?: string; text: string }[] = [];
  const write = ({ settings }: { settings?: string }, text: string) => lines.push({ settings, text });
  const log = Object.assign(Object.create(database.ctx.log) as typeof database.ctx.log, { info: write, error: write });
  const of = (setting: string, path: string) => ({ setting, path });
  const caFile = ca === null ? null : of('TLS_CA', join(folder, 'ca.pem'));
  const { cert, key } = files();
  const texts = { ...first, ca, files: { cert: of('TLS_CERT', cert), key: of('TLS_KEY', key), ca: caFile } };
  const certificate = followCertificate(texts, log, 20);
  onTestFinished(() => certificate.stop());
  return { certificate, lines };
}
const BROKEN = 'the certificate cannot be read again; the earlier one stays in use';
const soon = { timeout: 20_000 };

it('a renewed certificate is used for new connections, and open ones stay open', async () => {
  const [first, second] = [authority.issue('localhost'), authority.issue('localhost')];
  await store(first);
  const server = createServer({ cert: first.cert, key: first.key });
  server.listen(0);
  await once(server, 'listening');
  const port = portOf(server);
  const { certificate, lines } = followed(first);
  certificate.attach(server);
  const sockets: TLSSocket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const connectNow = async () => {
    const socket = connect({ host: 'localhost', port, ca: authority.cert });
    sockets.push(socket);
    await once(socket, 'secureConnect');
    return socket;
  };
  const earlier = await connectNow();
  const serial = earlier.getPeerCertificate().fingerprint256;
  // A key that does not fit is not taken, as while both files are being replaced.
  await writeFile(files().cert, second.cert);
  await expect.poll(() => lines, soon).toContainEqual({ settings: 'TLS_CERT and TLS_KEY', text: BROKEN });
  expect((await connectNow()).getPeerCertificate().fingerprint256).toBe(serial);
  await store(second);
  await expect.poll(() => lines, soon).toContainEqual({ settings: 'TLS_CERT', text: 'the certificate was read again' });
  expect((await connectNow()).getPeerCertificate().fingerprint256).not.toBe(serial);
  expect(earlier.destroyed).toBe(false);
});

it('a certificate that was renewed while the server started is used as well', async () => {
  const [first, second] = [authority.issue('localhost'), authority.issue('localhost')];
  await store(second);
  const { lines } = followed(first);
  await expect.poll(() => lines, soon).toContainEqual({ settings: 'TLS_CERT', text: 'the certificate was read again' });
});

it.each([
  ['cert.pem', 'TLS_CERT'],
  ['key.pem', 'TLS_KEY'],
  ['ca.pem', 'TLS_CA'],
])('a half-written %s is logged by its setting', async (file, setting) => {
  const first = authority.issue('localhost');
  await store(first);
  await writeFile(join(folder, 'ca.pem'), authority.cert);
  const { lines, certificate } = followed(first, authority.cert);
  const contexts: unknown[] = [];
  certificate.attach({ setSecureContext: (context) => contexts.push(context) });
  const whole = await readFile(join(folder, file), 'utf8');
  // A second certificate that is cut off: what comes before it could be used.
  await writeFile(join(folder, file), file === 'key.pem' ? whole.slice(0, 90) : whole + whole.slice(0, 90));
  await expect.poll(() => lines, soon).toContainEqual({ settings: setting, text: BROKEN });
  await rm(join(folder, file));
  const count = lines.length;
  await expect.poll(() => lines.length, soon).toBeGreaterThan(count + 1);
  expect(new Set(lines.map(({ settings }) => settings))).toEqual(new Set([setting]));
  expect(contexts).toEqual([]);
});
