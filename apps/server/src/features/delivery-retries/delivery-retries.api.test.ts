import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY, MINUTE, NOON, stamp } from '../../testing/asked.ts';
import { makeBroadcast, runBroadcast } from '../../testing/broadcast-to-two.ts';
import { feed, makeAskingApplication, within } from '../../testing/builders.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  // Deliveries that an earlier test left would use up the replies of this test's gateways.
  await server.runJobs();
});
afterAll(() => server.stop());

const get = (user: TestUser, path: string): Promise<Json> =>
  server.call({ method: 'GET', url: `/api/v1${path}`, headers: user.headers }).then(({ body }) => body);

let numbers = 100;
const someone = () => {
  numbers += 1;
  return {
    event: 'A03',
    at: stamp(),
    patient: `P${numbers}`,
    visit: `V${numbers}`,
    ward: 'ASH',
    phone: `07700 900${numbers}^PRN^CP`,
  };
};

describe('failed deliveries that are retried together', () => {
  const refused = { ok: false, outcome: 'refused', error: 'no such number' } as const;
  const unknown = { ok: false, outcome: 'unknown', error: 'The line went dead.' } as const;

  /** Makes three refused deliveries and one that may have arrived. */
  async function makeFailures(): Promise<{
    application: Awaited<ReturnType<typeof makeAskingApplication>>;
    manager: TestUser;
  }> {
    const application = await makeAskingApplication(server);
    for (const result of [refused, refused, refused, unknown]) {
      server.gateways.answerNext(result);
      await feed(server, application, someone());
      await server.runJobs();
    }
    return { application, manager: await server.makeUser({ applications: [application], permissions: ['admin'] }) };
  }
  const preview = (user: TestUser, query = '') => get(user, `/deliveries/retries/preview${query}`);
  const start = (user: TestUser, query = '', include_unknown = false) =>
    server.call({
      method: 'POST',
      url: `/api/v1/deliveries/retries${query}`,
      headers: user.headers,
      payload: { retry: { include_unknown } },
    });
  const retries = async (user: TestUser): Promise<Json> => (await get(user, '/deliveries/retries')).data;

  it('leave out what may have arrived, unless somebody includes it', async () => {
    const { manager } = await makeFailures();
    const asked = await preview(manager);
    expect(asked).toMatchObject({ count: 3, unknown: 1, held: 0 });
    expect(asked.data).toHaveLength(1);
    const sent = server.gateways.texts.length;
    expect((await start(manager)).body.data).toMatchObject({ total: 3, waiting: 3, sent: 0, again: 0 });
    await server.runJobs();
    expect(await retries(manager)).toMatchObject([{ total: 3, waiting: 0, sent: 3, failed: 0, suppressed: 0 }]);
    expect(server.gateways.texts).toHaveLength(sent + 3);

    expect((await start(manager)).status).toBe(409);
    expect((await start(manager, '', true)).body.data).toMatchObject({ total: 1 });
    await server.runJobs();
    expect(server.gateways.texts).toHaveLength(sent + 4);
  });

  it('are sent once, when the button is pressed twice or by two people at the same time', async () => {
    const { manager, application } = await makeFailures();
    const colleague = await server.makeUser({ applications: [application], permissions: ['admin'] });
    const sent = server.gateways.texts.length;
    const answers = await Promise.all([start(manager), start(colleague), start(manager)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
    await server.runJobs();
    expect(server.gateways.texts).toHaveLength(sent + 3);
  });

  it('ask the gate again, and show the result of each', async () => {
    const { manager, application } = await makeFailures();
    await within(server, application, async (tx) => {
      const [first] = await tx.selectFrom('deliveries').select('patient_id').orderBy('id').limit(1).execute();
      await tx
        .updateTable('patients')
        .set({ deceased: true })
        .where('id', '=', first?.patient_id as number)
        .execute();
    });
    server.gateways.answerNext(refused);
    await start(manager);
    await server.runJobs();
    expect(await retries(manager)).toMatchObject([
      { total: 3, sent: 1, suppressed: 1, failed: 1, waiting: 0, again: 0 },
    ]);
    // Deliveries that failed again are retried, and no longer counted with the first retry.
    await start(manager);
    await server.runJobs();
    expect(await retries(manager)).toMatchObject([
      { total: 1, sent: 1 },
      { total: 3, sent: 1, suppressed: 1, failed: 0, again: 1 },
    ]);
  });

  it('show a nurse of one ward that her patient is in another ward by now', async () => {
    const application = await makeAskingApplication(server);
    const patient = someone();
    server.gateways.answerNext(refused);
    await feed(server, application, patient);
    await server.runJobs();
    await feed(server, application, { ...patient, event: 'A01', visit: 'AGAIN', ward: 'BIRCH', at: stamp(MINUTE) });
    const nurse = await server.makeUser({ applications: [application], permissions: ['admin'], locations: ['ASH'] });
    expect((await get(nurse, `/patients?term=${patient.patient}`)).data).toHaveLength(1);
    expect((await preview(nurse)).refusals).toMatchObject([{ reason: 'readmitted', count: 1 }]);
  });

  it('show beforehand what the gate would refuse, and override settings where somebody gives a reason', async () => {
    const { manager, application } = await makeFailures();
    const ids: number[] = (await get(manager, '/deliveries')).data.map(({ id }: Json) => id).toReversed();
    const patientOf = async (id: number | undefined) =>
      within(server, application, async (tx) => {
        const found = await tx
          .selectFrom('deliveries')
          .select('patient_id')
          .where('id', '=', id as number)
          .executeTakeFirst();
        return found?.patient_id as number;
      });
    const [dead, asked] = [await patientOf(ids[0]), await patientOf(ids[1])];
    await within(server, application, async (tx) => {
      await tx.updateTable('patients').set({ deceased: true }).where('id', '=', dead).execute();
      // The patient got a survey about another stay an hour ago.
      await tx
        .insertInto('invitations')
        .values({
          application_id: application.id,
          patient_id: asked,
          survey_id: application.survey.id,
          token_hash: randomBytes(32),
          created_at: after(-DAY),
          asked_at: after(-DAY),
          expires_at: after(DAY),
          way: 'trigger',
          language: 'en',
        })
        .execute();
    });
    const { refusals, count } = await preview(manager);
    expect([count, refusals]).toEqual([
      3,
      expect.arrayContaining([
        { reason: 'deceased', count: 1, unknown: 0, overridable: false, possible_from: null },
        { reason: 'asked_lately', count: 1, unknown: 0, overridable: true, possible_from: null },
      ]),
    ]);
    const single = await preview(manager, `?ids=${ids[1]}`);
    expect(single.refusals).toMatchObject([{ reason: 'asked_lately', possible_from: expect.stringContaining('T') }]);

    const why = 'The family asked for it by phone.';
    const sent = server.gateways.texts.length;
    const retryWith = (override_reason: string) =>
      server.call({
        method: 'POST',
        url: '/api/v1/deliveries/retries',
        headers: manager.headers,
        payload: { retry: { override_reason } },
      });
    expect((await retryWith('x')).body.errors).toHaveProperty('override_reason');
    expect((await retryWith(why)).status).toBe(201);
    await server.runJobs();
    expect(await retries(manager)).toMatchObject([{ total: 3, sent: 2, suppressed: 1 }]);
    expect(server.gateways.texts).toHaveLength(sent + 2);
    const reasons = await within(server, application, (tx) =>
      tx.selectFrom('deliveries').select('override_reason').orderBy('id').execute(),
    );
    expect(reasons.map(({ override_reason }) => override_reason)).toEqual([null, why, null, null]);
    const { data } = await get(manager, '/audit?record_type=deliveries');
    expect(JSON.stringify(data.find(({ action }: Json) => action === 'retry'))).toContain(why);
  });

  it('include of the chosen deliveries only the failed ones, in the caller’s wards', async () => {
    const { manager, application } = await makeFailures();
    const neighbour = await makeFailures();
    const idsOf = async (user: TestUser) => (await get(user, '/deliveries')).data.map(({ id }: Json) => id) as number[];
    const [, , second, first] = await idsOf(manager);
    const theirs = await idsOf(neighbour.manager);
    const query = `?ids=${[first, ...theirs].join(',')}`;
    expect(await preview(manager, query)).toMatchObject({ count: 1, unknown: 0 });
    expect((await start(manager, query)).body.data).toMatchObject({ total: 1 });
    const nurse = await server.makeUser({ applications: [application], permissions: ['admin'], locations: ['BIRCH'] });
    expect(await preview(nurse, `?ids=${second}`)).toMatchObject({ count: 0, data: [] });
    expect((await start(nurse, `?ids=${second}`)).status).toBe(409);
    expect(await retries(nurse)).toEqual([]);
    expect((await start(manager, '?ids=1;2')).status).toBe(422);
  });

  it('leave out broadcasts that are paused', async () => {
    const application = await makeAskingApplication(server);
    const manager = await server.makeUser({ applications: [application], permissions: ['admin'] });
    const { id } = await makeBroadcast(server, application, application.survey.id);
    server.gateways.answerNext(refused, refused);
    await runBroadcast(server, manager, application.survey.id, id);
    await within(server, application, (tx) =>
      tx.updateTable('broadcasts').set({ state: 'paused' }).where('id', '=', id).execute(),
    );
    expect(await preview(manager)).toMatchObject({ count: 0, held: 2 });
    expect((await start(manager)).status).toBe(409);
  });

  it('are in the audit with their number', async () => {
    const { manager } = await makeFailures();
    await start(manager);
    const { data } = await get(manager, '/audit?record_type=deliveries');
    expect(data).toContainEqual(
      expect.objectContaining({ action: 'retry', details: expect.objectContaining({ count: 3 }) }),
    );
  });

  it('wait for the end of the quiet hours', async () => {
    const { manager, application } = await makeFailures();
    await within(server, application, (tx) =>
      tx
        .updateTable('applications')
        .set({ quiet_from: '11:00', quiet_to: '14:00' })
        .where('id', '=', application.id)
        .execute(),
    );
    await start(manager);
    await server.runJobs();
    expect(await retries(manager)).toMatchObject([{ waiting: 3, sent: 0 }]);
    server.setTime(after(DAY / 12 + MINUTE));
    await server.runJobs();
    expect(await retries(manager)).toMatchObject([{ waiting: 0, sent: 3 }]);
  });
});
