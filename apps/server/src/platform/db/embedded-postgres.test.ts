import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { findRunningDatabase } from './embedded/find-running.ts';
import { canReach } from './embedded/postgres-account.ts';
import { isAlive } from './embedded/process-identity.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
const starter = fileURLToPath(new URL('../../testing/start-database.ts', import.meta.url));
const nobodyCanRunUs = isRoot && (await canReach(NOBODY, starter)) && (await canReach(NOBODY, process.execPath));

let home: string;
let dataDir: string;
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];
const warnings: string[] = [];

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'wardvoice-pg-')));
  await chmod(home, 0o755);
  dataDir = join(home, 'data');
  warnings.length = 0;
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await Promise.all(running.splice(0).map((server) => server.stop()));
  await rm(home, { recursive: true, force: true });
});

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
  const server = await startEmbeddedPostgres({ dataDir: folder, log });
  running.push(server);
  return server;
}

async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

type Said = { pid: number; ownerConnectionString: string; problem?: string };

/** Starts a whole Wardvoice in a process of its own, which tests may kill. */
async function startElsewhere(user: { uid: number; gid: number } | null = null): Promise<[ChildProcess, Said]> {
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), starter, dataDir], {
    ...user,
    cwd: '/',
    env: { ...process.env, TMPDIR: home, TSX_DISABLE_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return [child, JSON.parse(String(line)) as Said];
}

describe('the database inside the data folder', () => {
  it('keeps what was written when Wardvoice is stopped and started again, and is back within a second', async () => {
    const first = await start();
    await query(first.ownerConnectionString, `CREATE TABLE note AS SELECT 'är' AS text`);
    await running.pop()?.stop();
    const before = performance.now();
    const second = await start();
    expect(performance.now() - before).toBeLessThan(3_000);
    expect(await query(second.ownerConnectionString, 'SELECT upper(text) AS text FROM note')).toEqual([{ text: 'ÄR' }]);
  });

  it('forces every commit to disk, and is used as a role for which row-level security holds', async () => {
    const server = await start();
    expect(
      await query(
        server.connectionString,
        `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
                current_setting('server_encoding') AS encoding, rolsuper, rolcreaterole, rolbypassrls
           FROM pg_roles WHERE rolname = current_user`,
      ),
    ).toEqual([
      { fsync: 'on', commit: 'on', encoding: 'UTF8', rolsuper: false, rolcreaterole: false, rolbypassrls: false },
    ]);
  });

  it('belongs to a role of its own, so that the role of the program owns nothing', async () => {
    const server = await start();
    await query(server.ownerConnectionString, 'CREATE TABLE note AS SELECT 1 AS number');
    await expect(query(server.connectionString, 'DROP TABLE note')).rejects.toThrow(/must be owner of table note/);
    await expect(query(server.connectionString, 'CREATE TABLE own ()')).rejects.toThrow(/permission denied/);
    await expect(query(server.connectionString, 'SET ROLE wardvoice_owner')).rejects.toThrow(/permission denied/);
  });

  it('that was made for one role keeps everything, and gets an owner at the next start', async () => {
    const server = await start();
    await query(server.ownerConnectionString, 'CREATE TABLE note AS SELECT 1 AS number');
    const file = join(dataDir, 'postgres-passwords.json');
    const { owner, ...earlier } = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    await query(
      server.superuserConnectionString,
      `DROP ROLE wardvoice; ALTER ROLE wardvoice_owner RENAME TO wardvoice;
       ALTER ROLE wardvoice PASSWORD '${earlier['application']}'`,
    );
    await running.pop()?.stop();
    await writeFile(file, JSON.stringify(earlier));
    for (let starts = 0; starts < 2; starts += 1) {
      const again = await start();
      expect(await query(again.ownerConnectionString, 'SELECT number FROM note')).toEqual([{ number: 1 }]);
      await expect(query(again.connectionString, 'DROP TABLE note')).rejects.toThrow(/must be owner of table note/);
      await running.pop()?.stop();
    }
    const kept = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    expect(kept).toMatchObject(earlier);
    expect(kept['owner']).not.toBe(owner);
  });

  it('is found by another program of the same user while it runs, and not after a stop', async () => {
    const server = await start();
    const { connectionString, ownerConnectionString, superuserConnectionString } = server;
    expect(await findRunningDatabase(dataDir)).toEqual({
      connectionString,
      ownerConnectionString,
      superuserConnectionString,
    });
    await server.stop();
    expect(await findRunningDatabase(dataDir)).toBeNull();
    expect(await findRunningDatabase(join(home, 'nowhere'))).toBeNull();
  });

  it('lets nobody in without its password, which only the owner of the folder can read', async () => {
    const server = await start();
    const wrong = new URL(server.connectionString);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    const modes = await Promise.all(
      ['postgres', 'postgres-passwords.json'].map(async (name) => (await stat(join(dataDir, name))).mode & 0o777),
    );
    expect(modes).toEqual([0o700, 0o600]);
  });

  it('is gone from the process list after a stop, and so is its lock', async () => {
    const server = await start();
    const pid = server.pid ?? 0;
    await running.pop()?.stop();
    expect(isAlive(pid)).toBe(false);
    expect(await readdir(dataDir)).toEqual(['postgres', 'postgres-passwords.json']);
  });
});

describe('a killed PostgreSQL', () => {
  it('is started again at the same address, with everything that was committed', async () => {
    const server = await start();
    await query(server.ownerConnectionString, 'CREATE TABLE note AS SELECT 1 AS number');
    const restarted = vi.fn<() => void>();
    server.onRestart(restarted);
    for (const times of [1, 2]) {
      process.kill(server.pid ?? 0, 'SIGKILL');
      await vi.waitFor(() => expect(restarted).toHaveBeenCalledTimes(times), 15_000);
      expect(await query(server.ownerConnectionString, 'SELECT number FROM note')).toEqual([{ number: 1 }]);
    }
    expect(warnings[0]).toBe('PostgreSQL ended unexpectedly (SIGKILL); starting it again');
  });
});

describe('when Wardvoice is killed', () => {
  it('the PostgreSQL it left behind is stopped in order at the next start, never joined by a second one', async () => {
    const [child, left] = await startElsewhere();
    await query(left.ownerConnectionString, 'CREATE TABLE note AS SELECT 1 AS number');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(left.pid)).toBe(true);

    const server = await start();
    expect(isAlive(left.pid)).toBe(false);
    expect(await query(server.ownerConnectionString, 'SELECT number FROM note')).toEqual([{ number: 1 }]);
  });

  it('together with PostgreSQL, the files both left behind do not stop the next start', async () => {
    const [child, left] = await startElsewhere();
    process.kill(left.pid, 'SIGSTOP');
    child.kill('SIGKILL');
    process.kill(left.pid, 'SIGKILL');
    await once(child, 'exit');
    expect(await readdir(join(dataDir, 'postgres'))).toContain('postmaster.pid');
    const server = await start();
    expect(await query(server.connectionString, 'SELECT 1 AS number')).toEqual([{ number: 1 }]);
  });

  it('and its process ids now belong to other programs, it still starts', async () => {
    await start();
    await running.pop()?.stop();
    const stranger = process.ppid;
    await writeFile(join(dataDir, 'wardvoice.lock'), `${stranger}\nsome other start\n`);
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${stranger}\n${join(dataDir, 'postgres')}\n1\n1\n`);
    const server = await start();
    expect(isAlive(stranger)).toBe(true);
    expect(await query(server.connectionString, 'SELECT 1 AS number')).toEqual([{ number: 1 }]);
  });
});

describe('one line says what to do', () => {
  it('when the data folder is in use', async () => {
    const [child] = await startElsewhere();
    await expect(start()).rejects.toThrow(
      new RegExp(
        `^The data folder ${dataDir} is in use by another Wardvoice \\(process ${child.pid}\\): stop that one`,
      ),
    );
  });

  it('when the data folder is no folder', async () => {
    await writeFile(dataDir, '');
    await expect(start()).rejects.toThrow(
      /^The data folder .* cannot be made or written by this user \(EEXIST\): start/,
    );
  });

  it('when the passwords are missing', async () => {
    await start();
    await running.pop()?.stop();
    await rm(join(dataDir, 'postgres-passwords.json'));
    await expect(start()).rejects.toThrow(/^The passwords of the database are not in .*: put that file back/);
    expect(await readdir(dataDir)).toEqual(['postgres']);
  });

  it('when the database was made by another PostgreSQL', async () => {
    await start();
    await running.pop()?.stop();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 17, and this Wardvoice brings 18: dump it/);
  });

  it('when PostgreSQL itself refuses, with its reason', async () => {
    await start();
    await running.pop()?.stop();
    await writeFile(join(dataDir, 'postgres', 'postgresql.auto.conf'), 'no_such_setting = 1\n');
    await expect(start()).rejects.toThrow(/^PostgreSQL did not start: .*configuration file .* contains errors/);
  });
});

describe.runIf(isRoot)('started by root', () => {
  it('PostgreSQL runs as another user, who owns the database and nothing else in the folder', async () => {
    const server = await start();
    const { uid } = await stat(`/proc/${server.pid}`);
    expect(uid).not.toBe(0);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(uid);
    expect((await stat(dataDir)).uid).toBe(0);
    expect((await stat(dataDir)).mode & 0o007).toBe(0);
  });

  it('in a home folder closed to others, the database lies where its user can reach it, and is found again', async () => {
    await chmod(home, 0o700);
    await mkdir(dataDir, { mode: 0o700 });
    const first = await start();
    await query(first.ownerConnectionString, 'CREATE TABLE note AS SELECT 1 AS number');
    await running.pop()?.stop();
    expect((await lstat(join(dataDir, 'postgres'))).isSymbolicLink()).toBe(true);
    const place = await readlink(join(dataDir, 'postgres'));
    expect((await stat(place)).mode & 0o777).toBe(0o700);
    expect((await stat(home)).mode & 0o777).toBe(0o700);

    const second = await start();
    expect(await query(second.ownerConnectionString, 'SELECT number FROM note')).toEqual([{ number: 1 }]);
    await running.pop()?.stop();
    await rm(place, { recursive: true });
    await expect(start()).rejects.toThrow(`which is gone: put it back, or remove ${join(dataDir, 'postgres')}`);
  });
});

describe.runIf(nobodyCanRunUs)('started by an ordinary user', () => {
  it('PostgreSQL runs as that user, and root can go on with the same database later', async () => {
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, NOBODY.uid, NOBODY.gid);
    const [child, said] = await startElsewhere(NOBODY);
    expect(said.problem).toBeUndefined();
    expect((await stat(`/proc/${said.pid}`)).uid).toBe(NOBODY.uid);
    await query(said.ownerConnectionString, 'CREATE TABLE note AS SELECT 1 AS number');
    child.kill('SIGKILL');
    await once(child, 'exit');

    const server = await start();
    expect((await stat(`/proc/${server.pid}`)).uid).toBe(NOBODY.uid);
    expect(await query(server.ownerConnectionString, 'SELECT number FROM note')).toEqual([{ number: 1 }]);
  });

  it('a data folder of root is left alone, and one line says so', async () => {
    await mkdir(dataDir, { mode: 0o700 });
    const [, said] = await startElsewhere(NOBODY);
    expect(said.problem).toMatch(/cannot be made or written by this user \(EACCES\): start Wardvoice as its owner, or/);
  });

  it("root's database is not touched, and one line says whose it is", async () => {
    await start();
    await running.pop()?.stop();
    await chmod(dataDir, 0o755);
    await chmod(join(dataDir, 'postgres-passwords.json'), 0o644);
    await chown(dataDir, NOBODY.uid, NOBODY.gid);
    const [, said] = await startElsewhere(NOBODY);
    expect(said.problem).toMatch(/belongs to another user \(number \d+\): start Wardvoice as that user or as root/);
    expect(await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('18\n');
  });
});
