import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { within } from '../../testing/builders.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { createApplicationRouting } from './application-routing.ts';
import { createGroupCommit } from './group-commit.ts';
import { createReceiver, OVER_MLLP, type Receiver, type Reception } from './receive-message.ts';
import { fileArrivals, openIntakeConnection } from './store-messages.ts';

let server: TestServer;
let superuser: TestUser;
/** A receiver as in another process: on the same database, with its own cache of the settings. */
let otherProcess: Receiver;

beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.makeUser({ superUser: true });
});
afterAll(() => server.stop());
beforeEach(async () => {
  const { db, log, clock } = server.ctx;
  const routing = createApplicationRouting(db);
  const commit = createGroupCommit({
    connectionString: server.connectionString,
    settings: routing,
    log,
    onCommit: () => undefined,
    busyShare: Infinity,
  });
  otherProcess = createReceiver({ routing, commit, clock });
  return () => otherProcess.close();
});

const receivers = () => [
  { process: 'the same process', receiver: server.receiver },
  { process: 'another process', receiver: otherProcess },
];

async function save(method: 'POST' | 'PUT', path: string, application: Record<string, unknown>): Promise<number> {
  const { status, body } = await server.call({
    method,
    url: `/api/v1/applications${path}`,
    headers: superuser.headers,
    payload: { application },
  });
  expect(status).toBeLessThan(300);
  return body.data.id;
}

/** Returns the application under which a message from this facility is stored. */
async function applicationOf(receiver: Receiver, facility: string, reception: Reception = OVER_MLLP) {
  const controlId = `F${Math.random().toString(36).slice(2, 12)}`;
  await receiver.receive(Buffer.from(adt({ facility, controlId })), reception);
  return server.ctx.db.transaction(systemScope('example'), async (tx) => {
    const found = await tx
      .selectFrom('hl7_messages')
      .select('application_id')
      .where('message_control_id', '=', controlId)
      .executeTakeFirstOrThrow();
    return found.application_id;
  });
}

/** Files the messages that were stored as arrivals while the row of an organisation was locked. */
async function fileAll() {
  const client = await openIntakeConnection(server.connectionString, 'test');
  while ((await fileArrivals(client, 100)) > 0);
  await client.end();
}

describe('the current settings decide which application a message belongs to', () => {
  it('while there is one organisation, every message is its own; a second organisation ends that at once', async () => {
    const only = await save('POST', '', { title: 'The only one', country: 'IE', time_zone: 'UTC' });
    for (const { receiver } of receivers()) expect(await applicationOf(receiver, 'ANY')).toBe(only);
    const second = await save('POST', '', {
      title: 'Second',
      country: 'IE',
      time_zone: 'UTC',
      sending_facilities: ['SECOND'],
    });
    for (const { receiver } of receivers()) {
      expect(await applicationOf(receiver, 'SECOND')).toBe(second);
      expect(await applicationOf(receiver, 'ANY')).toBeNull();
    }
  });

  it('when a facility moves to another organisation, its next message is stored there', async () => {
    const [from, to] = [await server.makeApplication(), await server.makeApplication()];
    for (const { receiver } of receivers()) expect(await applicationOf(receiver, from.facility)).toBe(from.id);
    await save('PUT', `/${from.id}`, { sending_facilities: [] });
    for (const { receiver } of receivers()) expect(await applicationOf(receiver, from.facility)).toBeNull();
    await save('PUT', `/${to.id}`, { sending_facilities: [to.facility, from.facility] });
    for (const { receiver } of receivers()) expect(await applicationOf(receiver, from.facility)).toBe(to.id);
  });

  it('when a port moves to another organisation, so do the messages of connections that stay open', async () => {
    const [from, to] = [await server.makeApplication(), await server.makeApplication()];
    const reception: Reception = { ...OVER_MLLP, listenerPort: 45_001 };
    await save('PUT', `/${from.id}`, { listener_port: 45_001 });
    for (const { receiver } of receivers()) expect(await applicationOf(receiver, 'ANY', reception)).toBe(from.id);
    await save('PUT', `/${from.id}`, { listener_port: null });
    for (const { receiver } of receivers()) expect(await applicationOf(receiver, 'ANY', reception)).toBeNull();
    await save('PUT', `/${to.id}`, { listener_port: 45_001 });
    for (const { receiver } of receivers()) expect(await applicationOf(receiver, 'ANY', reception)).toBe(to.id);
  });

  it('a change of what an organisation accepts applies to its next message', async () => {
    const hospital = await server.makeApplication();
    const send = async (receiver: Receiver) =>
      (await receiver.receive(Buffer.from(adt({ facility: hospital.facility, type: 'ORU', event: 'R01' })), OVER_MLLP))
        .code;
    for (const { receiver } of receivers()) expect(await send(receiver)).toBe('AA');
    await save('PUT', `/${hospital.id}`, { accept_other_types: false });
    for (const { receiver } of receivers()) expect(await send(receiver)).toBe('AR');
  });

  it('changes while messages stream in lose none of them, and none is filed by the old settings', async () => {
    const [here, there] = [await server.makeApplication(), await server.makeApplication()];
    const sent: Promise<unknown>[] = [];
    let owner = here;
    for (let step = 0; step < 6; step += 1) {
      for (let count = 0; count < 40; count += 1) {
        const { receiver } = receivers()[count % 2] ?? { receiver: otherProcess };
        const controlId = `S${step}-${count}`;
        sent.push(receiver.receive(Buffer.from(adt({ facility: 'STREAM', controlId })), OVER_MLLP));
      }
      const next = owner === here ? there : here;
      await save('PUT', `/${owner.id}`, { sending_facilities: [owner.facility] });
      await save('PUT', `/${next.id}`, { sending_facilities: [next.facility, 'STREAM'] });
      owner = next;
      const settled = `AFTER-${step}`;
      await otherProcess.receive(Buffer.from(adt({ facility: 'STREAM', controlId: settled })), OVER_MLLP);
      await fileAll();
      const found = await within(server, owner, (tx) =>
        tx.selectFrom('hl7_messages').select('id').where('message_control_id', '=', settled).execute(),
      );
      expect(found).toHaveLength(1);
    }
    await Promise.all(sent);
    await fileAll();
    const rows = await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.selectFrom('hl7_messages').select('id').where('sending_facility', '=', 'STREAM').execute(),
    );
    expect(rows).toHaveLength(6 * 41);
  });
});
