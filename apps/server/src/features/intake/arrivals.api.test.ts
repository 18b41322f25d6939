import { createHash } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createGroupCommit } from './group-commit.ts';
import { placesOfKnown } from './known-messages.queries.ts';
import { fileArrivals, openIntakeConnection, storeArrival, type NewMessage } from './store-messages.ts';

let server: TestServer;
let client: pg.Client;
let applicationId: number;
let version: number;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ id: applicationId } = await server.makeApplication());
  client = await openIntakeConnection(server.connectionString, 'test');
  version = Number((await client.query('select version from intake_settings')).rows[0].version);
});
afterEach(() => client.end());

function message(controlId: string, raw = `MSH|${controlId}`, application = applicationId): NewMessage {
  return {
    applicationId: application,
    state: 'received',
    source: 'mllp',
    receivedAt: new Date('2026-03-02T08:15:12Z'),
    sendingApplication: 'PAS',
    sendingFacility: 'HOSP',
    controlId,
    messageType: 'ADT',
    event: 'A01',
    version: '2.5.1',
    processingId: 'P',
    subjectKeys: [1, 2],
    silent: false,
    raw: Buffer.from(raw),
    rawTruncated: false,
    error: null,
  };
}

const hasArrivals = async (connection: pg.Client) =>
  (await connection.query('select from arrivals limit 1')).rows.length > 0;

async function stored({ withUnrouted = false } = {}) {
  const { rows } = await client.query(
    `select application_id, message_control_id, duplicate_count, control_id_reused, state, error_code, convert_from(raw, 'UTF8') as raw
     from hl7_messages where application_id = $1 or $2 and application_id is null order by id`,
    [applicationId, withUnrouted],
  );
  return rows;
}

test('arrivals are filed completely, in the order in which they were stored', async () => {
  await storeArrival(client, [message('1'), message('2', 'MSH|^~\\&|Ünïcode')], version);
  await storeArrival(client, [message('3')], version);
  expect(await stored()).toEqual([]);
  expect(await fileArrivals(client, 100)).toBe(2);
  expect((await stored()).map((row) => row.message_control_id)).toEqual(['1', '2', '3']);
  expect((await stored())[1]?.raw).toBe('MSH|^~\\&|Ünïcode');
  expect(await hasArrivals(client)).toBe(false);
});

test('the same message again is counted and not stored, within one arrival and across several; other bytes with the same control id are marked', async () => {
  await storeArrival(client, [message('1'), message('1')], version);
  await storeArrival(client, [message('1'), message('1', 'MSH|other bytes')], version);
  await fileArrivals(client, 100);
  expect(await stored()).toMatchObject([
    { duplicate_count: 2, control_id_reused: false },
    { duplicate_count: 0, control_id_reused: true },
  ]);
});

test('a limited number of messages is filed at once, the oldest first', async () => {
  for (const id of ['1', '2', '3']) await storeArrival(client, [message(`${id}a`), message(`${id}b`)], version);
  expect(await fileArrivals(client, 3)).toBe(2);
  expect((await stored()).map((row) => row.message_control_id)).toEqual(['1a', '1b', '2a', '2b']);
  expect(await fileArrivals(client, 3)).toBe(1);
});

test('two processes that file at once file nothing twice', async () => {
  const other = await openIntakeConnection(server.connectionString, 'test');
  for (let n = 0; n < 20; n += 1) await storeArrival(client, [message(`${n}`)], version);
  while (await hasArrivals(client)) await Promise.all([fileArrivals(client, 3), fileArrivals(other, 3)]);
  await other.end();
  const rows = await stored();
  expect(rows.map((row) => row.message_control_id)).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`));
  expect(rows.every((row) => row.duplicate_count === 0)).toBe(true);
});

test('a message whose application was deleted becomes an error that superusers see, and its neighbours are filed', async () => {
  await storeArrival(client, [message('1'), message('of one that is gone', undefined, 999_999), message('3')], version);
  await expect(fileArrivals(client, 100)).rejects.toThrow('foreign key');
  expect(await fileArrivals(client, 100, { oneByOne: true })).toBe(1);
  expect(await stored({ withUnrouted: true })).toMatchObject([
    { message_control_id: '1', state: 'received' },
    { message_control_id: 'of one that is gone', state: 'error', error_code: '207', application_id: null },
    { message_control_id: '3', state: 'received' },
  ]);
});

test('few messages are filed at once, many are filed later, and none overtakes one that waits', async () => {
  const commit = createGroupCommit({
    connectionString: server.connectionString,
    settings: { version: () => version, reload: () => Promise.resolve() },
    log: server.ctx.log,
    onCommit: () => undefined,
    busyShare: 0.02,
  });
  const store = (one: NewMessage) => commit.store(one, () => one);
  await store(message('1'));
  expect(await stored()).toHaveLength(1);
  let sent = 1;
  while (!(await hasArrivals(client))) {
    await Promise.all(Array.from({ length: 30 }, () => store(message(`load ${(sent += 1)}`))));
  }
  await expect.poll(() => commit.isBusy()).toBe(false);
  await store(message('last'));
  expect((await stored()).map((row) => row.message_control_id)).not.toContain('last');
  while ((await fileArrivals(client, 100)) > 0);
  expect((await stored()).at(-1)?.message_control_id).toBe('last');
  await expect.poll(() => commit.isBusy()).toBe(false);
  await store(message('afterwards'));
  expect((await stored()).at(-1)?.message_control_id).toBe('afterwards');
  expect(await stored()).toHaveLength(sent + 2);
  await commit.close();
});

test('a sender that has sent thousands makes another wait for no more than a part of them', async () => {
  const commit = createGroupCommit({
    connectionString: server.connectionString,
    settings: { version: () => version, reload: () => Promise.resolve() },
    log: server.ctx.log,
    onCommit: () => undefined,
    busyShare: 0,
  });
  const flood = Array.from({ length: 4_000 }, (_, n) => message(`flood ${n}`));
  let storedOfFlood = 0;
  const flooding = flood.map((one) => commit.store(one, () => one, '10.0.0.1').then(() => (storedOfFlood += 1)));
  const quiet = message('quiet');
  await commit.store(quiet, () => quiet, '10.0.0.2');
  expect(storedOfFlood).toBeLessThanOrEqual(500);
  await Promise.all(flooding);
  await commit.close();
});

test('an acknowledged message is recognised again, filed or not; other bytes, senders and applications are not', async () => {
  await storeArrival(client, [message('filed')], version);
  await fileArrivals(client, 100);
  await storeArrival(client, [message('before it'), message('waits')], version);
  const identity = ({ sendingApplication, sendingFacility, controlId, raw }: NewMessage) => ({
    sendingApplication,
    sendingFacility,
    controlId: controlId ?? '',
    hash: createHash('sha256').update(raw).digest(),
  });
  const asked = [
    message('waits'),
    message('waits', 'MSH|other bytes'),
    message('filed'),
    { ...message('waits'), sendingFacility: 'OTHER' },
    { ...message('before it'), controlId: null },
  ].map(identity);
  const places = (application: number) =>
    server.ctx.db.transaction(systemScope('example'), (tx) => placesOfKnown(tx, application, asked));
  expect([...(await places(applicationId))]).toEqual([0, 2]);
  const { id: neighbour } = await server.makeApplication();
  expect([...(await places(neighbour))]).toEqual([]);
});
