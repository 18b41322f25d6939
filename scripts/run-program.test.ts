import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const starterModule = pathToFileURL(resolve(import.meta.dirname, 'run-program.mjs')).href;

/** A server that says each wish to stop, takes a moment over it, and ends with the code it is given. */
const SERVER = `
  const forever = setInterval(() => undefined, 1000);
  process.on('SIGTERM', () => {
    process.stdout.write('asked to stop\\n');
    setTimeout(() => { process.stdout.write('stopped\\n'); clearInterval(forever); }, 100);
  });
  process.stdout.write('server ' + process.pid + '\\n');
  if (process.argv[2]) setTimeout(() => process.exit(Number(process.argv[2])), 50);
`;

let folder: string;
let starter: ChildProcess;
let output = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-run-'));
  await writeFile(join(folder, 'server.mjs'), SERVER);
  output = '';
});
afterEach(async () => {
  starter.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function serve(...args: string[]): Promise<void> {
  const programs = JSON.stringify([{ args: [join(folder, 'server.mjs'), ...args] }]);
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
});
