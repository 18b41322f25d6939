import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STOP_WITH_PARENT = new URL('stop-with-parent.mjs', import.meta.url).href;

/** A program that we ran has failed and has already said why. Nothing is left to do but to exit. */
export class StepFailed extends Error {
  name = 'StepFailed';

  /** @param {number} exitCode */
  constructor(exitCode) {
    super(`a step ended with ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/**
 * Runs a Node program to its end in our own process group: Ctrl-C reaches it directly, and `kill` is passed on to it.
 * @param {string[]} args
 * @param {{cwd?: string, env?: Record<string, string>}} [options]
 * @returns {Promise<number>} the exit code
 */
export function runNode(args, { cwd = ROOT, env = {} } = {}) {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
  const wait = () => undefined;
  const passOn = () => void child.kill('SIGTERM');
  process.on('SIGINT', wait);
  process.on('SIGTERM', passOn);
  const stopWatching = whenNpmIsGone(passOn);
  return ended(child).finally(() => {
    process.off('SIGINT', wait);
    process.off('SIGTERM', passOn);
    stopWatching();
  });
}

/** Pauses before a server that ended is started again: none at first, and longer ones while it keeps ending. */
const RESTART_DELAYS_MS = [0, 1_000, 2_000, 5_000, 10_000, 30_000];
/** After a server has run for this long, its next unexpected end counts as the first again. */
const STABLE_AFTER_MS = 60_000;

/**
 * Runs Node programs that serve until they are stopped. Each has a process group of its own, so that Ctrl-C, a closed terminal
 * and `kill` all lead to one SIGTERM, although npm passes on signals that the terminal has already sent. Being asked again after
 * some seconds kills the programs. When one of them ends, the others are stopped; when we are killed, they stop as if asked.
 *
 * With `restart`, a program is started again when it has reported that it serves (`process.send('serving')`) and then ends by
 * itself with a code other than 0. It is started again also when a later start fails, because the database may be away. A program
 * that has never served is not, because its message says what is wrong.
 * @param {{args: string[], cwd?: string, env?: Record<string, string>}[]} programs
 * @param {{restart?: boolean}} [options]
 * @returns {Promise<number>} the exit code of the first that ended
 */
export async function serveNode(programs, { restart = false } = {}) {
  let stoppingSince = 0;
  /** @type {() => void} */
  let interrupt = () => undefined;
  const interrupted = new Promise((resolve) => (interrupt = () => resolve(undefined)));
  /** @type {Set<import('node:child_process').ChildProcess>} */
  const children = new Set();
  const stop = () => {
    const insists = stoppingSince > 0 && Date.now() - stoppingSince > 2_000;
    if (stoppingSince > 0 && !insists) return;
    stoppingSince ||= Date.now();
    interrupt();
    for (const child of children) if (isRunning(child)) child.kill(insists ? 'SIGKILL' : 'SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  const stopWatching = whenNpmIsGone(stop);

  /** @param {(typeof programs)[number]} program */
  const keepServing = async (program) => {
    let hasServed = false;
    for (let failures = 0; ; failures += 1) {
      const child = start(program);
      children.add(child);
      let servingSince = 0;
      child.on('message', (message) => {
        if (message === 'serving') servingSince = Date.now();
      });
      const code = await ended(child).finally(() => children.delete(child));
      hasServed ||= servingSince > 0;
      if (!restart || !hasServed || code === 0 || stoppingSince > 0) return code;
      if (servingSince > 0 && Date.now() - servingSince > STABLE_AFTER_MS) failures = 0;
      const delay = RESTART_DELAYS_MS[Math.min(failures, RESTART_DELAYS_MS.length - 1)] ?? 0;
      process.stderr.write(`Wardvoice ended unexpectedly (${code}); it is started again in ${delay / 1_000} s\n`);
      await Promise.race([interrupted, pause(delay, undefined, { ref: true })]);
      if (stoppingSince > 0) return 0;
    }
  };
  const codes = programs.map(keepServing);
  const first = await Promise.race(codes);
  const wasStopped = stoppingSince > 0;
  stopWatching();
  stop();
  await Promise.all(codes);
  // A program that was asked to stop has not failed, even if it leaves the signal to the operating system.
  return wasStopped && first === 128 + constants.signals.SIGTERM ? 0 : first;
}

/** @param {{args: string[], cwd?: string, env?: Record<string, string>}} program */
const start = ({ args, cwd = ROOT, env = {} }) =>
  spawn(process.execPath, ['--import', STOP_WITH_PARENT, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });

/**
 * Calls `then` when npm, or the shell in which npm started us, is gone: `kill` of npm ends both without telling us.
 * @param {() => void} then
 * @returns {() => void} how to stop watching
 */
function whenNpmIsGone(then) {
  if (!process.env['npm_lifecycle_event']) return () => undefined;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    then();
  }, 250);
  timer.unref();
  return () => clearInterval(timer);
}

/** Returns the process ids of the shell and, where the system shows it as a file, of npm above it. */
function ancestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    return String(process.ppid);
  }
}

/** @param {import('node:child_process').ChildProcess} child */
function isRunning(child) {
  return child.exitCode === null && child.signalCode === null;
}

/** @param {import('node:child_process').ChildProcess} child */
function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0)));
  });
}
