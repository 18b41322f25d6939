import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
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

/**
 * Runs Node programs that serve until they are stopped, each in a process group of its own, so that Ctrl-C, a closed
 * terminal and `kill` (npm passes on what the terminal has sent already) all become one SIGTERM. A second wish to
 * stop, seconds later, kills. When one of them ends, so do the others; when we are killed, they stop as asked.
 * @param {{args: string[], cwd?: string, env?: Record<string, string>}[]} programs
 * @returns {Promise<number>} the exit code of the first that ended
 */
export async function serveNode(programs) {
  const children = programs.map(({ args, cwd = ROOT, env = {} }) =>
    spawn(process.execPath, ['--import', STOP_WITH_PARENT, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    }),
  );
  let stoppingSince = 0;
  const stop = () => {
    const insists = stoppingSince > 0 && Date.now() - stoppingSince > 2_000;
    if (stoppingSince > 0 && !insists) return;
    stoppingSince ||= Date.now();
    for (const child of children) if (isRunning(child)) child.kill(insists ? 'SIGKILL' : 'SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  const stopWatching = whenNpmIsGone(stop);
  const codes = children.map(ended);
  const first = await Promise.race(codes);
  const wasStopped = stoppingSince > 0;
  stopWatching();
  stop();
  await Promise.all(codes);
  // Stopped as asked is no failure, also for a program that leaves the signal to the system.
  return wasStopped && first === 128 + constants.signals.SIGTERM ? 0 : first;
}

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
