import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { StartFailure } from './start-failure.ts';

const run = promisify(execFile);

/** The account that PostgreSQL runs as when we run as root, because PostgreSQL refuses to run as root. Null: our own account. */
export type Account = { uid: number; gid: number };

/** Returns the owner of an existing cluster, else `postgres` (created if necessary), else `nobody`. */
export async function chooseAccount(clusterOwner: Account | null): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  if (clusterOwner && clusterOwner.uid !== 0) return clusterOwner;
  const account = (await findAccount('postgres')) ?? (await createAccount('postgres')) ?? (await findAccount('nobody'));
  if (account) return account;
  throw new StartFailure(
    'PostgreSQL refuses to run as root, and no user postgres or nobody was found or could be made: ' +
      'run Wardvoice as an ordinary user, or set DATABASE_URL.',
  );
}

async function findAccount(name: string): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    const account = { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    return account.uid > 0 ? account : null;
  } catch {
    return null;
  }
}

async function createAccount(name: string): Promise<Account | null> {
  const commands: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]],
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', name]],
  ];
  for (const [command, args] of commands) {
    const made = await run(command, args).then(
      () => true,
      () => false,
    );
    if (made) return findAccount(name);
  }
  return null;
}

type Need = 'pass' | 'read';

/** Returns whether `account` may reach `path` and read it (or pass through it), according to the permission bits alone. */
export async function canReach(account: Account, path: string, need: Need = 'read'): Promise<boolean> {
  const parent = dirname(path);
  if (parent !== path && !(await canReach(account, parent, 'pass'))) return false;
  const found = await stat(path).catch(() => null);
  if (!found) return false;
  const shift = found.uid === account.uid ? 6 : found.gid === account.gid ? 3 : 0;
  const bits = (found.mode >> shift) & 0o7;
  const wanted = need === 'pass' ? 0o1 : found.isDirectory() ? 0o5 : 0o4;
  return (bits & wanted) === wanted;
}
