import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STOP_WITH_PARENT = new URL('stop-with-parent.mjs', import.meta.url).href;

/** A program we ran ended badly and has said why; nothing is left to say, only to exit. */
export class StepFailed extends Error {
  name = 'StepFailed';

  /** @param {number} exitCode */
  constructor(exitCode) {
    super(`a step ended with ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/**
 * Runs a Node program to its end in our own process group: Ctrl-C reaches it by itself, `kill` is passed on.
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

/** Before a server that ended is started again: at once, and later and later while it keeps ending. */
const RESTART_DELAYS_MS = [0, 1_000, 2_000, 5_000, 10_000, 30_000];
/** Having served this long, the next unexpected end counts as the first again. */
const STABLE_AFTER_MS = 60_000;

/**
 * Runs Node programs that serve until they are stopped, each in a process group of its own, so that Ctrl-C, a closed
 * terminal and `kill` (npm passes on what the terminal has sent already) all become one SIGTERM. A second wish to
 * stop, seconds later, kills. When one of them ends, so do the others; when we are killed, they stop as asked.
 *
 * With `restart`, a program that has said it is serving (`process.send('serving')`) and then ends by itself, with anything
 * but 0, is started again, also when a later start fails: the database may be away. One that never served has said why.
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
  // Stopped as asked is no failure, also for a program that leaves the signal to the system.
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
 * `kill` of npm ends npm and the shell it started us with, and tells us nothing; so we look whether they are there.
 * @param {() => void} then
 * @returns {() => void} how to stop looking
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

/** The shell, and npm above it where the system shows that as a file. */
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
