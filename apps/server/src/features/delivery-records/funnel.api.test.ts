import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOON, stamp } from '../../testing/asked.ts';
import { answerBadly, feed, linkIn, makeAskingApplication, within } from '../../testing/builders.ts';
import { makeBroadcast, runBroadcast } from '../../testing/broadcast-to-two.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

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
const funnelOf = async (user: TestUser, query = ''): Promise<Json> =>
  (await get(user, `/deliveries/funnel${query}`)).data;
const countOf = async (user: TestUser, query: string): Promise<number> =>
  (await get(user, `/deliveries${query}`)).total;

let numbers = 100;
const someone = (ward = 'ASH') => {
  numbers += 1;
  return {
    event: 'A03',
    at: stamp(),
    patient: `P${numbers}`,
    visit: `V${numbers}`,
    ward,
    phone: `07700 900${numbers}^PRN^CP`,
  };
};

/**
 * Makes deliveries for ward ASH (one sent, one opened, one answered, one failed, one dead) and ward BIRCH (one sent,
 * one delivered, one waiting).
 */
async function makeMixture(): Promise<{
  application: TestApplication & { survey: { id: number } };
  manager: TestUser;
  nurse: TestUser;
}> {
  const application = await makeAskingApplication(server);
  const answers = [
    undefined,
    undefined,
    undefined,
    { ok: false, outcome: 'refused', error: 'no such number' } as const,
  ];
  for (const refusal of answers) {
    if (refusal) server.gateways.answerNext(refusal);
    await feed(server, application, someone());
    await server.runJobs();
  }
  const [toOpen, toAnswer] = server.gateways.texts.slice(-2).map(({ text }) => linkIn(text)) as [string, string];
  await server.call({
    method: 'PUT',
    url: `/api/v1/feedback/${toOpen}/draft`,
    payload: { feedback: { responses: [] } },
  });
  await answerBadly(server, toAnswer, 'Nobody came.');
  await feed(server, application, { ...someone(), died: 'Y' });
  await feed(server, application, someone('BIRCH'), someone('BIRCH'));
  await server.runJobs();
  await within(server, application, (tx) =>
    tx
      .updateTable('deliveries')
      .set({ state: 'delivered', delivered_at: NOON })
      .where('recipient', '=', `+447700900${numbers}`)
      .execute(),
  );
  await feed(server, application, someone('BIRCH'));
  const people = { applications: [application], permissions: ['admin'] };
  return {
    application,
    manager: await server.makeUser(people),
    nurse: await server.makeUser({ ...people, locations: ['BIRCH'] }),
  };
}

describe('the funnel of deliveries', () => {
  it('adds up, and each figure equals the length of the list it links to', async () => {
    // Deliveries of another application are not counted.
    await makeMixture();
    const { manager } = await makeMixture();
    const funnel = await funnelOf(manager);
    expect(funnel).toEqual({
      eligible: 8,
      sent: 5,
      delivered: 3,
      opened: 2,
      answered: 1,
      waiting: 1,
      failed: 1,
      suppressed: 1,
      reasons: [{ reason: 'deceased', count: 1 }],
    });
    expect(funnel.sent + funnel.waiting + funnel.failed + funnel.suppressed).toBe(funnel.eligible);
    expect(await countOf(manager, '')).toBe(funnel.eligible);
    for (const step of ['sent', 'delivered', 'opened', 'answered', 'waiting', 'failed', 'suppressed'])
      expect([step, await countOf(manager, `?step=${step}`)]).toEqual([step, funnel[step]]);
    expect(await countOf(manager, '?reason=deceased')).toBe(1);
  });

  it('counts what the filters choose, in the wards of the caller', async () => {
    const { manager, nurse, application } = await makeMixture();
    expect(await funnelOf(nurse)).toMatchObject({
      eligible: 3,
      sent: 2,
      delivered: 1,
      opened: 0,
      waiting: 1,
      suppressed: 0,
    });
    expect(await countOf(nurse, '')).toBe(3);
    expect(await funnelOf(manager, '?purpose=message')).toMatchObject({ eligible: 0, sent: 0, reasons: [] });
    expect(await funnelOf(manager, `?survey=${application.survey.id}&channel=sms`)).toMatchObject({ eligible: 8 });
    expect(await funnelOf(manager, '?channel=email')).toMatchObject({ eligible: 0 });
    // One that waits has no address yet, and is found by its patient.
    expect(await funnelOf(manager, `?term=%2B447700900${numbers}`)).toMatchObject({ eligible: 1, waiting: 1 });
    expect(await funnelOf(manager, `?term=%2B447700900${numbers - 1}`)).toMatchObject({ eligible: 1, delivered: 1 });
    expect(await funnelOf(manager, `?term=%2B447700900${numbers + 1}`)).toMatchObject({ eligible: 0 });
  });
});

const retry = (user: TestUser, id: number) =>
  server.call({ method: 'POST', url: `/api/v1/deliveries/${id}/retry`, headers: user.headers });

describe('a delivery of a broadcast', () => {
  it('is counted and listed by words of a name in any order, by the way it was sent, and by a contact', async () => {
    const { manager, nurse, application } = await makeMixture();
    await feed(server, application, { ...someone(), family: 'Juniper', given: 'Dervla' });
    await server.runJobs();
    for (const term of ['juniper dervla', 'Derv', `07700 900${numbers}`, `P${numbers}`])
      expect([term, await countOf(manager, `?term=${encodeURIComponent(term)}`)]).toEqual([term, 1]);
    expect(await funnelOf(manager, '?term=juniper')).toMatchObject({ eligible: 1, sent: 1 });
    expect(await countOf(nurse, '?term=juniper')).toBe(0);
    const [contact] = await within(server, application, async (tx) => {
      const contacts = await tx
        .insertInto('contacts')
        .values({ application_id: application.id, name: 'Rowan Larch', email: 'rowan@example.org' })
        .returning('id')
        .execute();
      await tx
        .updateTable('deliveries')
        .set({ contact_id: contacts[0]?.id ?? 0 })
        .where('state', '=', 'failed')
        .execute();
      return contacts;
    });
    expect(contact).toBeDefined();
    for (const term of ['larch', 'rowan@example.org']) expect(await countOf(manager, `?term=${term}`)).toBe(1);
    expect(await countOf(manager, '?term=zzzz')).toBe(0);
  });

  it('is found by its survey before it is sent', async () => {
    const application = await makeAskingApplication(server);
    const manager = await server.makeUser({ applications: [application], permissions: ['admin'] });
    const { id } = await makeBroadcast(server, application, application.survey.id);
    await within(server, application, (tx) =>
      tx
        .updateTable('applications')
        .set({ quiet_from: '11:00', quiet_to: '14:00' })
        .where('id', '=', application.id)
        .execute(),
    );
    await runBroadcast(server, manager, application.survey.id, id);
    const { data } = await get(manager, `/deliveries?survey=${application.survey.id}`);
    expect(data).toMatchObject([{ state: 'scheduled' }, { state: 'scheduled' }]);
    expect(data[0].survey_title).toBe('Your stay with us');
    expect(await funnelOf(manager, `?broadcast=${id}`)).toMatchObject({ eligible: 2, waiting: 2 });
  });

  it('cannot be retried while the broadcast is paused or cancelled', async () => {
    const application = await makeAskingApplication(server);
    const manager = await server.makeUser({ applications: [application], permissions: ['admin'] });
    const surveyId = application.survey.id;
    const { id } = await makeBroadcast(server, application, surveyId);
    server.gateways.answerNext(
      { ok: false, outcome: 'refused', error: '550' },
      { ok: false, outcome: 'refused', error: '550' },
    );
    await runBroadcast(server, manager, surveyId, id);
    const { data } = await get(manager, '/deliveries?state=failed');
    expect(data).toHaveLength(2);
    const setState = (state: string) =>
      within(server, application, (tx) => tx.updateTable('broadcasts').set({ state }).where('id', '=', id).execute());
    await setState('paused');
    const paused = await retry(manager, data[0].id);
    expect([paused.status, paused.body.message]).toEqual([409, expect.stringContaining('Resume the broadcast')]);
    await setState('cancelled');
    expect((await retry(manager, data[0].id)).status).toBe(409);

    // The broadcast is stopped after the retry and before sending.
    await setState('finished');
    expect((await retry(manager, data[0].id)).status).toBe(200);
    expect((await retry(manager, data[1].id)).status).toBe(200);
    await setState('paused');
    await server.runJobs();
    expect(await countOf(manager, '?state=failed')).toBe(2);
    await setState('finished');
    expect((await retry(manager, data[0].id)).status).toBe(200);
    await server.runJobs();
    expect((await get(manager, '/deliveries')).data.map(({ state }: Json) => state).sort()).toEqual(['failed', 'sent']);
  });
});
