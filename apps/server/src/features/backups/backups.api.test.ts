import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { migrate } from '../../platform/db/migrate.ts';
import { createLog } from '../../platform/log.ts';
import { fates } from '../../testing/asked.ts';
import { feed, makeAskingApplication } from '../../testing/builders.ts';
import { makeFullApplication } from '../../testing/full-application.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import { backupKeysOf } from './backup-keys.ts';
import { getBackupStanding } from './backups.queries.ts';
import { defineBackupMetrics } from './define-backup-metrics.ts';
import { makeBackup } from './make-backup.ts';
import { MANIFEST_FILE, type Manifest } from './manifest.ts';
import { proveBackup } from './prove-backup.ts';
import { openBackup, readSecretKey, readWholeBackup } from './read-backup.ts';
import { removeOldBackups } from './remove-old-backups.ts';
import { restoreBackup } from './restore-backup.ts';
import { runBackup } from './run-backup.ts';
import { openBackupStore } from './store/open-backup-store.ts';
import type { BackupStore } from './store/backup-store.ts';
import { systemScope } from '../../platform/scope.ts';

const KEY = 'k'.repeat(40);
const keys = backupKeysOf([KEY]);
const SECRET_KEY = 's'.repeat(40);
const log = createLog('silent');

let server: TestServer;
let hospital: TestApplication;
let folder: string;
let store: BackupStore;
let manifest: Manifest;

const inDatabase = (address: string, name: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href;
const ownerOf = (address: string) =>
  inDatabase(inject('testServer').ownerConnectionString, new URL(address).pathname.slice(1));
const backUp = (into = store, now = new Date()) =>
  makeBackup(
    { connectionString: ownerOf(server.connectionString), store: into, keys, secretKey: SECRET_KEY, version: 'test' },
    now,
  );

async function asSuperuser<T>(address: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes an empty database, which is dropped after the test. Returns its addresses. */
async function makeDatabase() {
  const { connectionString, ownerConnectionString, superuserConnectionString } = inject('testServer');
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  const admin = (statement: string) => asSuperuser(superuserConnectionString, (client) => client.query(statement));
  await admin(`create database ${name} owner wardvoice_owner`);
  onTestFinished(async () => {
    await admin(`drop database ${name} with (force)`);
  });
  return {
    connectionString: inDatabase(connectionString, name),
    ownerConnectionString: inDatabase(ownerConnectionString, name),
    superuserConnectionString: inDatabase(superuserConnectionString, name),
    drop: async () => undefined,
  };
}

async function makeFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'wardvoice-backup-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** Returns the count and a checksum of each table, read past row-level security. */
const measure = (address: string) =>
  asSuperuser(address, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
      where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
        and c.relname not in ('kysely_migration', 'kysely_migration_lock', 'migrations') order by 1`,
    );
    const measured: [string, string][] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' rows, ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
      );
      measured.push([name, rows[0]?.sum ?? '']);
    }
    return Object.fromEntries(measured);
  });

/** Lists foreign keys, triggers and what row-level security applies to. */
const describeSchema = (address: string) =>
  asSuperuser(address, async (client) => {
    const { rows } = await client.query<{ line: string }>(
      `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated as line from pg_constraint where contype = 'f'
      union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
      union all select oid::regclass || ' ' || relrowsecurity || ' ' || relforcerowsecurity from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      order by 1`,
    );
    return rows.map(({ line }) => line);
  });

beforeAll(async () => {
  server = await startTestServer();
  await makeFullApplication(server);
  hospital = await makeAskingApplication(server);
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-backup-'));
  store = openBackupStore(folder);
  await feed(server, hospital, { event: 'A03' });
  manifest = await backUp();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const newest = () => openBackup(store, keys, null);

describe('a backup', () => {
  it('that is restored has every row of every table, and nothing of it leaves before a person says so', async () => {
    const before = await measure(server.superuserConnectionString);
    expect(before['hl7_messages']).not.toMatch(/^0 rows/);
    const target = await makeDatabase();
    await restoreBackup(await newest(), { ...target, replaces: false, log });
    const after = await measure(target.superuserConnectionString);
    expect({ ...after, sending_holds: '' }).toEqual({ ...before, sending_holds: '' });
    expect(await describeSchema(target.superuserConnectionString)).toEqual(
      await describeSchema(server.superuserConnectionString),
    );

    const restored = await startTestServer({ database: target, keys: server.ctx.keys });
    onTestFinished(() => restored.stop());
    const gone = restored.gateways.texts.length;
    await restored.runJobs({ asOf: new Date(Date.now() + 1_000) });
    expect(await fates(restored, hospital)).toEqual(['scheduled']);
    expect(restored.gateways.texts).toHaveLength(gone);
    const superuser = await restored.makeUser({ superUser: true });
    const holds = (await restored.as(superuser)('GET', '/sending_holds')).body.data as Record<string, unknown>[];
    expect(holds.find(({ application_id }) => application_id === hospital.id)).toMatchObject({
      reason: 'restored',
      data_of: manifest.snapshot_at,
      waiting: 1,
      may_have_left: 1,
    });
    // New rows get numbers that no restored row has.
    const made = await restored.makeApplication();
    expect(made.id).toBeGreaterThan(hospital.id);
    await restored.as(superuser)('PUT', '/sending_holds', { sending_hold: { application_id: null } });
    await restored.runJobs({ asOf: new Date(Date.now() + 1_000) });
    expect(await fates(restored, hospital)).toEqual(['sent']);
  });

  it('has no readable row in its files, which only their owner can read', async () => {
    const home = join(folder, 'snapshots', manifest.name);
    const files = await readdir(home);
    expect(files).toContain(MANIFEST_FILE);
    for (const file of files) {
      expect((await stat(join(home, file))).mode & 0o777).toBe(0o600);
      expect((await readFile(join(home, file))).includes('Inventwell')).toBe(false);
    }
  });

  it('holds the secret key where it has a key of its own', async () => {
    expect(await readSecretKey(await newest())).toBe(SECRET_KEY);
  });

  it('is made by the role of the program as well, and has the same rows', async () => {
    const own = openBackupStore(await makeFolder());
    const made = await makeBackup({
      connectionString: server.connectionString,
      store: own,
      keys,
      secretKey: null,
      version: 'test',
    });
    const figures = ({ tables }: Manifest) => tables.map(({ name, rows, checksum }) => [name, rows, checksum]);
    expect(figures(made)).toEqual(figures(await backUp(openBackupStore(await makeFolder()))));
  });
});

describe('a backup is not believed', () => {
  /** Makes a backup in a folder of its own, and changes a file of it. */
  const damaged = async (change: (file: Buffer) => Buffer, wanted: string | null = null) => {
    const at = await makeFolder();
    const own = openBackupStore(at);
    const { name, tables } = await backUp(own);
    const file = wanted ?? (tables.find((table) => table.name === 'hl7_messages')?.parts[0]?.file as string);
    const path = join(at, 'snapshots', name, file);
    await writeFile(path, change(await readFile(path)));
    return own;
  };
  const flip = (file: Buffer) => {
    const changed = Buffer.from(file);
    changed[100] = (changed[100] ?? 0) ^ 1;
    return changed;
  };

  it('when a byte of its rows was flipped', async () => {
    const own = await damaged(flip);
    await expect(openBackup(own, keys, null).then(readWholeBackup)).rejects.toThrow(
      /with "hl7_messages", is not as it was written/,
    );
  });

  it('when its manifest was changed', async () => {
    const own = await damaged((file) => Buffer.from(file.toString().replace(/"rows":\d+/, '"rows":0')), MANIFEST_FILE);
    await expect(openBackup(own, keys, null)).rejects.toThrow(/is not as it was written/);
  });

  it('when a file is missing, and when another key is given', async () => {
    await expect(openBackup(store, backupKeysOf(['w'.repeat(40)]), null)).rejects.toThrow(
      new RegExp(`encrypted with the key named ${keys[0].name}, and only [0-9a-f]{12} was given`),
    );
    const at = await makeFolder();
    const own = openBackupStore(at);
    const { name } = await backUp(own);
    await rm(join(at, 'snapshots', name, '000001.part'));
    await expect(openBackup(own, keys, null).then(readWholeBackup)).rejects.toThrow(/000001[.]part of .* is missing/);
  });

  it('when it was interrupted: what is left has no manifest, is passed over, and is removed later', async () => {
    const at = await makeFolder();
    const whole = openBackupStore(at);
    const { name } = await backUp(whole, new Date('2026-06-01T01:00:00Z'));
    let files = 0;
    const dying: BackupStore = {
      ...whole,
      async put(...file) {
        files += 1;
        if (files > 5) throw new Error('the machine is gone');
        return whole.put(...file);
      },
      remove: async () => undefined,
    };
    await expect(backUp(dying, new Date('2026-06-02T01:00:00Z'))).rejects.toThrow('the machine is gone');
    expect(await whole.list()).toHaveLength(2);
    expect((await openBackup(whole, keys, null)).backup).toBe(name);
    const next = await backUp(whole, new Date('2026-06-05T01:00:00Z'));
    expect(await removeOldBackups(whole, 30, next.name)).toEqual([expect.stringMatching(/^20260602T010000Z-/)]);
    expect(await removeOldBackups(whole, 3, next.name)).toEqual([name]);
    expect(await whole.list()).toEqual([next.name]);
  });
});

describe('rows that row-level security hides', () => {
  it('stop the backup, instead of being left out in silence', async () => {
    const at = await makeFolder();
    const own = openBackupStore(at);
    const run = (statement: string) =>
      asSuperuser(ownerOf(server.connectionString), (client) => client.query(statement));
    await run(`create policy hides_some on hl7_messages as restrictive for select using (id % 2 = 0)`);
    await expect(backUp(own)).rejects.toThrow(/might hide rows of hl7_messages/);
    await run('drop policy hides_some on hl7_messages');
    await run(`alter policy own_application on visits using (application_id = (select current_application_id()))`);
    await expect(backUp(own)).rejects.toThrow(/might hide rows of visits/);
    await run(
      `alter policy own_application on visits using ((select sees_all_applications()) or application_id = (select current_application_id()))`,
    );
    expect(await own.list()).toEqual([]);
  });
});

describe('a restore', () => {
  it('into a database that is not empty is refused and names what is there, unless that may be replaced', async () => {
    const target = await makeDatabase();
    await migrate(target.connectionString, target);
    const refused = restoreBackup(await newest(), { ...target, replaces: false, log });
    await expect(refused).rejects.toThrow(/not empty: 0 organisations, 0 users, 0 messages.*--replace/);
    await restoreBackup(await newest(), { ...target, replaces: true, log });
    expect((await measure(target.superuserConnectionString))['applications']).toBe(
      (await measure(server.superuserConnectionString))['applications'],
    );
  });

  it('that ends in the middle leaves a database that the server refuses, and can be repeated', async () => {
    const target = await makeDatabase();
    const backup = await newest();
    const broken: BackupStore = {
      ...store,
      get: async (name, file) => (file === '000030.part' ? null : store.get(name, file)),
    };
    await expect(restoreBackup({ ...backup, store: broken }, { ...target, replaces: false, log })).rejects.toThrow(
      /is missing/,
    );
    await expect(migrate(target.connectionString, target)).rejects.toThrow(/begun and not finished/);
    await restoreBackup(backup, { ...target, replaces: false, log });
    await expect(migrate(target.connectionString, target)).resolves.toEqual([]);
  }, 120_000);

  it('while somebody is connected to the database is refused', async () => {
    const target = await makeDatabase();
    await asSuperuser(target.superuserConnectionString, async () => {
      await expect(restoreBackup(await newest(), { ...target, replaces: true, log })).rejects.toThrow(
        /in use by 1 other connection:/,
      );
    });
  });
});

describe('the nightly backup', () => {
  const { superuserConnectionString, ownerConnectionString } = inject('testServer');
  const planOf = (own: BackupStore, adminConnectionString = superuserConnectionString) => ({
    connectionString: ownerOf(server.connectionString),
    store: own,
    readKeys: async () => ({ keys, secretKey: null }),
    ground: { adminConnectionString, ownerConnectionString },
    keepDays: 30,
    version: 'test',
  });
  const standing = () => server.ctx.db.transaction(systemScope('example'), getBackupStanding);
  const scratches = () =>
    asSuperuser(superuserConnectionString, async (client) => {
      const { rows } = await client.query(`select from pg_database where datname like 'wardvoice%verify%'`);
      return rows.length;
    });

  it('is restored into a database of its own, which is gone afterwards, and its age is told', async () => {
    const own = openBackupStore(await makeFolder());
    const run = await runBackup(server.ctx, planOf(own));
    expect(run).toMatchObject({ verifiedBy: 'restored', removed: [] });
    expect(await scratches()).toBe(0);
    expect(await standing()).toMatchObject({
      has_failed: false,
      snapshot_at: new Date(run?.manifest.snapshot_at ?? ''),
    });
    defineBackupMetrics(server.ctx);
    const { body } = await server.call({ method: 'GET', url: '/metrics' });
    expect(body).toMatch(/^wardvoice_backup_age_seconds \d/m);
    expect(body).toMatch(/^wardvoice_backup_last_verified_timestamp_seconds \d{10}/m);
  });

  it('is read as a whole where no database may be made', async () => {
    const run = await runBackup(
      server.ctx,
      planOf(openBackupStore(await makeFolder()), ownerOf(server.connectionString)),
    );
    expect(run?.verifiedBy).toBe('read');
  });

  it('that fails is recorded, and the one of before stays', async () => {
    const own = openBackupStore(await makeFolder());
    const plan = planOf(own);
    const first = await runBackup(server.ctx, plan);
    const full: BackupStore = { ...own, put: async () => Promise.reject(new Error('no space left')) };
    await expect(runBackup(server.ctx, { ...plan, store: full })).rejects.toThrow('no space left');
    expect(await standing()).toMatchObject({
      has_failed: true,
      snapshot_at: new Date(first?.manifest.snapshot_at ?? ''),
    });
    expect(await own.list()).toEqual([first?.manifest.name]);
  });

  it('is made once, however many processes begin it', async () => {
    const own = openBackupStore(await makeFolder());
    const runs = await Promise.all([runBackup(server.ctx, planOf(own)), runBackup(server.ctx, planOf(own))]);
    expect(runs.filter(Boolean)).toHaveLength(1);
    expect(await own.list()).toHaveLength(1);
  });
});

it('a backup that decrypts but does not fit what it says is not proven', async () => {
  const backup = await newest();
  const tables = backup.manifest.tables.map((table) => (table.name === 'visits' ? { ...table, checksum: '1' } : table));
  const { superuserConnectionString, ownerConnectionString } = inject('testServer');
  await expect(
    proveBackup(
      { ...backup, manifest: { ...backup.manifest, tables } },
      { adminConnectionString: superuserConnectionString, ownerConnectionString },
    ),
  ).rejects.toThrow(/rows of visits are not those/);
});
