import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROOT, StepFailed, runNode } from '../run-program.mjs';
import { install } from './install.mjs';

const SHARED = ['package-lock.json', 'tsconfig.base.json', 'packages/contract/src', 'packages/contract/tsconfig.json'];
const SERVER = [
  ...SHARED,
  'packages/hl7/src',
  'packages/hl7/tsconfig.json',
  'apps/server/src',
  'apps/server/tsconfig.json',
];
const WEB = [
  ...SHARED,
  ...['src', 'vite', 'public', 'index.html', 'vite.config.ts', 'package.json'].map((name) => `apps/web/${name}`),
];

/** Builds the server and the web application. Each is built only when its sources have changed since it was last built. */
export async function build() {
  install();
  await buildPart('the server', 'apps/server/dist', SERVER, buildServer);
  await buildPart('the web application', 'apps/web/dist', WEB, buildWeb);
  return 0;
}

async function buildPart(name, output, sources, make) {
  const stamp = join(ROOT, output, '.built-from');
  const fingerprint = fingerprintOf(sources);
  const builtFrom = existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
  if (builtFrom === fingerprint) return;
  process.stdout.write(`Building ${name} …\n`);
  rmSync(stamp, { force: true });
  const code = await make({ fresh: builtFrom === null });
  if (code !== 0) throw new StepFailed(code);
  mkdirSync(join(ROOT, output), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

/** tsc decides by its .tsbuildinfo files, which are outside dist: for a new dist they say nothing, so everything is compiled. */
async function buildServer({ fresh }) {
  const code = await runNode(['node_modules/typescript/bin/tsc', '-b', 'apps/server', ...(fresh ? ['--force'] : [])]);
  if (code !== 0) return code;
  copyMigrations();
  return runNode(['--import', 'tsx', 'apps/server/src/portal/write-client.ts']);
}

/** The folder is replaced when its successor is whole: a server or a test that starts meanwhile finds one or the other. */
async function buildWeb() {
  const [next, before] = ['web', 'web-before'].map((name) => join(ROOT, '.cache', name));
  const output = join(ROOT, 'apps/web/dist');
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--logLevel', 'warn', '--outDir', next, '--emptyOutDir'];
  const code = await runNode(args, { cwd: join(ROOT, 'apps/web') });
  if (code !== 0) return code;
  rmSync(before, { recursive: true, force: true });
  if (existsSync(output)) renameSync(output, before);
  renameSync(next, output);
  rmSync(before, { recursive: true, force: true });
  return 0;
}

/** The folder is replaced, so that a migration that was removed does not stay. */
function copyMigrations() {
  const to = join(ROOT, 'apps/server/dist/migrations');
  rmSync(to, { recursive: true, force: true });
  cpSync(join(ROOT, 'apps/server/src/migrations'), to, { recursive: true });
}

/** @param {string[]} paths */
function fingerprintOf(paths) {
  const hash = createHash('sha256').update(process.version);
  for (const path of paths) addTo(hash, path);
  return hash.digest('hex');
}

function addTo(hash, path) {
  const full = join(ROOT, path);
  const found = statSync(full, { throwIfNoEntry: false });
  if (!found) return;
  if (found.isDirectory()) {
    for (const name of readdirSync(full).sort()) addTo(hash, join(path, name));
  } else {
    hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
  }
}
