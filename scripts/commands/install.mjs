import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, StepFailed } from '../run-program.mjs';

/** Runs `npm ci` when the installed packages are not those of package-lock.json. */
export function install() {
  if (isInstalled()) return;
  process.stdout.write('Installing what Wardvoice is made of (once, about a minute) …\n');
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error'];
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: ROOT, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
  if (error) process.stderr.write(`npm could not be run (${error.message}): it comes with Node, put it on the PATH.\n`);
  if (status !== 0) throw new StepFailed(status ?? 1);
}

/** Compares the lock with the one that npm writes into node_modules when it has finished. */
function isInstalled() {
  const installed = readPackages('node_modules/.package-lock.json');
  const wanted = readPackages('package-lock.json');
  if (!installed || !wanted) return false;
  return Object.entries(wanted).every(([path, { version, link, optional, devOptional, os, cpu }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    if (link) return existsSync(join(ROOT, path));
    const found = installed[path];
    if (found) return found.version === version;
    return Boolean((optional || devOptional) && isForElsewhere(os, cpu, path));
  });
}

/**
 * Returns whether an optional package may be missing. Most are binaries for other systems; one that names no system may belong to
 * those.
 * @param {string[] | undefined} os
 * @param {string[] | undefined} cpu
 * @param {string} path
 */
function isForElsewhere(os, cpu, path) {
  const unmarked = !os && !cpu;
  const otherLibc = process.platform === 'linux' && /musl|gnu/.test(path);
  return unmarked || otherLibc || (os && !os.includes(process.platform)) || (cpu && !cpu.includes(process.arch));
}

/** @param {string} file */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;
  } catch {
    return null;
  }
}
