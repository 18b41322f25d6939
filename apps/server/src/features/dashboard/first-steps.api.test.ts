import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerBadly, feed, linkIn, makeAskingApplication } from '../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await server.makeApplication({ country: 'GB' });
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const post = async (path: string, payload?: object) =>
  (
    await server.call({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: admin.headers,
      ...(payload ? { payload } : {}),
    })
  ).body.data;
const firstSteps = async (who = admin) =>
  (await server.call({ method: 'GET', url: '/api/v1/dashboard', headers: who.headers })).body.data.first_steps;

const NOTHING = { survey_id: null, mailing_list: null, has_triggers: false, has_messages: false, has_asked: false };

describe('the first steps', () => {
  it('are all open at first, and are completed as things are made', async () => {
    expect(await firstSteps()).toEqual(NOTHING);
    const empty = await post('/surveys', { survey: { title: 'No question yet' } });
    expect((await firstSteps()).survey_id).toBeNull();
    await post(`/surveys/${empty.id}/questions`, { question: { title: 'How was it?', type_of: 'text' } });
    expect((await firstSteps()).survey_id).toBe(empty.id);

    const list = await post('/mailing_list', { mailing_list: { name: 'Choir' } });
    const other = await post('/mailing_list', { mailing_list: { name: 'Band' } });
    expect((await firstSteps()).mailing_list).toEqual({ id: other.id, has_people: false });
    const contact = await post('/contacts', { contact: { name: 'Una Testwell', email: 'una@example.org' } });
    await post(`/mailing_list/${list.id}/contacts/${contact.id}`);
    expect((await firstSteps()).mailing_list).toEqual({ id: list.id, has_people: true });

    const { id } = await post(`/surveys/${empty.id}/broadcasts`, { sendable_id: list.id, channel: 'email' });
    await post(`/surveys/${empty.id}/broadcasts/${id}/execute`);
    await server.runJobs();
    expect((await firstSteps()).has_asked).toBe(true);
  });

  it('are no longer shown after the first answer', async () => {
    const asking = await makeAskingApplication(server);
    const manager = await server.makeUser({ applications: [asking], permissions: ['admin'] });
    expect(await firstSteps(manager)).toMatchObject({ has_triggers: true, has_messages: false });
    await feed(server, asking, { event: 'A03' });
    await server.runJobs();
    expect(await firstSteps(manager)).toMatchObject({ has_messages: true, has_asked: true });
    await answerBadly(server, linkIn(server.gateways.texts.at(-1)?.text ?? ''), 'Cold soup');
    expect(await firstSteps(manager)).toBeNull();
  });

  it('of one application do not depend on another', async () => {
    const neighbour = await makeAskingApplication(server);
    await feed(server, neighbour, { event: 'A03' });
    await server.runJobs();
    expect(await firstSteps()).toEqual(NOTHING);
  });
});
