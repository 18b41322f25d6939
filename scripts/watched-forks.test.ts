import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from './run-program.mjs';

const WATCHED_FORKS = fileURLToPath(new URL('watched-forks.ts', import.meta.url));
const HANG = 'for (;;);';

let folder: string;
beforeEach(async () => {
  // The folder is inside the project, so that Vitest is found from there.
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  folder = await mkdtemp(join(ROOT, '.cache', 'watched-forks-'));
  const patience = '{ loadingMs: 2_000, testingMs: 2_000 }';
  await writeFile(
    join(folder, 'vitest.config.ts'),
    `import { watchedForks } from ${JSON.stringify(WATCHED_FORKS)};
     export default { test: { globals: true, pool: watchedForks(${patience}) } };`,
  );
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function run(name: string, source: string): Promise<{ code: number | null; said: string }> {
  await writeFile(join(folder, name), source);
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--root', folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code, said: out + err };
}

const LIMIT_MS = 120_000;

it(
  'a file whose process is silent while it loads is loaded again, and its tests count once',
  async () => {
    const mark = JSON.stringify(join(folder, 'was-here'));
    const { code, said } = await run(
      'once.test.mjs',
      `import { existsSync, writeFileSync } from 'node:fs';
       if (!existsSync(${mark})) { writeFileSync(${mark}, ''); ${HANG} }
       test('after all', () => expect(1).toBe(1));`,
    );
    expect(said).toContain(
      'once.test.mjs: nothing was heard of its process for 2 seconds while it was loaded; it is loaded again',
    );
    expect(said).toContain('1 passed');
    expect(code).toBe(0);
  },
  LIMIT_MS,
);

it(
  'a file that never loads has failed',
  async () => {
    const { code, said } = await run('never.test.mjs', HANG);
    expect(said).toContain('never.test.mjs: nothing was heard of its process for 2 seconds; it is ended');
    expect(code).toBe(1);
  },
  LIMIT_MS,
);

it(
  'a test that never ends has failed, and is not tried again',
  async () => {
    const { code, said } = await run(
      'endless.test.mjs',
      `test('good', async () => { await new Promise((resolve) => setTimeout(resolve, 200)); });
       test('endless', () => { ${HANG} });`,
    );
    expect(said).not.toContain('it is loaded again');
    expect(said).toContain('endless.test.mjs: nothing was heard of its process for 2 seconds; it is ended');
    expect(code).toBe(1);
  },
  LIMIT_MS,
);
