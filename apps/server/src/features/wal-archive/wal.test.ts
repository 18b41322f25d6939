import { chmod, cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { inDatabase } from '../../platform/db/hosts/database-address.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { createLog } from '../../platform/log.ts';
import { backupKeysOf, BackupProblem, withClient } from '../backups/index.ts';
import { findRestorePoint } from './find-restore-point.ts';
import { keepWal, stopKeepingWal, type WalKeeper, type WalPlan } from './keep-wal.ts';
import { findLackOfRoom, isProofDue, proveNightly, readWalProof, type WalProof } from './prove-nightly.ts';
import { restoreToTime } from './restore-to-time.ts';
import { removeOldWal } from './remove-old-wal.ts';
import { nameOfPiece, openWalStore, type WalPiece, type WalStore } from './wal-store.ts';

// A restore starts PostgreSQL twice.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const keys = backupKeysOf(['k'.repeat(40)]);
const log = createLog('silent');

let home: string;
let database: EmbeddedPostgres;
let store: WalStore;
let keeper: WalKeeper;

const start = (dataDir: string) =>
  startEmbeddedPostgres({ dataDir, log: { info: () => undefined, warn: () => undefined } });

const planOf = (over: Partial<WalPlan> = {}): WalPlan => ({
  superuserConnectionString: database.superuserConnectionString,
  store,
  readKeys: async () => ({ keys, secretKey: 's'.repeat(40) }),
  readPasswords: () => readFile(join(home, 'data', 'postgres-passwords.json'), 'utf8'),
  keepDays: 7,
  version: 'test',
  log,
  clock: () => new Date(),
  storeEveryMs: 200,
  markEveryMs: 1_000,
  ...over,
});

const ask = (address: string, text: string, values: unknown[] = []) =>
  withClient(address, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows);
/** Row-level security does not hold for it. */
const superuserOf = ({ superuserConnectionString }: EmbeddedPostgres) =>
  inDatabase(superuserConnectionString, 'wardvoice');
const note = (text: string) => ask(database.ownerConnectionString, 'insert into notes values ($1)', [text]);
const notesOf = async (address: string) =>
  (await ask(address, 'select text from notes order by text')).map(({ text }) => text);
const now = async (): Promise<Date> =>
  (await ask(database.ownerConnectionString, 'select clock_timestamp() as at'))[0]?.['at'] as Date;
async function listPieces(): Promise<WalPiece[]> {
  const [history = ''] = await store.listHistories();
  const { days } = await store.listHistory(history);
  return (await Promise.all(days.map((day) => store.listPieces(history, day)))).flat();
}
const untilCovered = (at: Date) =>
  vi.waitFor(() => expect(keeper.standing().coveredAt?.getTime()).toBeGreaterThan(at.getTime()), 60_000);

async function makeFolder(): Promise<string> {
  const made = await realpath(await mkdtemp(join(tmpdir(), 'wardvoice-wal-')));
  await chmod(made, 0o755);
  return made;
}

beforeAll(async () => {
  home = await makeFolder();
  database = await start(join(home, 'data'));
  await migrate(database.connectionString, database);
  await ask(database.ownerConnectionString, 'create table notes (text text)');
  store = openWalStore(join(home, 'store'));
  await note('before the copy');
  keeper = keepWal(planOf());
  await untilCovered(await now());
});
afterAll(async () => {
  await keeper.stop();
  await database.stop();
  await rm(home, { recursive: true, force: true });
});

/** Restores a moment into a folder of its own, starts the database there, and returns it. */
async function restored(until: Date | null) {
  const folder = await makeFolder();
  const point = await findRestorePoint(store, keys, until);
  const outcome = await restoreToTime({ store, keys }, point, { dataDir: join(folder, 'data'), replaces: false, log });
  const again = await start(join(folder, 'data'));
  onTestFinished(async () => {
    await again.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return { ...outcome, again, folder };
}

describe('the log of the embedded database', () => {
  it('brings back any moment, with all that was committed until then and nothing after, and holds all sending', async () => {
    await ask(
      superuserOf(database),
      `insert into applications (title, access_key, access_secret_hash) values ('St Brigid', 'aaaaaaaa', 'b')`,
    );
    await note('one');
    const moment = await now();
    await note('two');
    await untilCovered(await now());
    const { again, lastCommitAt, setAside } = await restored(moment);
    expect(await notesOf(again.ownerConnectionString)).toEqual(['before the copy', 'one']);
    expect(lastCommitAt?.getTime()).toBeLessThanOrEqual(moment.getTime());
    expect(setAside).toBeNull();
    expect(await ask(superuserOf(again), 'select data_of from sending_holds where released_at is null')).toEqual([
      { data_of: moment },
    ]);
  });

  it('brings back a moment after which nothing was committed', async () => {
    await note('the last one');
    const noted = await now();
    // Then the log grows no more, and PostgreSQL says so again and again.
    const times = async () => {
      const marks = (await listPieces()).filter((piece) => piece.start === piece.end);
      return marks.flatMap(({ coveredAt }) => (coveredAt && coveredAt > noted ? [coveredAt] : []));
    };
    await vi.waitFor(async () => expect(await times()).not.toEqual([]), 60_000);
    const [moment = noted] = await times();
    await vi.waitFor(async () => expect((await findRestorePoint(store, keys, moment)).until).toEqual(moment), 60_000);
    const { again, lastCommitAt } = await restored(moment);
    expect(await notesOf(again.ownerConnectionString)).toContain('the last one');
    // PostgreSQL itself may have committed something meanwhile, as its vacuum does.
    expect(lastCommitAt?.getTime()).toBeLessThanOrEqual(moment.getTime());
  });

  it('brings back its end, in a database that goes on, and whose log is another one', async () => {
    await note('three');
    await untilCovered(await now());
    const { again } = await restored(null);
    expect(await notesOf(again.ownerConnectionString)).toContain('three');
    const { rows } = await withClient(again.superuserConnectionString, (client) =>
      client.query('select slot_name from pg_replication_slots'),
    );
    expect(rows).toEqual([]);
  });

  it('of two databases that store into one place at the same time, asks which is meant', async () => {
    const [history = ''] = await store.listHistories();
    const { again, folder } = await restored(null);
    const readPasswords = () => readFile(join(folder, 'data', 'postgres-passwords.json'), 'utf8');
    const drill = keepWal(planOf({ superuserConnectionString: again.superuserConnectionString, readPasswords }));
    await vi.waitFor(() => expect(drill.standing().coveredAt).not.toBeNull(), 60_000);
    await note('while a drill stores, too');
    await untilCovered(await now());
    await drill.stop();
    const [, other = ''] = await store.listHistories();
    await expect(findRestorePoint(store, keys, null)).rejects.toThrow(
      /^Several databases have stored .* say which is meant with --name \S+ or \S+[.]$/,
    );
    expect((await findRestorePoint(store, keys, null, history)).base.history).toBe(history);
    expect((await findRestorePoint(store, keys, null, other)).base.history).toBe(other);
    await expect(findRestorePoint(store, keys, null, 'another')).rejects.toThrow(/^There is no log named another in /);
    await store.removeFolder(other);
    expect((await findRestorePoint(store, keys, null)).base.history).toBe(history);
  });

  it('goes on after PostgreSQL was killed and after a stop, without a gap and with the copy that it has', async () => {
    const [history = ''] = await store.listHistories();
    await note('before the crash');
    process.kill(database.pid ?? 0, 'SIGKILL');
    await vi.waitFor(() => note('after the crash'), 20_000);
    await untilCovered(await now());
    await note('before the stop');
    await keeper.stop();
    await note('while it was stopped');
    keeper = keepWal(planOf());
    await untilCovered(await now());
    expect(await store.listHistories()).toEqual([history]);
    expect((await store.listHistory(history)).bases).toHaveLength(1);
    const { again } = await restored(null);
    expect(await notesOf(again.ownerConnectionString)).toEqual(
      expect.arrayContaining(['before the crash', 'after the crash', 'before the stop', 'while it was stopped']),
    );
  });

  it('waits for a store that is away, says so, and loses nothing', async () => {
    await keeper.stop();
    let isAway = true;
    const put: WalStore['put'] = (path, content) =>
      isAway ? Promise.reject(new BackupProblem('The store is away.')) : store.put(path, content);
    keeper = keepWal(planOf({ store: { ...store, put } }));
    await note('while the store was away');
    await vi.waitFor(() => expect(keeper.standing().trouble).toBe('The store is away.'), 20_000);
    isAway = false;
    await untilCovered(await now());
    expect(keeper.standing().trouble).toBeNull();
    const { again } = await restored(null);
    expect(await notesOf(again.ownerConnectionString)).toContain('while the store was away');
  });

  it('begins anew at another place, and where PostgreSQL let go of the log', async () => {
    const elsewhere = openWalStore(join(home, 'elsewhere'));
    await keeper.stop();
    const [history = ''] = await store.listHistories();
    keeper = keepWal(planOf({ store: elsewhere }));
    await untilCovered(await now());
    const [other = ''] = await elsewhere.listHistories();
    expect(other).not.toBe(history);
    await keeper.stop();
    keeper = keepWal(planOf());
    await note('in another history');
    await untilCovered(await now());
    expect(await store.listHistories()).toHaveLength(2);
    await keeper.stop();
    await ask(database.superuserConnectionString, `alter system set max_slot_wal_keep_size = '16MB'`);
    await ask(database.superuserConnectionString, 'select pg_reload_conf()');
    await ask(
      database.superuserConnectionString,
      `select pg_logical_emit_message(false, 'test', repeat('x', 1000000)) from generate_series(1, 80)`,
    );
    await ask(database.superuserConnectionString, 'checkpoint');
    keeper = keepWal(planOf());
    await note('after a part was lost');
    await untilCovered(await now());
    expect(await store.listHistories()).toHaveLength(3);
    expect(await ask(database.superuserConnectionString, 'show max_slot_wal_keep_size')).toEqual([
      { max_slot_wal_keep_size: '8GB' },
    ]);
    const { again } = await restored(null);
    expect(await notesOf(again.ownerConnectionString)).toEqual(
      expect.arrayContaining(['in another history', 'after a part was lost']),
    );
  });
});

describe('a moment that cannot be restored', () => {
  const refusal = (until: Date | null, from = store, given = keys) =>
    findRestorePoint(from, given, until).then(
      () => 'found',
      (error: Error) => error.message,
    );

  it('is refused in a sentence that says which moments there are', async () => {
    expect(await refusal(new Date(Date.now() + 60_000))).toMatch(
      /reaches until \S+Z: name a moment before that, or say --at latest/,
    );
    expect(await refusal(new Date('2020-01-01'))).toMatch(/begins at \S+Z: name a later moment, or restore a backup/);
    expect(await refusal(null, openWalStore(join(home, 'nowhere')))).toMatch(/no copy of a database with its log in/);
    expect(await refusal(null, store, backupKeysOf(['x'.repeat(40)]))).toMatch(/is encrypted with the key named/);
  });

  it('because a piece of the log was changed or is missing is refused before anything is replaced', async () => {
    for (const text of ['a piece', 'another', 'and another']) {
      await note(text);
      await untilCovered(await now());
    }
    const copy = openWalStore(join(home, 'copy'));
    await cp(join(home, 'store'), join(home, 'copy'), { recursive: true });
    const { base, pieces } = await findRestorePoint(copy, keys, null);
    const last = pieces.at(-1);
    if (!last) throw new Error('there is no piece');
    const file = join(home, 'copy', 'wal', base.history, last.day, nameOfPiece(last));
    const bytes = await readFile(file);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    await writeFile(file, bytes);
    const folder = await makeFolder();
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const point = await findRestorePoint(copy, keys, null);
    await expect(
      restoreToTime({ store: copy, keys }, point, { dataDir: join(folder, 'data'), replaces: false, log }),
    ).rejects.toThrow(/is not as it was written/);
    expect(await readdir(join(folder, 'data'))).toEqual([]);
    const middle = pieces.at(-2);
    if (!middle) throw new Error('there is one piece only');
    await rm(join(home, 'copy', 'wal', base.history, middle.day, nameOfPiece(middle)));
    await expect(findRestorePoint(copy, keys, null)).rejects.toThrow(
      /^A part of the log \S+ in .* is missing after \S+Z: name a moment before that;/,
    );
    const { days } = await copy.listHistory(base.history);
    for (const day of days) await copy.removeFolder(`${base.history}/${day}`);
    // Without its log, the copy is nothing; the copy of the history before is.
    const earlier = await findRestorePoint(copy, keys, null);
    expect(earlier.base.history).not.toBe(base.history);
  });
});

describe('the restore on trial', () => {
  const NIGHT = new Date('2030-01-02T03:00:00Z');
  const proven = async (from: WalStore, at: Date): Promise<WalProof> => {
    const dataDir = join(home, 'data');
    const { superuserConnectionString } = database;
    // Whoever runs the tests may have little room.
    const shared = { superuserConnectionString, store: from, dataDir, log, freeAfterwards: 0 };
    const { standing } = keeper;
    const prover = await proveNightly({ ...shared, readKeys: async () => ({ keys }), standing, clock: () => at });
    onTestFinished(() => prover.stop());
    await vi.waitFor(() => expect(prover.proof().triedAt).toEqual(at), 120_000);
    return prover.proof();
  };

  it('reads all of it, beside the database that works, and leaves nothing behind but what came of it', async () => {
    await note('on trial');
    await untilCovered(await now());
    const before = await readdir(join(home, 'data'));
    expect(await proven(store, NIGHT)).toEqual({ triedAt: NIGHT, provenAt: NIGHT, problem: null });
    expect((await readdir(join(home, 'data'))).toSorted()).toEqual([...before, 'wal-proof.json'].toSorted());
    expect(await readWalProof(join(home, 'data'))).toEqual({ triedAt: NIGHT, provenAt: NIGHT, problem: null });
    expect(await notesOf(database.ownerConnectionString)).toContain('on trial');
  });

  it('says what stands in the way, and does not take another log for this one', async () => {
    const broken = openWalStore(join(home, 'broken'));
    await cp(join(home, 'store'), join(home, 'broken'), { recursive: true });
    const history = keeper.standing().history ?? '';
    const { days } = await broken.listHistory(history);
    for (const day of days) await broken.removeFolder(`${history}/${day}`);
    // The log of another history is there, and whole.
    expect((await findRestorePoint(broken, keys, null)).base.history).not.toBe(history);
    const next = new Date(NIGHT.getTime() + 86_400_000);
    const proof = await proven(broken, next);
    expect(proof).toMatchObject({ triedAt: next, provenAt: NIGHT });
    expect(proof.problem).toMatch(/^There is no copy|^A part of the log|^No moment|cannot be had/);
    expect(await readWalProof(join(home, 'data'))).toEqual(proof);
  });

  it('is not made where it would fill the disk of the database that works', () => {
    const GB = 1e9;
    expect(findLackOfRoom(20 * GB, 20 * GB)).toBeNull();
    expect(findLackOfRoom(20 * GB, 19 * GB)).toBe(
      'There is no room to restore the log on trial: it takes 20.0 GB beside the database, and 1.0 GB more must be free. ' +
        'Make room, or try it on another machine with wardvoice verify --at latest.',
    );
  });

  it.each([
    ['before there is a copy', '2030-01-02T03:00:00Z', null, null, null, false],
    ['in the first night', '2030-01-02T03:00:00Z', '2030-01-02T01:00:00Z', null, null, true],
    ['right after the copy', '2030-01-02T03:00:00Z', '2030-01-02T02:10:00Z', null, null, false],
    ['on the first day', '2030-01-02T13:00:00Z', '2030-01-02T01:00:00Z', null, null, false],
    ['in the next night', '2030-01-03T02:10:00Z', '2030-01-01T00:00:00Z', '2030-01-02T03:00:00Z', null, true],
    ['again in the same night', '2030-01-02T04:59:00Z', '2030-01-01T00:00:00Z', '2030-01-02T02:00:00Z', null, false],
    [
      'by day, where a night was missed',
      '2030-01-03T15:00:00Z',
      '2030-01-01T00:00:00Z',
      '2030-01-02T03:00:00Z',
      null,
      true,
    ],
    ['soon after it failed', '2030-01-02T09:00:00Z', '2030-01-01T00:00:00Z', '2030-01-02T03:00:00Z', 'no', true],
    ['at once after it failed', '2030-01-02T08:59:00Z', '2030-01-01T00:00:00Z', '2030-01-02T03:00:00Z', 'no', false],
  ])('%s: is it made?', (_when, at, baseAt, triedAt, problem, isMade) => {
    const proof = { triedAt: triedAt === null ? null : new Date(triedAt), provenAt: null, problem };
    expect(isProofDue(new Date(at), proof, baseAt === null ? null : new Date(baseAt))).toBe(isMade);
  });
});

describe('a folder that has a database', () => {
  it('is refused; when told to, its database is moved aside, whole, and stays usable', async () => {
    const folder = await makeFolder();
    const dataDir = join(folder, 'data');
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const before = await start(dataDir);
    await ask(before.ownerConnectionString, `create table own as select 'precious' as text`);
    const point = await findRestorePoint(store, keys, null);
    const restore = (replaces: boolean) => restoreToTime({ store, keys }, point, { dataDir, replaces, log });
    await expect(restore(true)).rejects.toThrow(/is in use by another Wardvoice/);
    await before.stop();
    await expect(restore(false)).rejects.toThrow(/has a database: name another DATA_DIR, or add --replace/);
    const { setAside } = await restore(true);
    const again = await start(dataDir);
    expect(await notesOf(again.ownerConnectionString)).toContain('before the copy');
    await again.stop();
    expect(setAside).toMatch(/before-restore-\d{8}T\d{6}Z$/);
    const old = await start(setAside ?? '');
    expect(await ask(old.ownerConnectionString, 'select text from own')).toEqual([{ text: 'precious' }]);
    await old.stop();
  });

  it('in which a restore was interrupted is not started, so that nothing goes on with an empty database', async () => {
    const folder = await makeFolder();
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'restore-unfinished'), '');
    await expect(start(folder)).rejects.toThrow(/^A restore into .* was interrupted: run it again with --replace/);
    expect(await readdir(folder)).toEqual(['restore-unfinished']);
  });
});

describe('what is stored', () => {
  it('has no readable byte of the database, and not the passwords', async () => {
    await note('a text that nobody else may read');
    await untilCovered(await now());
    const { superuser } = JSON.parse(await readFile(join(home, 'data', 'postgres-passwords.json'), 'utf8')) as Record<
      string,
      string
    >;
    for (const entry of await readdir(join(home, 'store'), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(join(entry.parentPath, entry.name));
      expect(bytes.includes('a text that nobody else may read')).toBe(false);
      expect(bytes.includes(superuser ?? '')).toBe(false);
    }
  });

  it('is removed when no moment of the days that are kept needs it', async () => {
    const copy = openWalStore(join(home, 'aged'));
    await cp(join(home, 'store'), join(home, 'aged'), { recursive: true });
    const histories = await copy.listHistories();
    const history = histories.at(-1) ?? '';
    const remove = (days: number) =>
      removeOldWal(copy, { history, keepDays: 7, now: new Date(Date.now() + days * 86_400_000) });
    await remove(6);
    expect(await copy.listHistories()).toEqual(histories);
    await remove(9);
    expect(await copy.listHistories()).toEqual([history]);
    // The newest copy stays, however old it is, and what leads on from it.
    expect((await findRestorePoint(copy, keys, null)).base.history).toBe(history);
  });
});

it('a copy that the key of the settings does not open is made anew, and a restore says which key it wants', async () => {
  await keeper.stop();
  const other = backupKeysOf(['o'.repeat(40)]);
  keeper = keepWal(planOf({ readKeys: async () => ({ keys: other, secretKey: null }) }));
  await note('under another key');
  await untilCovered(await now());
  const { base } = await findRestorePoint(store, other, null);
  expect(base.manifest.key).toBe(other[0].name);
  // An older copy that it could read is no answer to what is the newest.
  await expect(findRestorePoint(store, keys, null)).rejects.toThrow(/is encrypted with the key named/);
  expect((await findRestorePoint(store, [...other, ...keys], null)).base.manifest.name).toBe(base.manifest.name);
});

it('a log that is not wanted any more is not kept by PostgreSQL either', async () => {
  await keeper.stop();
  const slots = () => ask(database.superuserConnectionString, 'select slot_name from pg_replication_slots');
  expect(await slots()).toHaveLength(1);
  await stopKeepingWal(database.superuserConnectionString);
  expect(await slots()).toEqual([]);
});
