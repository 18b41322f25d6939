import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adt } from '../../testing/hl7-messages.ts';
import { newMessage } from '../../testing/new-message.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import { fileArrivals, openIntakeConnection, storeArrival, storeMessages } from './store-messages.ts';

let server: TestServer;
let hospital: TestApplication;
let one: pg.Client;
let other: pg.Client;
let version: number;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  hospital = await server.makeApplication();
  one = await openIntakeConnection(server.connectionString, 'one listener');
  other = await openIntakeConnection(server.connectionString, 'another listener');
  version = await readVersion();
});
afterEach(() => Promise.all([one.end(), other.end()]));

const readVersion = async () => Number((await one.query('select version from intake_settings')).rows[0].version);

const message = (controlId: string, applicationId: number | null = hospital.id) =>
  newMessage(adt({ controlId, facility: hospital.facility }), applicationId);

/** Returns the control ids of the application's messages in the order of their ids, filed or not. */
async function inOrder(): Promise<string[]> {
  const { rows } = await one.query(
    `select control_id from (
       select id, message_control_id as control_id from hl7_messages where application_id = $1
       union all
       select m.id, m.control_id from arrivals a, unnest(a.ids, a.message_control_id, a.application_id) m (id, control_id, application_id)
       where m.application_id = $1) stored order by id`,
    [hospital.id],
  );
  return rows.map(({ control_id }) => control_id);
}

/** Waits until a connection waits for the lock that orders messages. */
async function untilSomebodyWaits(): Promise<void> {
  const waiting = `select from pg_locks where not granted and locktype = 'advisory' and objid = 7303
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await server.ctx.db.pool.query(waiting)).rowCount, { interval: 5 }).toBeGreaterThan(0);
}

describe('messages that two listeners store at the same time', () => {
  it.each([
    ['straight', storeMessages, 'as it came', storeArrival],
    ['as it came', storeArrival, 'as it came', storeArrival],
    ['straight', storeMessages, 'straight', storeMessages],
  ] as const)('are in the order of their commits: first %s, then %s', async (_first, first, _second, second) => {
    await one.query('begin');
    expect(await first(one, [message('1'), message('2')], version)).toBe(true);
    const storing = second(other, [message('3')], version);
    await untilSomebodyWaits();
    await one.query('commit');
    expect(await storing).toBe(true);
    expect(await inOrder()).toEqual(['1', '2', '3']);
    while ((await fileArrivals(one, 100)) > 0);
    expect(await inOrder()).toEqual(['1', '2', '3']);
  });

  it('are not filed directly while another message waits to be filed', async () => {
    await one.query('begin');
    await storeArrival(one, [message('1')], version);
    const storing = storeMessages(other, [message('2')], version);
    await untilSomebodyWaits();
    await one.query('commit');
    expect(await storing).toBe(false);
    expect(await inOrder()).toEqual(['1']);
    await fileArrivals(one, 100);
    expect(await storeMessages(other, [message('2')], version)).toBe(true);
    expect(await inOrder()).toEqual(['1', '2']);
  });

  it('keep the ids of their acknowledgement when they are filed later', async () => {
    await storeArrival(one, [message('1'), message('2')], version);
    const { rows: reserved } = await one.query('select unnest(ids) as id from arrivals');
    // The arrival stays unfiled for a while, and others are stored meanwhile.
    await storeArrival(other, [message('3')], version);
    await fileArrivals(one, 100);
    const { rows: filed } = await one.query('select id from hl7_messages where application_id = $1 order by id', [
      hospital.id,
    ]);
    expect(filed.slice(0, 2)).toEqual(reserved);
    expect(await inOrder()).toEqual(['1', '2', '3']);
  });
});

describe('messages that were validated by old settings', () => {
  it('are not stored', async () => {
    await server.makeApplication();
    expect(await storeMessages(one, [message('1')], version)).toBe(false);
    expect(await storeArrival(one, [message('1')], version)).toBe(false);
    expect(await inOrder()).toEqual([]);
    expect(await storeMessages(one, [message('1')], await readVersion())).toBe(true);
  });

  it('are not stored when the settings change while they wait', async () => {
    await one.query('begin');
    await storeMessages(one, [message('1')], version);
    const changing = server.makeApplication();
    await untilSomebodyWaits();
    const storing = storeMessages(other, [message('2')], version);
    await one.query('commit');
    await changing;
    // Whichever came first, the stored message was validated by the settings at its commit.
    const isStored = await storing;
    expect(await storeMessages(other, [message('3')], version)).toBe(false);
    expect(await inOrder()).toEqual(isStored ? ['1', '2'] : ['1']);
  });

  it('do not wait for a transaction that deletes their application, and delay nobody', async () => {
    await one.query('begin');
    await one.query('delete from applications where id = $1', [hospital.id]);
    expect(await storeMessages(other, [message('1')], version)).toBe(false);
    expect(await storeArrival(other, [message('1')], version)).toBe(true);
    await one.query('commit');
    await expect(fileArrivals(one, 100)).rejects.toThrow('foreign key');
    await fileArrivals(one, 100, { oneByOne: true });
    expect(await storeMessages(other, [message('2', null)], await readVersion())).toBe(true);
  });
});
