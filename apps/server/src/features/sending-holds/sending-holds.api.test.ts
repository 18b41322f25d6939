import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { PrimaryBehind } from '../../platform/db/hosts/primary-finder.ts';
import { systemScope } from '../../platform/scope.ts';
import { confirmServer, sendDeliveryJob } from '../deliveries/index.ts';
import { fates, HOUR, listDeliveries, NOON, stamp } from '../../testing/asked.ts';
import { feed, makeAskingApplication, within } from '../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { createCommitsCheck } from './commits-check.ts';
import { holdRestored } from './sending-holds.queries.ts';
import { advanceSendingEpoch, storeTimeline } from './sending-epoch.ts';

let server: TestServer;
let superuser: TestUser;
let dataDir: string;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  superuser = await server.makeUser({ superUser: true });
  dataDir = await mkdtemp(join(tmpdir(), 'epoch-'));
});
afterEach(async () => {
  await release(null);
  await rm(dataDir, { recursive: true });
});
afterAll(() => server.stop());

const change = (method: 'POST' | 'PUT', application_id: number | null) =>
  server.call({
    method,
    url: '/api/v1/sending_holds',
    headers: superuser.headers,
    payload: { sending_hold: { application_id } },
  });
const hold = (applicationId: number | null) => change('POST', applicationId);
const release = (applicationId: number | null) => change('PUT', applicationId);
const discharge = (hospital: TestApplication) => feed(server, hospital, { event: 'A03', at: stamp() });

const setCounter = (counter: number) =>
  server.ctx.db.transaction(systemScope('example'), (tx) =>
    sql`update sending_epoch set counter = ${counter}`.execute(tx),
  );
const heldReasons = async () => {
  const { body } = await server.call({ method: 'GET', url: '/api/v1/sending_holds', headers: superuser.headers });
  return body.data.map(({ reason }: { reason: string }) => reason);
};

describe('while sending is on hold', () => {
  it('nothing is sent, and due deliveries are sent once when a person releases it', async () => {
    const hospital = await makeAskingApplication(server);
    expect((await hold(hospital.id)).body.data).toMatchObject([{ application_id: hospital.id, reason: 'by_hand' }]);
    await discharge(hospital);
    const before = server.gateways.texts.length;
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['scheduled']);
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const why = () => server.call({ method: 'GET', url: '/api/v1/deliveries/hold', headers: admin.headers });
    expect((await why()).body.data).toMatchObject({ reason: 'by_hand', waiting: 1 });

    expect((await release(hospital.id)).body.data).toEqual([]);
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent']);
    expect(server.gateways.texts).toHaveLength(before + 1);
    expect((await why()).body.data).toBeNull();
  });

  it('another hospital of the same installation continues to send', async () => {
    const [held, other] = [await makeAskingApplication(server), await makeAskingApplication(server)];
    await hold(held.id);
    await discharge(other);
    await server.runJobs();
    expect(await fates(server, other)).toEqual(['sent']);
  });

  it('a delivery that is retried by hand waits too', async () => {
    const hospital = await makeAskingApplication(server);
    server.gateways.answerNext({ ok: false, outcome: 'refused', error: '550' });
    await discharge(hospital);
    await server.runJobs();
    await hold(null);
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const url = '/api/v1/deliveries/retries';
    await server.call({ method: 'POST', url, headers: admin.headers, payload: { retry: {} } });
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['scheduled']);
  });

  it('releasing it twice at once sends each delivery once', async () => {
    const hospital = await makeAskingApplication(server);
    await hold(hospital.id);
    await discharge(hospital);
    await server.runJobs();
    const before = server.gateways.texts.length;
    await Promise.all([release(hospital.id), release(null)]);
    await server.runJobs();
    expect(server.gateways.texts).toHaveLength(before + 1);
  });

  it('only superusers hold and release sending; an application that does not exist is reported', async () => {
    const hospital = await makeAskingApplication(server);
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const payload = { sending_hold: { application_id: hospital.id } };
    const asked = await server.call({ method: 'PUT', url: '/api/v1/sending_holds', headers: admin.headers, payload });
    expect(asked.status).toBe(403);
    expect((await hold(999_999)).status).toBe(404);
  });
});

describe('what goes to patients of a hospital, stopped by its own people', () => {
  const own = (hospital: TestApplication, permissions = ['deliveries.list', 'deliveries.stop']) =>
    server.makeUser({ applications: [hospital], permissions });
  const stop = (user: TestUser, note?: string) =>
    server.as(user)('POST', '/deliveries/hold', { sending_hold: { note } });

  it('waits, with why and by whom, and is sent once when it is resumed', async () => {
    const [hospital, other] = [await makeAskingApplication(server), await makeAskingApplication(server)];
    const robin = await own(hospital);
    expect(await stop(robin, ' The reminder has the wrong date. ')).toMatchObject({
      status: 201,
      body: {
        data: {
          reason: 'by_hand',
          held_by_name: expect.stringMatching(/^User /),
          note: 'The reminder has the wrong date.',
        },
      },
    });
    // A second one changes nothing.
    expect((await stop(robin, 'Again')).body.data.note).toBe('The reminder has the wrong date.');
    await discharge(hospital);
    await discharge(other);
    const before = server.gateways.texts.length;
    await server.runJobs();
    expect([await fates(server, hospital), await fates(server, other)]).toEqual([['scheduled'], ['sent']]);
    expect((await server.as(robin)('GET', '/deliveries/hold')).body.data).toMatchObject({ waiting: 1 });
    expect((await server.as(robin)('GET', '/dashboard')).body.data.sending_hold).toBe('by_hand');

    for (let twice = 0; twice < 2; twice += 1)
      expect(await server.as(robin)('DELETE', '/deliveries/hold')).toMatchObject({ status: 200, body: { data: null } });
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent']);
    expect(server.gateways.texts).toHaveLength(before + 2);
    expect((await server.as(robin)('GET', '/dashboard')).body.data.sending_hold).toBeNull();
  });

  it('waits also when it is sent by hand, which is said', async () => {
    const hospital = await makeAskingApplication(server, { filters: { event: ['A02'] } });
    await discharge(hospital);
    const { message, survey } = await within(server, hospital, async (tx) => ({
      message: await tx.selectFrom('hl7_messages').select('id').executeTakeFirstOrThrow(),
      survey: await tx.selectFrom('surveys').select('id').executeTakeFirstOrThrow(),
    }));
    const robin = await own(hospital, ['deliveries.stop', 'messages.send']);
    await stop(robin);
    const payload = { phone: '+447700900999', channel: 'sms', survey_id: survey.id };
    const sent = await server.as(robin)('POST', `/hl7_messages/${message.id}/send`, payload);
    expect(sent.body.data).toMatchObject({ state: 'scheduled', held: true });
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['scheduled']);
  });

  it('does not hold up notices to colleagues', async () => {
    const hospital = await makeAskingApplication(server);
    await stop(await own(hospital));
    const id = await within(server, hospital, async (tx) => {
      const notice = {
        application_id: hospital.id,
        purpose: 'case_notice',
        cause: 'test',
        created_at: NOON,
        channel: 'email',
        recipient: 'nurse@hospital.example',
        text: 'A case waits.',
        state: 'scheduled',
        send_at: NOON,
        idempotency_key: randomUUID(),
      };
      const made = await tx.insertInto('deliveries').values(notice).returning('id').executeTakeFirstOrThrow();
      await enqueue(tx, [sendDeliveryJob(hospital.id, made.id, NOON)]);
      return made.id;
    });
    await discharge(hospital);
    await server.runJobs();
    expect((await listDeliveries(server, hospital)).map((one) => [one.id === id, one.state])).toEqual([
      [true, 'sent'],
      [false, 'scheduled'],
    ]);
    const { body } = await server.as(superuser)('GET', '/sending_holds');
    expect(body.data).toMatchObject([{ application_id: hospital.id, waiting: 1 }]);
  });

  it('leaves nothing in the middle of sending where a process has died before', async () => {
    const hospital = await makeAskingApplication(server);
    await discharge(hospital);
    // The process died when the gateway had the message, and its job runs again after somebody has stopped sending.
    await within(server, hospital, async (tx) => {
      const [job] = await tx
        .updateTable('deliveries')
        .set({ state: 'sending', attempts: 1 })
        .where('application_id', '=', hospital.id)
        .returning('id')
        .execute();
      expect(job).toBeDefined();
    });
    await stop(await own(hospital));
    await server.runJobs();
    expect(await listDeliveries(server, hospital)).toMatchObject([
      { state: 'failed', outcome_unknown: true, last_error: expect.stringContaining('Interrupted while sending') },
    ]);
  });

  it('is stopped and resumed by whoever may, and after a restore by a superuser only', async () => {
    const hospital = await makeAskingApplication(server);
    const reader = await own(hospital, ['deliveries.list', 'deliveries.retry']);
    expect((await stop(reader)).status).toBe(403);
    expect((await server.as(reader)('DELETE', '/deliveries/hold')).status).toBe(403);
    const robin = await own(hospital);
    await stop(robin);
    for (let step = 0; step < 3; step += 1) await advanceSendingEpoch(server.ctx, dataDir);
    await setCounter(1);
    await advanceSendingEpoch(server.ctx, dataDir);
    expect((await server.as(robin)('GET', '/deliveries/hold')).body.data).toMatchObject({ reason: 'restored' });
    expect(await server.as(robin)('DELETE', '/deliveries/hold')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('a superuser looks at what may have left') },
    });
    expect((await stop(robin)).body.data).toMatchObject({ reason: 'restored' });
  });
});

describe('a database that was restored from a backup', () => {
  it('is recognised by its counter, and nothing is sent until a person releases it', async () => {
    const hospital = await makeAskingApplication(server);
    for (let step = 0; step < 3; step += 1) await advanceSendingEpoch(server.ctx, dataDir);
    expect(await heldReasons()).toEqual([]);
    await setCounter(1);
    await discharge(hospital);
    await advanceSendingEpoch(server.ctx, dataDir);
    expect(new Set(await heldReasons())).toEqual(new Set(['restored']));
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['scheduled']);

    await release(null);
    await advanceSendingEpoch(server.ctx, dataDir);
    expect(await heldReasons()).toEqual([]);
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent']);
  });

  it('is recognised by its timeline, when this worker was refused it before', async () => {
    await advanceSendingEpoch(server.ctx, dataDir);
    const replaced = { host: 'db1', port: 5432 };
    const before = new PrimaryBehind({ host: replaced, isPrimary: true, timeline: 0 }, 1);
    await storeTimeline(server.ctx, dataDir, before);
    await advanceSendingEpoch(server.ctx, dataDir);
    expect(await heldReasons()).toEqual([]);

    await makeAskingApplication(server);
    await storeTimeline(server.ctx, dataDir, new PrimaryBehind({ host: replaced, isPrimary: true, timeline: 1 }, 2));
    await advanceSendingEpoch(server.ctx, dataDir);
    expect(new Set(await heldReasons())).toEqual(new Set(['restored']));
    await release(null);
    await advanceSendingEpoch(server.ctx, dataDir);
    expect(await heldReasons()).toEqual([]);
  });

  it('is recognised by a message that is not there any more', async () => {
    const hospital = await makeAskingApplication(server);
    const check = createCommitsCheck(server.ctx);
    await feed(server, hospital, { event: 'A08', at: stamp() });
    const { server: started } = await check();
    confirmServer(server.ctx, started);
    confirmServer(server.ctx, 'another');
    await check();
    expect(await heldReasons()).toEqual([]);
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      sql`update hl7_messages set content_hash = '' where id = (select max(id) from hl7_messages)`.execute(tx),
    );
    await check();
    expect(new Set(await heldReasons())).toEqual(new Set(['restored']));
    confirmServer(server.ctx, started);
  });

  it('is recognised by a delivery that was claimed and never was, and not by one that a person tries again', async () => {
    const hospital = await makeAskingApplication(server);
    const check = createCommitsCheck(server.ctx);
    const { server: started } = await check();
    confirmServer(server.ctx, started);
    server.gateways.answerNext({ ok: false, outcome: 'refused', error: '550' });
    await discharge(hospital);
    await server.runJobs();
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const url = '/api/v1/deliveries/retries';
    await server.call({ method: 'POST', url, headers: admin.headers, payload: { retry: {} } });
    expect(await fates(server, hospital)).toEqual(['scheduled']);
    confirmServer(server.ctx, 'another');
    await check();
    expect(await heldReasons()).toEqual([]);

    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      sql`update deliveries set gateway = null, attempts = 0 where application_id = ${hospital.id}`.execute(tx),
    );
    await check();
    expect(new Set(await heldReasons())).toEqual(new Set(['restored']));
    confirmServer(server.ctx, started);
  });

  it('counts what messages that are sent again lead to among what may have left, if it was due before', async () => {
    const hospital = await makeAskingApplication(server);
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      holdRestored(tx, new Date(NOON.getTime() - 3 * HOUR), NOON),
    );
    server.setTime(new Date(NOON.getTime() + HOUR));
    await feed(server, hospital, { event: 'A03', at: stamp(-HOUR), patient: 'EARLY', visit: 'EARLY' });
    await feed(server, hospital, { event: 'A03', at: stamp(HOUR / 2), patient: 'LATE', visit: 'LATE' });
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const { body } = await server.as(admin)('GET', '/deliveries/hold');
    expect(body.data).toMatchObject({ waiting: 2, may_have_left: 1 });
    const before = server.gateways.texts.length;
    const payload = { sending_hold: { application_id: hospital.id, leave_out: true } };
    const { status } = await server.call({
      method: 'PUT',
      url: '/api/v1/sending_holds',
      headers: superuser.headers,
      payload,
    });
    expect(status).toBe(200);
    await server.runJobs();
    expect(server.gateways.texts.slice(before)).toHaveLength(1);
    expect(await listDeliveries(server, hospital)).toMatchObject([
      { state: 'failed', outcome_unknown: true, last_error: expect.stringContaining('may or may not have arrived') },
      { state: 'sent', outcome_unknown: false },
    ]);
  });

  it('is not confused with a new worker, a data folder of another installation, or many workers at once', async () => {
    const other = await mkdtemp(join(tmpdir(), 'epoch-'));
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => advanceSendingEpoch(server.ctx, index % 2 ? dataDir : other)),
    );
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      sql`update sending_epoch set installation = gen_random_uuid(), counter = 0`.execute(tx),
    );
    await advanceSendingEpoch(server.ctx, dataDir);
    expect(await heldReasons()).toEqual([]);
    expect(await readdir(dataDir)).toEqual(['sending-epoch.json']);
    await rm(other, { recursive: true });
  });

  it('a folder that cannot be written does not stop sending', async () => {
    await advanceSendingEpoch(server.ctx, join(dataDir, 'sending-epoch.json', 'nowhere'));
    expect(await heldReasons()).toEqual([]);
  });
});
