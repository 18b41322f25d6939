import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../config.ts';
import { startServer } from '../start-server.ts';
import { makeAuthority } from '../testing/outside/make-certificate.ts';
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
  const settings = {
    ROLES: 'web',
    PORT: '0',
    HOST: 'localhost',
    DATA_DIR: folder,
    TLS_CERT: files().cert,
    TLS_KEY: files().key,
  };
  const read = readConfig(settings);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { connectionString, ctx } = database;
  const server = await startServer(read.config, {
    connectionString,
    onLostKeys: () => undefined,
    log: ctx.log,
    version: '0',
  });
  onTestFinished(() => server.stop());
  expect(server.ctx.publicUrl).toBe(`https://localhost:${server.port}`);
  expect(await statusOf(server.port ?? 0, '/healthz')).toBe(200);
});

it('a renewed certificate is used for new connections, and open ones stay open', async () => {
  const [first, second] = [authority.issue('localhost'), authority.issue('localhost')];
  await store(first);
  const server = createServer({ cert: first.cert, key: first.key });
  server.listen(0);
  await once(server, 'listening');
  const port = portOf(server);
  const messages: unknown[] = [];
  const log = Object.assign(Object.create(database.ctx.log) as typeof database.ctx.log, {
    info: (text: unknown) => messages.push(text),
    error: (_details: unknown, text: unknown) => messages.push(text),
  });
  const stop = followCertificate(server, files(), log, 20);
  const sockets: TLSSocket[] = [];
  onTestFinished(() => {
    stop();
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
  await expect
    .poll(() => messages, { timeout: 20_000 })
    .toContain('the certificate cannot be read again; the earlier one stays in use');
  expect((await connectNow()).getPeerCertificate().fingerprint256).toBe(serial);
  await store(second);
  await expect.poll(() => messages, { timeout: 20_000 }).toContain('the certificate was read again');
  expect((await connectNow()).getPeerCertificate().fingerprint256).not.toBe(serial);
  expect(earlier.destroyed).toBe(false);
});
