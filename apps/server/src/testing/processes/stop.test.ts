import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFreePort } from '../../platform/db/embedded/postmaster.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { prepare, startProgram, type Setup } from './crash-run.ts';
import { resume, suspend } from './interrupt-database.ts';
import { kill, query, startSmsReceiver } from './wardvoice-processes.ts';

const MAX_STOP_MS = 30_000;

let ctx: Setup;
let server: ChildProcess;

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wardvoice-stop-'));
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: { info: () => undefined, warn: () => undefined },
    durable: false,
  });
  const phones = await startSmsReceiver();
  ctx = { folder, postgres, phones, mllpPort: await findFreePort(), httpPort: await findFreePort() };
  await migrate(postgres.connectionString, postgres);
  await prepare(ctx);
});
afterEach(async () => {
  await kill(server);
  await ctx.postgres.stop();
  ctx.phones.server.closeAllConnections();
  ctx.phones.server.close();
  await rm(ctx.folder, { recursive: true, force: true });
});

async function timeToStop(): Promise<number> {
  const begin = performance.now();
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  return performance.now() - begin;
}

/** The first line of postmaster.pid is the process id. */
async function findPostmaster(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

it('a server stops within 30 seconds although its database hangs, and says meanwhile that it is not ready', async () => {
  server = await startProgram(ctx);
  const suspended = await suspend(ctx.postgres.pid ?? 0);
  try {
    const begin = performance.now();
    const answer = await fetch(`http://127.0.0.1:${ctx.httpPort}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ status: 'not_ready', database: 'away', intake: { status: 'fails' } });
    expect(performance.now() - begin).toBeLessThan(4_000);
    expect((await fetch(`http://127.0.0.1:${ctx.httpPort}/healthz`)).status).toBe(200);
    expect(await timeToStop()).toBeLessThan(MAX_STOP_MS);
  } finally {
    resume(suspended);
  }
}, 120_000);

it('a server stops within 30 seconds although its gateway never answers', async () => {
  let asked = 0;
  const silent = createServer((socket) => {
    asked += 1;
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  server = await startProgram({ ...ctx, phones: { ...ctx.phones, port } });
  await query(
    ctx.postgres,
    `insert into deliveries (application_id, purpose, channel, state, cause, send_at, recipient, text, created_at)
     select id, 'case_notice', 'sms', 'scheduled', 'test', now(), '+447700900001', 'Hello', now() from applications;
     select graphile_worker.add_job('send-delivery', json_build_object('application_id', application_id, 'delivery_id', id)) from deliveries`,
  );
  await expect.poll(() => asked, { timeout: 15_000 }).toBeGreaterThan(0);
  expect(await timeToStop()).toBeLessThan(MAX_STOP_MS);
  silent.close();
}, 120_000);

it('a server with its database inside stops within 30 seconds although PostgreSQL is suspended', async () => {
  const dataDir = join(ctx.folder, 'inside');
  server = await startProgram(ctx, { DATABASE_URL: '', DATA_DIR: dataDir });
  const pid = await findPostmaster(dataDir);
  const suspended = await suspend(pid);
  expect(await timeToStop()).toBeLessThan(MAX_STOP_MS);
  // No process of the suspended PostgreSQL is left that could hold the data folder.
  for (const one of suspended) expect(() => process.kill(one, 0)).toThrow('ESRCH');
}, 120_000);
