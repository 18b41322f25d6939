import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns when the process of this id started, which distinguishes it from a later process with the same id; null when there is
 * no such process. Containers reuse ids quickly, so an id in a file alone proves nothing.
 */
export async function identifyProcess(pid: number): Promise<string | null> {
  if (!isAlive(pid)) return null;
  if (process.platform === 'linux') {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    ]);
    // The program name in brackets may contain spaces. The start time is field 22 of the line (proc(5)), the 20th after the name.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] && fields[0] !== 'Z' ? `${boot.trim()}/${fields[19]}` : null;
  }
  const started = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return started.stdout.trim() || null;
}

/**
 * Returns whether this process is a PostgreSQL server that works in `folder`: every PostgreSQL process has it as its current
 * directory.
 */
export async function isPostgresOf(folder: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder;
  const command = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return command.stdout.includes(folder);
}

/** Returns whether the process exists. A process of another user may not be signalled, but it exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
