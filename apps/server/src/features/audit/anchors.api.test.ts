import { appendFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { makeFullApplication, type FullApplication } from '../../testing/full-application.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { evaluateAlarms } from '../alarms/index.ts';
import { anchorCheckpoint } from './anchor-checkpoint.ts';
import { anchorFile, openAnchorPlaces, type AnchorPlaces } from './anchor-file.ts';
import { chainAudit } from './chain-audit.ts';
import { checkAudit } from './check-audit.ts';
import { anchorAndVerify } from './guard-audit.ts';
import { recordAudit } from './index.ts';

const NOON = new Date('2026-06-17T12:00:00Z');
const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

let server: TestServer;
let hospital: FullApplication;
let superuser: TestUser;
let home: string;
let places: AnchorPlaces;

beforeEach(async () => {
  server = await startTestServer();
  hospital = await makeFullApplication(server);
  superuser = await server.makeUser({ superUser: true });
  server.setTime(NOON);
  home = await mkdtemp(join(tmpdir(), 'wardvoice-anchors-'));
  places = await openAnchorPlaces(join(home, 'data'), join(home, 'share'));
});
afterEach(async () => {
  await server.stop();
  await rm(home, { recursive: true, force: true });
});

/** Writes entries and chains them. Returns the last position. */
async function writeEntries(count: number): Promise<number> {
  await server.ctx.db.transaction(systemScope('example'), async (tx) => {
    for (let n = 0; n < count; n += 1)
      await recordAudit(tx, server.ctx, {
        at: server.ctx.clock(),
        application_id: hospital.id,
        action: 'view',
        record_type: 'visits',
        record_id: n,
      });
  });
  await chainAudit(server.ctx);
  const [end] = await asOwner<{ last: number }>('select max(position)::int as last from audit_entries');
  return end?.last ?? 0;
}

/** Runs a statement with every right on the database, and without its triggers. */
async function asOwner<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.superuserConnectionString });
  await client.connect();
  try {
    await client.query(`set session_replication_role = 'replica'`);
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

const fileIn = (folder: string) => anchorFile(folder, places.instance);
const linesIn = async (folder: string) => (await readFile(fileIn(folder), 'utf8')).trim().split('\n');
const [dataFolder, shareFolder] = [() => places.folders[0] ?? '', () => places.folders[1] ?? ''];

const anchor = async () => {
  for (const folder of places.folders)
    await anchorCheckpoint(server.ctx, { instance: places.instance, folder }, { isForced: true });
};

interface Details {
  entries: { position: number; problem: string }[];
  checkpoints: { file: string; problem: string }[];
}

/** Verifies everything, and returns what was found. */
async function check(): Promise<Details> {
  await checkAudit(server.ctx, places);
  const [row] = await asOwner<{ details: Details }>('select details from audit_verifications order by id desc limit 1');
  if (!row) throw new Error('nothing was verified');
  return row.details;
}
const problemsOf = ({ entries, checkpoints }: Details) => ({
  entries: [...new Set(entries.map(({ problem }) => problem))],
  checkpoints: [...new Set(checkpoints.map(({ problem }) => problem))],
});
const INTACT = { entries: [], checkpoints: [] };

describe('a checkpoint', () => {
  it('is written to the data folder and to the folder of AUDIT_ANCHOR, with position, hash, time and count', async () => {
    const position = await writeEntries(3);
    await anchorAndVerify(server.ctx, places, null);
    for (const folder of places.folders) {
      const lines = await linesIn(folder);
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        v: 1,
        instance: places.instance,
        at: NOON.toISOString(),
        position,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        count: position,
        mac: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    }
  });

  it('is written again after an hour or 10,000 entries, and only when there is something new', async () => {
    await writeEntries(1);
    await anchorAndVerify(server.ctx, places, null);
    await writeEntries(1);
    server.setTime(later(59));
    await anchorAndVerify(server.ctx, places, null);
    expect(await linesIn(dataFolder())).toHaveLength(1);
    server.setTime(later(61));
    await anchorAndVerify(server.ctx, places, null);
    server.setTime(later(180));
    await anchorAndVerify(server.ctx, places, null);
    expect(await linesIn(dataFolder())).toHaveLength(2);
    await asOwner('alter table audit_anchors drop constraint audit_anchors_position_check');
    await asOwner('update audit_anchors set position = position - 10000');
    await writeEntries(1);
    server.setTime(later(181));
    await anchorAndVerify(server.ctx, places, null);
    expect(await linesIn(dataFolder())).toHaveLength(3);
  });

  it('written twice at once is one', async () => {
    await writeEntries(2);
    const once = { instance: places.instance, folder: dataFolder() };
    await Promise.all([1, 2, 3].map(() => anchorCheckpoint(server.ctx, once)));
    expect(await linesIn(dataFolder())).toHaveLength(1);
    expect(problemsOf(await check())).toEqual(INTACT);
  });

  it('that a crash cut off, or that the database does not remember, is no alarm', async () => {
    await writeEntries(2);
    await anchor();
    const [line = ''] = await linesIn(dataFolder());
    await appendFile(fileIn(dataFolder()), line.slice(0, 40));
    await writeEntries(2);
    await anchor();
    expect(await linesIn(dataFolder())).toHaveLength(3);
    await asOwner('update audit_anchors set checkpoints = 1');
    expect(problemsOf(await check())).toEqual(INTACT);
  });
});

describe('the audit is verified', () => {
  it('once each night on each machine, and a night that was missed is made up for', async () => {
    const verifiedAt = async () =>
      (await asOwner<{ at: Date }>('select at from audit_verifications order by id')).map(({ at }) => at);
    await writeEntries(2);
    await anchorAndVerify(server.ctx, places, null);
    server.setTime(later(14 * 60));
    await anchorAndVerify(server.ctx, places, null);
    expect(await verifiedAt()).toEqual([NOON]);
    server.setTime(later(15 * 60 + 1));
    await anchorAndVerify(server.ctx, places, null);
    await anchorAndVerify(server.ctx, places, null);
    server.setTime(later(100 * 60));
    await anchorAndVerify(server.ctx, places, null);
    expect(await verifiedAt()).toEqual([NOON, later(15 * 60 + 1), later(100 * 60)]);
  });

  it('and the screen says when, with what result, and what was anchored last', async () => {
    const position = await writeEntries(2);
    await anchorAndVerify(server.ctx, places, null);
    const officer = await server.makeUser({ applications: [hospital], permissions: ['audit.list'] });
    const state = async () => (await server.call({ url: '/api/v1/audit/state', headers: officer.headers })).body.data;
    expect(await state()).toMatchObject({
      verification: { at: NOON.toISOString(), machine: expect.any(String), checked: position, problems: 0 },
      checkpoint: { at: NOON.toISOString(), position },
    });
    server.setTime(later(1));
    await server.call({ method: 'POST', url: '/api/v1/audit/verify', headers: officer.headers });
    expect((await state()).verification).toMatchObject({ machine: null, problems: 0 });
  });
});

describe('somebody with every right on the database, but without the secret key, is found who', () => {
  let middle: number;
  beforeEach(async () => {
    middle = await writeEntries(5);
    await anchor();
    await writeEntries(5);
    server.setTime(later(61));
    await anchor();
    await check();
  });

  it('changes nothing: then nothing is found', async () => {
    expect(problemsOf(await check())).toEqual(INTACT);
  });

  it('removes the newest entries, also when others follow later', async () => {
    await asOwner('delete from audit_entries where position > $1', [middle + 2]);
    expect((await check()).checkpoints).toMatchObject([{ problem: 'cut_off' }, { problem: 'cut_off' }]);
    await writeEntries(9);
    expect(problemsOf(await check())).toEqual({ entries: [], checkpoints: ['rewritten'] });
  });

  it('removes one in the middle', async () => {
    await asOwner('delete from audit_entries where position = $1', [middle - 1]);
    expect(problemsOf(await check())).toMatchObject({ entries: ['missing'] });
  });

  it('changes one', async () => {
    await asOwner(`update audit_entries set user_name = 'Somebody Else' where position = $1`, [middle]);
    expect(problemsOf(await check())).toEqual({ entries: ['changed'], checkpoints: [] });
  });

  it('inserts one', async () => {
    await asOwner('alter table audit_entries drop constraint signed');
    await asOwner(`insert into audit_entries (at, action, record_type) values (now(), 'view', 'visits')`);
    expect(problemsOf(await check())).toEqual({ entries: ['inserted'], checkpoints: [] });
  });

  it('makes the whole chain again', async () => {
    await asOwner('delete from audit_entries where position = $1', [middle]);
    await asOwner(`
      update audit_entries e set position = -n, hash = sha256(hash)
      from (select id, row_number() over (order by position) as n from audit_entries) numbered where numbered.id = e.id`);
    await asOwner('update audit_entries set position = -position');
    const found = problemsOf(await check());
    expect(found).toEqual({ entries: ['rechained'], checkpoints: expect.arrayContaining(['rewritten']) });
  });

  it('has our own worker chain everything again, without signatures, from the beginning', async () => {
    await asOwner('alter table audit_entries drop constraint signed');
    await asOwner('update audit_entries set position = null, hash = null, mac = null, mac_key = null');
    expect(problemsOf(await check())).toEqual({ entries: [], checkpoints: ['rewritten'] });
  });

  it('also makes the database forget what was anchored', async () => {
    await asOwner('delete from audit_anchors');
    await asOwner('delete from audit_entries where position > $1', [middle + 2]);
    expect(problemsOf(await check()).checkpoints).toEqual(['cut_off']);
  });
});

describe('the files of checkpoints', () => {
  beforeEach(async () => {
    await writeEntries(3);
    await anchor();
    await writeEntries(3);
    server.setTime(later(61));
    await anchor();
  });

  it('are missed when one is gone on the machine that wrote it, and not on another', async () => {
    const other = await openAnchorPlaces(join(home, 'other'), null);
    await checkAudit(server.ctx, other);
    await rm(dataFolder(), { recursive: true });
    expect((await check()).checkpoints).toMatchObject([{ file: fileIn(dataFolder()), problem: 'missing' }]);
  });

  it('are found shortened, and changed', async () => {
    const [first = '', second = ''] = await linesIn(dataFolder());
    await writeFile(fileIn(dataFolder()), `${first}\n`);
    expect((await check()).checkpoints).toMatchObject([{ file: fileIn(dataFolder()), problem: 'shortened' }]);
    await writeFile(fileIn(dataFolder()), `${first}\n${second.replace('"count":', '"count":1')}\n`);
    expect(problemsOf(await check()).checkpoints).toEqual(['shortened', 'forged']);
  });

  it('of another instance in a shared folder are compared, too', async () => {
    const other = await openAnchorPlaces(join(home, 'other'), shareFolder());
    await rename(fileIn(dataFolder()), join(home, 'kept.jsonl'));
    await asOwner('delete from audit_entries where position = (select max(position) from audit_entries)');
    await checkAudit(server.ctx, other);
    const [row] = await asOwner<{ details: Details }>(
      'select details from audit_verifications where instance = $1 order by id desc limit 1',
      [other.instance],
    );
    expect(row?.details.checkpoints).toMatchObject([{ file: fileIn(shareFolder()), problem: 'cut_off' }]);
    expect(await readdir(shareFolder())).toContain(`${places.instance}.jsonl`);
  });

  it('in a folder that cannot be used are an alarm, and the other folder is written nevertheless', async () => {
    await rm(shareFolder(), { recursive: true });
    await writeFile(shareFolder(), 'no folder');
    await writeEntries(1);
    expect((await check()).checkpoints).toMatchObject([{ file: shareFolder(), problem: 'unusable' }]);
    expect(await linesIn(dataFolder())).toHaveLength(3);
  });
});

describe('the alarm', () => {
  const evaluate = () =>
    evaluateAlarms(server.ctx, { certificateFile: null, dataDir: null, makesBackups: false, wal: null }, new Date(0));
  const open = async () =>
    (await server.call({ url: '/api/v1/alarms?open=1', headers: superuser.headers })).body.data.filter(
      ({ kind }: { kind: string }) => kind === 'audit_broken',
    );

  it('is raised for superusers by what does not fit, and closes when everything fits again', async () => {
    const entry = await writeEntries(4);
    await anchorAndVerify(server.ctx, places, null);
    await evaluate();
    expect(await open()).toEqual([]);
    await asOwner(`update audit_entries set refused = not refused where position = $1`, [entry]);
    await check();
    await evaluate();
    expect(await open()).toMatchObject([{ application_id: null, severity: 'critical', details: { problems: 1 } }]);
    await server.runJobs({ asOf: new Date(Date.now() + 1_000) });
    const mail = server.gateways.emails.filter(({ to }) => to === superuser.email);
    expect(mail.map(({ subject }) => subject).join()).toContain('The audit is not as it was written');

    await asOwner(`update audit_entries set refused = not refused where position = $1`, [entry]);
    await check();
    server.setTime(later(6));
    await evaluate();
    expect(await open()).toEqual([]);
  });
});
