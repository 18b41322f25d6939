import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  ...['src', 'public', 'index.html', 'vite.config.ts', 'package.json'].map((name) => `apps/web/${name}`),
];

/** Builds the server and the web application, each only when its sources are not the ones it was built from. */
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

/** tsc trusts its notes, which lie outside dist: when dist is new they say nothing about it. */
async function buildServer({ fresh }) {
  const code = await runNode(['node_modules/typescript/bin/tsc', '-b', 'apps/server', ...(fresh ? ['--force'] : [])]);
  if (code === 0) copyWhatIsNoTypeScript('apps/server/src', 'apps/server/dist');
  return code;
}

function buildWeb() {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  return runNode([vite, 'build', '--logLevel', 'warn'], { cwd: join(ROOT, 'apps/web') });
}

/** Migrations, styles and scripts of the public pages. A folder of them is replaced, so none that was removed stays. */
function copyWhatIsNoTypeScript(from, to) {
  rmSync(join(ROOT, to, 'migrations'), { recursive: true, force: true });
  cpSync(join(ROOT, from), join(ROOT, to), {
    recursive: true,
    filter: (source) => statSync(source).isDirectory() || !/\.tsx?$/.test(source),
  });
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
