import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { findRunningDatabase } from '../../platform/db/embedded/find-running.ts';
import { isAlive } from '../../platform/db/embedded/process-identity.ts';
import { findFreePort } from '../../platform/db/embedded/postmaster.ts';
import { keepSending, ownShare, prepare } from './crash-run.ts';
import { kill, query, startSmsReceiver, startWardvoice, type SmsReceiver } from './wardvoice-processes.ts';

const PROGRAM = fileURLToPath(new URL('../../wardvoice.ts', import.meta.url));
const SOURCE = ['--conditions=wardvoice-source', '--import', 'tsx'];
const MESSAGES = 400;
const BACKUP_KEY = 'b'.repeat(43);

let folder: string;
let phones: SmsReceiver;
let ports: { http: number; mllp: number };
let server: ChildProcess | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-lost-disk-'));
  // So that the user of PostgreSQL can reach it, when root runs this.
  await chmod(folder, 0o755);
  phones = await startSmsReceiver();
  ports = { http: await findFreePort(), mllp: await findFreePort() };
});
afterEach(async () => {
  if (server) await kill(server);
});
afterAll(async () => {
  phones.server.closeAllConnections();
  phones.server.close();
  await rm(folder, { recursive: true, force: true });
});

const settingsOf = (dataDir: string) => ({
  DATABASE_URL: '',
  SECRET_KEY: '',
  DATA_DIR: join(folder, dataDir),
  BACKUP_URL: join(folder, 'backups'),
  BACKUP_KEY,
  PORT: String(ports.http),
  MLLP_PORT: String(ports.mllp),
});

/** Starts Wardvoice with a database of its own, and returns the address of that. */
async function start(dataDir: string) {
  server = await startWardvoice({ folder, phones, postgres: { connectionString: '' }, env: settingsOf(dataDir) });
  const database = await findRunningDatabase(join(folder, dataDir));
  if (!database) throw new Error(`no database runs in ${dataDir}`);
  return database;
}

const operate = async (dataDir: string, ...args: string[]) =>
  (
    await promisify(execFile)(process.execPath, [...SOURCE, PROGRAM, ...args], {
      env: { PATH: process.env['PATH'], ...settingsOf(dataDir) },
    })
  ).stdout;

/** Returns until when what was committed is stored elsewhere, as Prometheus hears it. */
async function coveredUntil(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${ports.http}/metrics`)).text();
  const [, seconds] = /^wardvoice_backup_wal_behind_seconds ([\d.]+)$/m.exec(text) ?? [];
  return Date.now() - Number(seconds) * 1_000;
}

const idsIn = async (database: Parameters<typeof query>[0]) =>
  (await query<{ id: string }>(database, 'select message_control_id as id from hl7_messages')).map(({ id }) => id);

const findFolder = async (inside: string, prefix: string): Promise<string> =>
  (await readdir(inside)).find((name) => name.startsWith(prefix)) ?? Promise.reject(new Error(`no ${prefix} yet`));

/** Presses Ctrl-C while a restore is tried, and waits until PostgreSQL, which was started for that, has ended as well. */
async function interruptVerify(): Promise<void> {
  const env = { PATH: process.env['PATH'], ...settingsOf('server') };
  const child = spawn(process.execPath, [...SOURCE, PROGRAM, 'verify', '--at', 'latest'], { env, stdio: 'ignore' });
  const pid = await vi.waitFor(
    async () => {
      const verify = join(folder, 'server', await findFolder(join(folder, 'server'), 'verify-'));
      const cluster = join(verify, await findFolder(verify, 'postgres-draft-'), 'cluster');
      return Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    },
    { timeout: 60_000, interval: 20 },
  );
  child.kill('SIGINT');
  await once(child, 'exit');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 30_000);
}

it('a disk that is gone takes nothing with it that was acknowledged more than seconds before', async () => {
  const database = await start('server');
  await prepare({ postgres: database });
  const acknowledged = new Set<string>();
  await keepSending(ports.mllp, ownShare(0, MESSAGES, 1), acknowledged);
  expect(acknowledged.size).toBe(MESSAGES);
  const last = Date.now();
  await vi.waitFor(async () => expect(await coveredUntil()).toBeGreaterThan(last), { timeout: 60_000, interval: 500 });
  expect(await operate('server', 'doctor')).toMatch(
    /^good {2}Write-ahead log: every moment until 0 minutes ago can be restored$/m,
  );
  await interruptVerify();
  expect(await operate('server', 'verify', '--at', 'latest')).toMatch(
    /and all rows were read:\n\d+ in \d+ tables[.]$/m,
  );
  expect((await readdir(join(folder, 'server'))).filter((name) => name.startsWith('verify-'))).toEqual([]);

  const postmaster = Number((await readFile(join(folder, 'server/postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  if (server) await kill(server);
  process.kill(postmaster, 'SIGKILL');
  await rm(join(folder, 'server'), { recursive: true, force: true });

  const said = await operate('again', 'restore', '--at', 'latest');
  expect(said).toMatch(/^The secret key that went with the copy is in .*\nRestored: the database as of /);
  expect(said).toContain('All sending is on hold.');
  const restored = await start('again');
  expect(new Set(await idsIn(restored))).toEqual(acknowledged);
  expect(await query(restored, `select reason from sending_holds where released_at is null`)).toEqual([
    { reason: 'restored' },
  ]);
  // What comes now is stored, too, in another history.
  await keepSending(ports.mllp, ['after the loss'], acknowledged);
  const later = Date.now();
  await vi.waitFor(async () => expect(await coveredUntil()).toBeGreaterThan(later), { timeout: 60_000, interval: 500 });
  expect(new Set(await idsIn(restored))).toEqual(acknowledged);
}, 300_000);
