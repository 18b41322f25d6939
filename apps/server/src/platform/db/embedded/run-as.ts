import { type ChildProcess, spawn } from 'node:child_process';
import type { Account } from './postgres-account.ts';
import { StartFailure } from './start-failure.ts';

/** PostgreSQL inherits nothing of our environment: no PG… variable can change what it does, and its messages are English. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C', LC_ALL: 'C', TZ: 'UTC' };

/** Starts the program in a session of its own, so that Ctrl-C reaches only us and we stop PostgreSQL in order. */
export function spawnAs(account: Account | null, program: string, args: string[]): ChildProcess {
  return spawn(program, args, {
    ...account,
    cwd: '/',
    detached: true,
    env: process.platform === 'win32' ? process.env : ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

export async function runAs(account: Account | null, program: string, args: string[]): Promise<void> {
  const child = spawnAs(account, program, args);
  const output = lastLines(child);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(cannotRun(program, error)));
    child.once('close', resolve);
  });
  if (code !== 0) throw new StartFailure(`PostgreSQL could not make its database: ${output.reason()}`);
}

export function cannotRun(program: string, error: Error): StartFailure {
  return new StartFailure(`${program} cannot be run (${error.message}): run npm ci again, or set DATABASE_URL.`);
}

/** Keeps the last lines that a program writes, in order to say in one line why it failed. */
export function lastLines(child: ChildProcess, keptLines = 20): { reason(): string; includes(text: string): boolean } {
  const lines: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lines.push(...text.split('\n').filter((line) => line.trim()));
    lines.splice(0, lines.length - keptLines);
  });
  return {
    includes: (text) => lines.some((line) => line.includes(text)),
    reason: () => {
      const told = lines.findLast((line) => /(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? 'it said nothing';
      return told.replace(/^.*?(FATAL|PANIC|error):\s*/, '');
    },
  };
}
