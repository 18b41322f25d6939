import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { makeFullApplication, type FullApplication } from '../../testing/full-application.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { chainAudit } from './chain-audit.ts';
import { recordAudit } from './index.ts';

let server: TestServer;
let hospital: FullApplication;
let nurse: TestUser;
let officer: TestUser;

// Each test breaks the chain, which all applications of a database share.
beforeEach(async () => {
  server = await startTestServer();
  hospital = await makeFullApplication(server);
  nurse = await server.makeUser({ applications: [hospital], permissions: ['messages.list', 'cases.list'] });
  officer = await server.makeUser({ applications: [hospital], permissions: ['audit.list'] });
  return () => server.stop();
});

const get = (user: TestUser, url: string) => server.call({ url: `/api/v1${url}`, headers: user.headers });
const verify = async () =>
  (await server.call({ method: 'POST', url: '/api/v1/audit/verify', headers: officer.headers })).body.data;

/** Lets the nurse read a visit, and returns the chained entry. */
async function seeVisit(): Promise<Json> {
  await get(nurse, `/visits/${hospital.visitId}`);
  await chainAudit(server.ctx);
  const { body } = await get(officer, `/audit?record_type=visits&user_id=${nurse.id}`);
  return body.data[0];
}

/** Runs a statement with every right on the database, and without its triggers. */
async function pastTheTrigger(statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: server.superuserConnectionString });
  await client.connect();
  try {
    await client.query(`set session_replication_role = 'replica'`);
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}

/** Runs a statement with the rights of the program. */
const asProgram = (statement: string) =>
  server.ctx.db.transaction(systemScope('example'), async (tx) => {
    await sql.raw(statement).execute(tx);
  });

describe('the program itself', () => {
  it('cannot change, remove or empty entries, nor can their owner as long as the triggers are there', async () => {
    const owner = new pg.Client({ connectionString: server.superuserConnectionString });
    await owner.connect();
    for (const statement of [
      `update audit_entries set action = 'nothing'`,
      'delete from audit_entries',
      'delete from audit_patients',
      'truncate audit_entries cascade',
    ]) {
      await expect(asProgram(statement)).rejects.toThrow('permission denied');
      await expect(owner.query(statement)).rejects.toThrow('the audit cannot be changed');
    }
    await owner.end();
  });

  it('cannot insert an entry without a signature', async () => {
    const attempt = asProgram(`insert into audit_entries (at, action, record_type) values (now(), 'view', 'visits')`);
    await expect(attempt).rejects.toMatchObject({ constraint: 'signed' });
  });

  it('leaves no gaps, however many entries are written at once', async () => {
    const nurses = await Promise.all(
      [1, 2, 3, 4].map(() => server.makeUser({ applications: [hospital], permissions: ['messages.list'] })),
    );
    await Promise.all([
      ...nurses.flatMap((user) => [get(user, '/hl7_messages'), get(user, `/visits/${hospital.visitId}`)]),
      chainAudit(server.ctx),
      chainAudit(server.ctx),
    ]);
    const { intact, checked, broken, unsigned } = await verify();
    expect([intact, broken, unsigned]).toEqual([true, [], 0]);
    expect(checked).toBeGreaterThan(8);
  });

  it('signs what an entry says as the database keeps it: odd texts, figures and times', async () => {
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      recordAudit(tx, server.ctx, {
        at: new Date('2026-02-03T04:05:06.789Z'),
        application_id: hospital.id,
        action: 'update',
        record_type: 'surveys',
        user_name: 'Zoë "O\'Hara" \\ \u2028 😀',
        patient_ids: [9, 3, 9],
        details: {
          zebra: [1e21, 1e-7, -0, 0.1],
          at: new Date(0),
          __proto__x: { b: null, a: undefined },
          ä: '\u007f',
          10: 1,
          9: 2,
        },
      }),
    );
    expect(await verify()).toMatchObject({ intact: true, broken: [] });
  });
});

describe('somebody with every right on the database, but without the secret key', () => {
  it('cannot change an entry, or only its list of patients', async () => {
    const seen = await seeVisit();
    expect((await verify()).intact).toBe(true);
    await pastTheTrigger(`update audit_entries set user_name = 'Somebody Else' where id = $1`, [seen.id]);
    expect(await verify()).toMatchObject({ intact: false, broken: [{ entry_id: seen.id, problem: 'changed' }] });
    await pastTheTrigger(`update audit_entries set user_name = $2 where id = $1`, [seen.id, seen.user_name]);
    expect((await verify()).intact).toBe(true);

    await pastTheTrigger('delete from audit_patients where entry_id = $1', [seen.id]);
    expect(await verify()).toMatchObject({ intact: false, broken: [{ entry_id: seen.id, problem: 'changed' }] });
  });

  it('cannot change an entry before it is chained', async () => {
    await get(nurse, `/visits/${hospital.visitId}`);
    await pastTheTrigger(
      `update audit_entries set user_name = 'Somebody Else' where position is null and user_id = $1`,
      [nurse.id],
    );
    const { broken } = await verify();
    expect(broken.length).toBeGreaterThan(0);
    expect(new Set(broken.map(({ problem }: Json) => problem))).toEqual(new Set(['inserted']));
  });

  it('cannot move the time of an entry by less than a millisecond', async () => {
    const seen = await seeVisit();
    await pastTheTrigger(`update audit_entries set at = at + interval '1 microsecond' where id = $1`, [seen.id]);
    expect(await verify()).toMatchObject({ broken: [{ entry_id: seen.id, problem: 'changed' }] });
  });

  it('cannot remove an entry from the middle', async () => {
    const seen = await seeVisit();
    await get(nurse, `/cases/${hospital.caseId}`);
    await chainAudit(server.ctx);
    await pastTheTrigger('delete from audit_entries where id = $1', [seen.id]);
    expect(await verify()).toMatchObject({
      intact: false,
      broken: [{ position: seen.position, entry_id: null, problem: 'missing' }],
    });
  });

  it('cannot insert an entry: without a signature, with that of another entry, or with an invented one', async () => {
    const seen = await seeVisit();
    const insert = (mac: string) =>
      pastTheTrigger(
        `insert into audit_entries (application_id, at, user_id, user_name, action, record_type, mac, mac_key)
         select application_id, at, 1, 'Somebody Else', 'view', 'users', ${mac} from audit_entries where id = $1`,
        [seen.id],
      );
    await pastTheTrigger('alter table audit_entries drop constraint signed');
    await insert('null, null');
    await insert('mac, mac_key');
    await insert(`sha256('guessed'), mac_key`);
    const { intact, broken } = await verify();
    expect(intact).toBe(false);
    expect(broken.map(({ problem }: Json) => problem)).toEqual(['inserted', 'inserted', 'inserted']);
  });

  it('cannot copy an entry', async () => {
    const seen = await seeVisit();
    await pastTheTrigger(
      `insert into audit_entries (application_id, at, user_id, user_name, session_id, address, action, record_type,
         record_id, refused, patient_ids, details, mac, mac_key)
       select application_id, at, user_id, user_name, session_id, address, action, record_type,
         record_id, refused, patient_ids, details, mac, mac_key from audit_entries where id = $1`,
      [seen.id],
    );
    expect(await verify()).toMatchObject({ intact: false, broken: [{ problem: 'inserted' }] });
  });

  it('cannot make the chain again after a removal', async () => {
    const seen = await seeVisit();
    await get(nurse, `/cases/${hospital.caseId}`);
    await chainAudit(server.ctx);
    await pastTheTrigger('delete from audit_entries where id = $1', [seen.id]);
    await pastTheTrigger('update audit_entries set position = -position where position > $1', [seen.position]);
    await pastTheTrigger('update audit_entries set position = -position - 1, hash = sha256(hash) where position < 0');
    const { intact, broken } = await verify();
    expect(intact).toBe(false);
    expect(broken[0]).toMatchObject({ position: seen.position, problem: 'rechained' });
  });

  it('cannot pass off signatures as made with another key', async () => {
    const seen = await seeVisit();
    await pastTheTrigger(`update audit_entries set mac_key = 'another' where id = $1`, [seen.id]);
    expect(await verify()).toMatchObject({ broken: [{ entry_id: seen.id, problem: 'other_key' }] });
  });
});

describe('entries from before entries were signed', () => {
  it('are covered by the chain, and told apart by the time of the first signed one', async () => {
    // As such an installation is: the oldest entries have no signature, and the rest of the chain follows them.
    await pastTheTrigger('alter table audit_entries drop constraint signed');
    await pastTheTrigger('update audit_entries set position = null, hash = null, mac = null, mac_key = null');
    await chainAudit(server.ctx);
    await get(nurse, `/visits/${hospital.visitId}`);
    const { intact, unsigned, signed_since } = await verify();
    expect([intact, unsigned > 3, typeof signed_since]).toEqual([true, true, 'string']);

    await pastTheTrigger(`update audit_entries set user_name = 'Somebody Else' where position = 2`);
    expect(await verify()).toMatchObject({ intact: false, broken: [{ position: 2, problem: 'changed' }] });
  });
});
