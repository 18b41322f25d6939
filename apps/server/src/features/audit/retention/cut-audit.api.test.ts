import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../../platform/scope.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { anchorCheckpoint } from '../anchor-checkpoint.ts';
import { openAnchorPlaces, type AnchorPlaces } from '../anchor-file.ts';
import { chainAudit } from '../chain-audit.ts';
import { anchorAndVerify } from '../guard-audit.ts';
import { recordAudit } from '../index.ts';
import { verifyAuditInBatches } from '../verify-chain.ts';
import { cutAudit } from './cut-audit.ts';

const DAY_MS = 86_400_000;
const YEARS_AGO = new Date('2023-05-02T10:00:00Z');
const KEPT = { days: 730, receiver: null };

let server: TestServer;
let hospital: TestApplication;
let officer: TestUser;
let home: string;
let places: AnchorPlaces;

beforeEach(async () => {
  server = await startTestServer();
  home = await mkdtemp(join(tmpdir(), 'wardvoice-retention-'));
  places = await openAnchorPlaces(join(home, 'data'), null);
  server.setTime(YEARS_AGO);
  hospital = await server.makeApplication();
  await writeEntries(5);
});
afterEach(async () => {
  await server.stop();
  await rm(home, { recursive: true, force: true });
});

/** Writes entries about a patient, chains them, and writes a checkpoint. */
async function writeEntries(count: number): Promise<void> {
  await server.ctx.db.transaction(systemScope('example'), async (tx) => {
    for (let n = 0; n < count; n += 1)
      await recordAudit(tx, server.ctx, {
        at: server.ctx.clock(),
        application_id: hospital.id,
        action: 'view',
        record_type: 'visits',
        record_id: n,
        patient_ids: [7],
      });
  });
  await chainAudit(server.ctx);
  for (const folder of places.folders)
    await anchorCheckpoint(server.ctx, { instance: places.instance, folder }, { isForced: true });
}

const read = async <Row extends object>(statement: string): Promise<Row[]> =>
  server.ctx.db.transaction(systemScope('example'), async (tx) => (await sql.raw<Row>(statement).execute(tx)).rows);

const positions = async () => {
  const rows = await read<{ position: number }>(
    'select position::int from audit_entries where position is not null order by position',
  );
  return rows.map(({ position }) => position);
};

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.superuserConnectionString });
  await client.connect();
  try {
    await client.query(`set session_replication_role = 'replica'`);
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function threeYearsOn(): Promise<void> {
  server.setTime(new Date(YEARS_AGO.getTime() + 3 * 365 * DAY_MS));
  officer = await server.makeUser({ applications: [hospital], permissions: ['audit.list'] });
  await writeEntries(3);
}

describe('entries that were kept for long enough', () => {
  it('are removed after the nightly verification, and the rest is still found to be intact', async () => {
    const before = await positions();
    await threeYearsOn();
    await anchorAndVerify(server.ctx, places, KEPT);
    await chainAudit(server.ctx);
    expect((await positions())[0]).toBe(before.length + 1);
    expect(
      await read('select from audit_patients p left join audit_entries e on e.id = p.entry_id where e.id is null'),
    ).toEqual([]);

    server.setTime(new Date(server.ctx.clock().getTime() + DAY_MS));
    await anchorAndVerify(server.ctx, places, KEPT);
    expect(await read('select problems from audit_verifications order by id')).toEqual([
      { problems: 0 },
      { problems: 0 },
    ]);
    const { intact, head } = await verifyAuditInBatches(server.ctx);
    expect([intact, head?.position]).toEqual([true, (await positions()).at(-1)]);
  });

  it('are named on the screen, and the removal itself is an entry', async () => {
    const removed = (await positions()).length;
    await threeYearsOn();
    await cutAudit(server.ctx, KEPT);
    const state = await server.call({ url: '/api/v1/audit/state', headers: officer.headers });
    expect(state.body.data.removed).toEqual({ until: YEARS_AGO.toISOString(), entries: removed });
    expect(await read(`select action, details from audit_entries where record_type = 'audit'`)).toEqual([
      { action: 'delete', details: { count: removed, params: { until: YEARS_AGO.toISOString() } } },
    ]);
  });

  it('are removed once, by however many processes', async () => {
    await threeYearsOn();
    await Promise.all([cutAudit(server.ctx, KEPT), cutAudit(server.ctx, KEPT), cutAudit(server.ctx, KEPT)]);
    expect(await read('select position from audit_cuts')).toHaveLength(1);
    expect(await verifyAuditInBatches(server.ctx)).toMatchObject({ intact: true });
  });

  it('wait for the receiver of AUDIT_SYSLOG', async () => {
    await threeYearsOn();
    const receiver = 'tls://siem.hospital.example:6514';
    await cutAudit(server.ctx, { days: 730, receiver });
    expect((await positions())[0]).toBe(1);
    await asOwner(`insert into audit_receivers (receiver, position, tried_at) values ('${receiver}', 2, now())`);
    await cutAudit(server.ctx, { days: 730, receiver });
    expect((await positions())[0]).toBe(3);
    expect(await verifyAuditInBatches(server.ctx)).toMatchObject({ intact: true });
  });

  it('stay while the audit is not as it was written', async () => {
    await threeYearsOn();
    await asOwner(`update audit_entries set user_name = 'Somebody Else' where position = 2`);
    await anchorAndVerify(server.ctx, places, KEPT);
    expect((await positions())[0]).toBe(1);
  });

  it('are never the last one', async () => {
    server.setTime(new Date(YEARS_AGO.getTime() + 3 * 365 * DAY_MS));
    const last = (await positions()).at(-1);
    await cutAudit(server.ctx, KEPT);
    expect((await positions())[0]).toBe(last);
  });
});

describe('what the program may not do', () => {
  const cut = (position: number, hash: string) =>
    read(
      `select cut_audit('${JSON.stringify({
        position,
        hash,
        entries: 1,
        cut_at: new Date(),
        removed_until: new Date(),
        signed_since: null,
        mac: '00'.repeat(32),
        mac_key: 'a',
      })}'::jsonb)`,
    );
  const hashAt = async (position: number) =>
    (
      await read<{ hash: string }>(`select encode(hash, 'hex') as hash from audit_entries where position = ${position}`)
    )[0]?.hash ?? '';

  it('is to remove what is younger than a year, whatever its clock says', async () => {
    server.setTime(new Date());
    await writeEntries(2);
    const last = (await positions()).at(-1) ?? 0;
    await expect(cut(last - 1, await hashAt(last - 1))).rejects.toThrow('the audit cannot be changed');
    server.setTime(new Date(Date.now() + 5_000 * DAY_MS));
    await cutAudit(server.ctx, KEPT);
    expect((await positions())[0]).toBe(last - 1);
  });

  it('is to remove by itself, or to say that something was removed', async () => {
    await threeYearsOn();
    await expect(read(`delete from audit_entries where position = 1`)).rejects.toThrow('permission denied');
    await expect(read(`insert into audit_cuts (position) values (7)`)).rejects.toThrow('permission denied');
    await expect(cut(2, '00'.repeat(32))).rejects.toThrow('the audit does not have this place');
  });

  it('is to hide a removal without the secret key', async () => {
    await threeYearsOn();
    await cut(2, await hashAt(2));
    const { intact, broken } = await verifyAuditInBatches(server.ctx);
    expect([intact, broken]).toEqual([
      false,
      [
        { position: 1, entry_id: null, problem: 'missing' },
        { position: 2, entry_id: null, problem: 'missing' },
      ],
    ]);
  });
});

it('entries that somebody puts back before the beginning of the chain are none of ours', async () => {
  await threeYearsOn();
  await asOwner('create table kept as select * from audit_entries where position = 1');
  await cutAudit(server.ctx, KEPT);
  await asOwner('insert into audit_entries overriding system value select * from kept');
  expect(await verifyAuditInBatches(server.ctx)).toMatchObject({
    intact: false,
    broken: [{ position: 1, problem: 'inserted' }],
  });
});
