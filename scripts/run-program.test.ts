import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const starterModule = pathToFileURL(resolve(import.meta.dirname, 'run-program.mjs')).href;

/** A server that prints each request to stop, takes some time to stop, and exits with the given code. */
const SERVER = `
  const forever = setInterval(() => undefined, 1000);
  process.on('SIGTERM', () => {
    process.stdout.write('asked to stop\\n');
    setTimeout(() => { process.stdout.write('stopped\\n'); clearInterval(forever); }, 100);
  });
  process.stdout.write('server ' + process.pid + '\\n');
  if (process.argv[2]) setTimeout(() => process.exit(Number(process.argv[2])), 50);
`;

/** A server that ends itself once, in the given way, and leaves a file behind. The next one finds the file and keeps serving. */
const FALLIBLE_SERVER = `
  import { existsSync, writeFileSync } from 'node:fs';
  const [mark, how] = process.argv.slice(2);
  const isFirst = !existsSync(mark);
  writeFileSync(mark, '');
  process.on('SIGTERM', () => process.exit(0));
  process.stdout.write('server ' + process.pid + '\\n');
  process.send('serving', () => {
    if (isFirst && how.startsWith('SIG')) process.kill(process.pid, how);
    else if (isFirst) process.exit(Number(how));
    else process.stdout.write('serving again\\n');
  });
  setInterval(() => undefined, 1000);
`;

let folder: string;
let starter: ChildProcess;
let output = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-run-'));
  await writeFile(join(folder, 'server.mjs'), SERVER);
  await writeFile(join(folder, 'fallible.mjs'), FALLIBLE_SERVER);
  output = '';
});
afterEach(async () => {
  starter.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const serve = (...args: string[]) => startServing([join(folder, 'server.mjs'), ...args], {});
const serveAgain = (how: string) =>
  startServing([join(folder, 'fallible.mjs'), join(folder, 'mark'), how], { restart: true });

async function startServing(args: string[], options: object): Promise<void> {
  const programs = `${JSON.stringify([{ args }])}, ${JSON.stringify(options)}`;
  await writeFile(
    join(folder, 'starter.mjs'),
    `import { serveNode } from '${starterModule}'; process.exitCode = await serveNode(${programs});`,
  );
  starter = spawn(process.execPath, [join(folder, 'starter.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: '' },
  });
  starter.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  await vi.waitFor(() => expect(output).toContain('server '), 10_000);
}

async function ending(): Promise<unknown> {
  return starter.exitCode ?? (await once(starter, 'exit'))[0];
}

describe('a server started by a command', () => {
  it('is asked to stop once, although the terminal and npm both send the signal', async () => {
    await serve();
    starter.kill('SIGINT');
    starter.kill('SIGINT');
    starter.kill('SIGTERM');
    expect(await ending()).toBe(0);
    expect(output.match(/asked to stop/g)).toHaveLength(1);
    expect(output).toContain('stopped');
  });

  it('is asked to stop when its starter is killed', async () => {
    await serve();
    starter.kill('SIGKILL');
    await vi.waitFor(() => expect(output).toMatch(/asked to stop\nstopped/), 5_000);
  });

  it('gives the command its exit code', async () => {
    await serve('7');
    expect(await ending()).toBe(7);
  });

  it.each(['SIGKILL', 'SIGABRT', '70'])(
    'that ends by itself (%s) is started again, and stops when asked',
    async (how) => {
      await serveAgain(how);
      await vi.waitFor(() => expect(output).toContain('serving again'), 10_000);
      starter.kill('SIGTERM');
      expect(await ending()).toBe(0);
      expect(output.match(/server \d+/g)).toHaveLength(2);
    },
  );

  it('that never served is not started again, because its message says what to do', async () => {
    await startServing([join(folder, 'server.mjs'), '1'], { restart: true });
    expect(await ending()).toBe(1);
    expect(output.match(/server \d+/g)).toHaveLength(1);
  });

  it('that ended with code 0 is not started again', async () => {
    await serveAgain('0');
    expect(await ending()).toBe(0);
    expect(output.match(/server \d+/g)).toHaveLength(1);
  });
});
