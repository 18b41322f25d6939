import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { openDatabase } from '../../platform/db/database.ts';
import { addDataKey } from '../../platform/keys/open-key-ring.ts';
import { secretKeysOf } from '../../platform/keys/secret-keys.ts';
import { createLog } from '../../platform/log.ts';
import { systemScope } from '../../platform/scope.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

const PROGRAM = fileURLToPath(new URL('../../main.ts', import.meta.url));
const CRASHED = 70;

let folder: string;
let database: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-lost-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function start() {
  const owner = new URL(inject('testServer').ownerConnectionString);
  owner.pathname = new URL(database.connectionString).pathname;
  const child = spawn(process.execPath, ['--conditions=wardvoice-source', '--import', 'tsx', PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: database.connectionString,
      DATABASE_OWNER_URL: owner.href,
      DATA_DIR: folder,
      SECRET_KEY: 'a'.repeat(43),
      ROLES: 'web',
      PORT: '0',
      LOG_LEVEL: 'fatal',
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const ended = once(child, 'exit').then(([code]: unknown[]) => code);
  return { said: () => said, ended };
}

it('a process that was not given the new secret key ends before it is used, and says which one it lacks', async () => {
  const running = start();
  await expect.poll(running.said, { timeout: 30_000 }).toContain('is running');
  const db = openDatabase(database.connectionString, createLog('silent'), 1);
  const { current } = secretKeysOf('b'.repeat(43));
  await db.transaction(systemScope('example'), (tx) => addDataKey(tx, current, { inSeconds: 60 }));
  await db.close();
  expect(await running.ended).toBe(CRASHED);
  expect(running.said()).toContain(`locked by the secret key named ${current.name}`);

  const again = start();
  expect(await again.ended).toBe(1);
  expect(again.said()).toMatch(
    new RegExp(`^The keys in the database are locked by the secret key named ${current.name}`),
  );
}, 90_000);
