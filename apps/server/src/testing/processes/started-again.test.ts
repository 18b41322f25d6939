import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFreePort } from '../../platform/db/embedded/postmaster.ts';

const SERVE = pathToFileURL(fileURLToPath(new URL('../../../../../scripts/run-program.mjs', import.meta.url))).href;
const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));

let folder: string;
let starter: ChildProcess;
let said = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-again-'));
  said = '';
});
afterEach(async () => {
  starter.kill('SIGKILL');
  await rm(await realpath(join(folder, 'data', 'postgres')), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

const timesRunning = () => said.split('is running').length - 1;

it('a server that is killed is started again with the database inside it, and stops when asked', async () => {
  const port = await findFreePort();
  const program = { args: ['--conditions=wardvoice-source', '--import', 'tsx', MAIN] };
  const text = `import { serveNode } from '${SERVE}'; process.exitCode = await serveNode([${JSON.stringify(program)}], { restart: true });`;
  await writeFile(join(folder, 'starter.mjs'), text);
  starter = spawn(process.execPath, [join(folder, 'starter.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      npm_lifecycle_event: '',
      DATABASE_URL: '',
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      MLLP_PORT: String(await findFreePort()),
      LOG_LEVEL: 'fatal',
    },
  });
  for (const stream of [starter.stdout, starter.stderr]) stream?.on('data', (chunk: Buffer) => (said += String(chunk)));
  await expect.poll(timesRunning, { timeout: 60_000 }).toBe(1);
  // The lock of the data folder names the process id of the server.
  const [pid] = (await readFile(join(folder, 'data', 'wardvoice.lock'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await expect.poll(timesRunning, { timeout: 60_000 }).toBe(2);
  expect(said).toContain('Wardvoice ended unexpectedly (137); it is started again in 0 s');
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  const ended = once(starter, 'exit');
  starter.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
}, 180_000);
