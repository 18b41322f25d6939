import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY, MINUTE, NOON, stamp } from '../../testing/asked.ts';
import { answerBadly, feed, insertContacts, linkIn, makeAskingApplication, within } from '../../testing/builders.ts';
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
  // What the test before left to be sent would take the answers of this one's gateways.
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

/** Of ASH: one sent, one opened, one answered, one failed, one dead. Of BIRCH: one sent, one delivered, one waiting. */
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
  it('adds up, each part as long as the list it leads to', async () => {
    // A neighbour's are nowhere.
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

  it('is of what the filters choose, and of the wards of who looks', async () => {
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
    expect(await funnelOf(manager, `?term=%2B447700900${numbers}`)).toMatchObject({ eligible: 0 });
    expect(await funnelOf(manager, `?term=%2B447700900${numbers - 1}`)).toMatchObject({ eligible: 1, delivered: 1 });
  });
});

/** A broadcast to two contacts, queued and not sent. */
async function makeBroadcast(application: TestApplication, surveyId: number): Promise<{ id: number }> {
  return within(server, application, async (tx) => {
    const own = { application_id: application.id };
    const { id: listId } = await tx
      .insertInto('mailing_lists')
      .values({ ...own, name: `list ${surveyId}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const contacts = await insertContacts(tx, application, [
      { name: 'Una Testwell', email: 'una@example.org' },
      { name: 'Orla Fakely', email: 'orla@example.org' },
    ]);
    for (const contact_id of contacts)
      await tx
        .insertInto('mailing_list_contacts')
        .values({ ...own, mailing_list_id: listId, contact_id })
        .execute();
    const { id } = await tx
      .insertInto('broadcasts')
      .values({
        ...own,
        survey_id: surveyId,
        sendable_id: listId,
        schedule: false,
        channel: 'email',
        data: JSON.stringify({ day_of_week: [] }),
        created_at: NOON,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id };
  });
}

const act = (user: TestUser, surveyId: number, id: number, action: string) =>
  server.call({ method: 'POST', url: `/api/v1/surveys/${surveyId}/broadcasts/${id}/${action}`, headers: user.headers });
const retry = (user: TestUser, id: number) =>
  server.call({ method: 'POST', url: `/api/v1/deliveries/${id}/retry`, headers: user.headers });

async function runBroadcast(user: TestUser, surveyId: number, id: number) {
  expect((await act(user, surveyId, id, 'execute')).status).toBe(200);
  await server.runJobs();
}

describe('a delivery of a broadcast', () => {
  it('is found by its survey before it is sent', async () => {
    const application = await makeAskingApplication(server);
    const manager = await server.makeUser({ applications: [application], permissions: ['admin'] });
    const { id } = await makeBroadcast(application, application.survey.id);
    await within(server, application, (tx) =>
      tx
        .updateTable('applications')
        .set({ quiet_from: '11:00', quiet_to: '14:00' })
        .where('id', '=', application.id)
        .execute(),
    );
    await runBroadcast(manager, application.survey.id, id);
    const { data } = await get(manager, `/deliveries?survey=${application.survey.id}`);
    expect(data).toMatchObject([{ state: 'scheduled' }, { state: 'scheduled' }]);
    expect(data[0].survey_title).toBe('Your stay with us');
    expect(await funnelOf(manager, `?broadcast=${id}`)).toMatchObject({ eligible: 2, waiting: 2 });
  });

  it('is not tried again while the broadcast is paused or cancelled', async () => {
    const application = await makeAskingApplication(server);
    const manager = await server.makeUser({ applications: [application], permissions: ['admin'] });
    const surveyId = application.survey.id;
    const { id } = await makeBroadcast(application, surveyId);
    server.gateways.answerNext(
      { ok: false, outcome: 'refused', error: '550' },
      { ok: false, outcome: 'refused', error: '550' },
    );
    await runBroadcast(manager, surveyId, id);
    const { data } = await get(manager, '/deliveries?state=failed');
    expect(data).toHaveLength(2);
    const setState = (state: string) =>
      within(server, application, (tx) => tx.updateTable('broadcasts').set({ state }).where('id', '=', id).execute());
    await setState('paused');
    const paused = await retry(manager, data[0].id);
    expect([paused.status, paused.body.message]).toEqual([409, expect.stringContaining('Resume the broadcast')]);
    await setState('cancelled');
    expect((await retry(manager, data[0].id)).status).toBe(409);

    // Stopped between the press and the sending.
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

describe('failed deliveries tried again together', () => {
  const refused = { ok: false, outcome: 'refused', error: 'no such number' } as const;
  const unknown = { ok: false, outcome: 'unknown', error: 'The line went dead.' } as const;

  /** Three refused, one that may have arrived. */
  async function makeFailures(): Promise<{ application: TestApplication; manager: TestUser }> {
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

  it('leaves out what may have arrived, unless somebody says so', async () => {
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

  it('sends nothing twice, pressed twice or by two people at one moment', async () => {
    const { manager, application } = await makeFailures();
    const colleague = await server.makeUser({ applications: [application], permissions: ['admin'] });
    const sent = server.gateways.texts.length;
    const answers = await Promise.all([start(manager), start(colleague), start(manager)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
    await server.runJobs();
    expect(server.gateways.texts).toHaveLength(sent + 3);
  });

  it('asks the gate again, and says what came of each', async () => {
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
    // What failed again is tried once more, and no longer counted with the first go.
    await start(manager);
    await server.runJobs();
    expect(await retries(manager)).toMatchObject([
      { total: 1, sent: 1 },
      { total: 3, sent: 1, suppressed: 1, failed: 0, again: 1 },
    ]);
  });

  it('takes those that were chosen, and of these only what failed and is of the wards of who asks', async () => {
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

  it('leaves out broadcasts that are paused', async () => {
    const application = await makeAskingApplication(server);
    const manager = await server.makeUser({ applications: [application], permissions: ['admin'] });
    const { id } = await makeBroadcast(application, application.survey.id);
    server.gateways.answerNext(refused, refused);
    await runBroadcast(manager, application.survey.id, id);
    await within(server, application, (tx) =>
      tx.updateTable('broadcasts').set({ state: 'paused' }).where('id', '=', id).execute(),
    );
    expect(await preview(manager)).toMatchObject({ count: 0, held: 2 });
    expect((await start(manager)).status).toBe(409);
  });

  it('is written in the audit, with how many', async () => {
    const { manager } = await makeFailures();
    await start(manager);
    const { data } = await get(manager, '/audit?record_type=deliveries');
    expect(data).toContainEqual(
      expect.objectContaining({ action: 'retry', details: expect.objectContaining({ count: 3 }) }),
    );
  });

  it('waits for the end of the quiet hours', async () => {
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
