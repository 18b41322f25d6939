import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from './platform/db/database.ts';
import { openKeyRing } from './platform/keys/open-key-ring.ts';
import { secretKeysOf } from './platform/keys/secret-keys.ts';
import { createLog } from './platform/log.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const PROGRAM = fileURLToPath(new URL('rotate-key.ts', import.meta.url));
const SECRET_KEY = 'a'.repeat(43);

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-rotate-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command as an operator does, with the secret key among the settings. */
const run = (...args: string[]) =>
  new Promise<{ code: number; out: string; problem: string }>((resolve) => {
    const env = { ...process.env, DATABASE_URL: database.connectionString, DATA_DIR: folder, SECRET_KEY };
    const program = ['--conditions=wardvoice-source', '--import', 'tsx', PROGRAM, ...args];
    execFile(process.execPath, program, { env }, (error, out, problem) =>
      resolve({ code: Number(error?.code ?? 0), out, problem }),
    );
  });

it('before the first start there is nothing to replace, and the command says so', async () => {
  const { code, problem } = await run();
  expect([code, problem]).toEqual([
    1,
    'There are no keys in this database yet: start Wardvoice once before you replace them.\n',
  ]);
});

it('the command says which keys there are, and what to set where the secret key is a setting', async () => {
  const log = createLog('silent');
  const db = openDatabase(database.connectionString, log, 2);
  const readSecretKeys = async () => secretKeysOf(SECRET_KEY);
  const keys = await openKeyRing({ db, log, readSecretKeys, onLost: () => undefined });
  keys.close();
  await db.close();

  const status = await run('--status');
  expect(status).toMatchObject({ code: 0, problem: '' });
  expect(status.out).toMatch(
    /^Secret key [0-9a-f]{12}: decrypts 1 of 1 data keys\.\nData key [0-9a-f]{12}, made [\d-]{10}: the current one\.\n$/,
  );
  const { code, out } = await run();
  expect(code).toBe(0);
  expect(out).toMatch(/For all processes set\n {2}SECRET_KEY=[\w-]{43}\n {2}SECRET_KEY_BEFORE=/);
  expect(out).not.toContain(SECRET_KEY);
});

it('an option that is not known is refused', async () => {
  const { code, problem } = await run('--retrie');
  expect([code, problem]).toEqual([1, expect.stringContaining('--retrie')]);
});
