import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dischargeAndAnswer, makeAskingApplication } from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { receiveText } from '../consent/index.ts';

let server: TestServer;
let hospital: TestApplication;
let manager: TestUser;
let nurse: TestUser;
let serial = 0;
/** The phone of the patient who answered last, as gateways name it. */
let phone = '';

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await makeAskingApplication(server);
  const permissions = ['feedback.list', 'feedback.update', 'texts.reply', 'deliveries.list'];
  manager = await server.makeUser({ applications: [hospital], permissions });
  nurse = await server.makeUser({ applications: [hospital], permissions, locations: ['ASH'] });
});
afterAll(() => server.stop());

/** A patient answers badly. Returns the id of the answers. */
async function answer(ward = 'ASH'): Promise<number> {
  serial += 1;
  const typed = await dischargeAndAnswer(server, hospital, serial, { comment: 'Nobody came.', ward });
  phone = typed.replace(/^0/, '+44').replaceAll(' ', '');
  return (await list()).data[0].id;
}

const list = async (query = '', user = manager): Promise<Json> =>
  (await server.as(user)('GET', `/feedback${query}`)).body;
const change = (id: number, feedback: Json, user = manager) =>
  server.as(user)('PUT', `/feedback/records/${id}`, { feedback });
const assign = (id: number, to_id: number | null, instead_of_id: number | null, user = manager) =>
  change(id, { assignment: { to_id, instead_of_id } }, user);
const reply = (id: number, text: string, user = manager) =>
  server.as(user)('POST', `/feedback/records/${id}/reply`, { text });

describe('answers that a colleague is to look after', () => {
  it('lie in their inbox, and are found by whose they are', async () => {
    const id = await answer();
    const { status, body } = await assign(id, nurse.id, null);
    expect([status, body.data]).toMatchObject([200, { assigned_to_id: nurse.id, assigned_to_name: nurse.name }]);
    const items = (await server.as(nurse)('GET', '/inbox')).body.data.filter(
      ({ kind }: Json) => kind === 'feedback_assigned',
    );
    expect(items).toMatchObject([{ feedback_id: id, answer: 'Nobody came.', read_at: null }]);
    expect((await list('?assigned_to=me', nurse)).total).toBe(1);
    expect((await list('?assigned_to=me')).total).toBe(0);
    expect((await list(`?assigned_to=${nurse.id}`)).total).toBe(1);
    expect((await list('?assigned_to=nobody')).total).toBe(0);
    await server.as(nurse)('PUT', `/inbox/${items[0].id}/read`);
    await assign(id, null, nurse.id);
    await assign(id, nurse.id, null);
    expect((await server.as(nurse)('GET', '/inbox?unread=1')).body.data).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'feedback_assigned', feedback_id: id })]),
    );
  });

  it('stay with whom a colleague has chosen meanwhile', async () => {
    const id = await answer();
    expect((await assign(id, nurse.id, null)).status).toBe(200);
    const late = await assign(id, manager.id, null, nurse);
    expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(/^Somebody has changed meanwhile/)]);
    expect((await assign(id, nurse.id, null)).status).toBe(200);
    expect((await list()).data[0].assigned_to_id).toBe(nurse.id);
  });

  it('are given only to somebody who may see them', async () => {
    const id = await answer('BIRCH');
    const blind = await assign(id, nurse.id, null);
    expect([blind.status, blind.body.errors]).toEqual([
      422,
      { 'assignment.to_id': [`${nurse.name} does not see this ward. Choose somebody who does.`] },
    ]);
    const other = await makeAskingApplication(server);
    const stranger = await server.makeUser({ applications: [other], permissions: ['feedback.list'] });
    expect((await assign(id, stranger.id, null)).body.errors).toEqual({
      'assignment.to_id': ['Choose somebody of the list.'],
    });
    const { people } = (await server.as(manager)('GET', '/feedback/records/choices')).body.data;
    expect(people).toEqual(
      expect.arrayContaining([
        { id: manager.id, name: manager.name, wards: [] },
        { id: nurse.id, name: nurse.name, wards: ['ASH'] },
      ]),
    );
    expect(JSON.stringify(people)).not.toContain(stranger.name);
    expect((await assign(id, manager.id, null, nurse)).status).toBe(404);
  });
});

it('tags are kept in one spelling, whoever adds them at the same time, and answers are found by them', async () => {
  const id = await answer();
  const last = (await list()).data[0].change_number;
  await Promise.all([
    change(id, { add_tags: [' Food ', 'call  back'] }),
    change(id, { add_tags: ['food', 'noise'] }, nurse),
  ]);
  expect((await list()).data[0].tags).toEqual(['call back', 'food', 'noise']);
  expect((await list(`?changed_since=${last}`)).total).toBe(1);
  const removed = await change(id, { remove_tags: ['NOISE'] });
  expect(removed.body.data.tags).toEqual(['call back', 'food']);
  expect([(await list('?tag=Food')).total, (await list('?tag=noise')).total]).toEqual([1, 0]);
  expect((await server.as(manager)('GET', '/feedback/records/choices')).body.data.tags).toEqual(['call back', 'food']);
  const many = Array.from({ length: 19 }, (_, index) => `tag ${index}`);
  expect((await change(id, { add_tags: many })).body.errors).toEqual({
    add_tags: ['At most 20 tags. Take one away first.'],
  });
});

it('notes stand with who wrote them, in their order', async () => {
  const id = await answer();
  const note = (text: string, user = manager) =>
    server.as(user)('POST', `/feedback/records/${id}/notes`, { note: { text } });
  await note('Called, no answer.');
  const { status, body } = await note('Reached her.', nurse);
  expect([status, body.data.notes]).toMatchObject([
    201,
    [
      { text: 'Called, no answer.', user_name: manager.name },
      { text: 'Reached her.', user_name: nurse.name },
    ],
  ]);
  expect((await note('  ')).body.errors).toEqual({ text: ['Write a note.'] });
});

describe('a reply to the person who answered', () => {
  it('goes to the address that was asked, once, and stands with the answers', async () => {
    const id = await answer();
    const { reply_offer } = (await server.as(manager)('GET', `/feedback/records/${id}`)).body.data;
    expect(reply_offer).toEqual({
      channel: 'sms',
      recipient: expect.stringContaining('•'),
      refusal: null,
      sending_hold: null,
    });
    const before = server.gateways.texts.length;
    await Promise.all([reply(id, 'We are sorry.'), reply(id, 'We are sorry.')]);
    await server.runJobs();
    expect(server.gateways.texts.slice(before)).toEqual([
      expect.objectContaining({ to: phone, text: expect.stringContaining('We are sorry.') }),
    ]);
    const { replies } = (await server.as(manager)('GET', `/feedback/records/${id}`)).body.data;
    expect(replies).toMatchObject([{ text: 'We are sorry.', state: 'sent', user_name: manager.name }]);
  });

  it('is not sent to somebody who has opted out, and the page says so beforehand', async () => {
    const id = await answer();
    const origin = { applicationId: hospital.id };
    await receiveText(server.ctx, { channel: 'sms', from: phone, text: 'STOP', gatewayMessageId: null, origin });
    await server.runJobs();
    const { reply_offer } = (await server.as(manager)('GET', `/feedback/records/${id}`)).body.data;
    expect(reply_offer).toEqual({ channel: null, recipient: null, refusal: 'opted_out', sending_hold: null });
    const before = server.gateways.texts.length;
    const { body } = await reply(id, 'We are sorry.');
    await server.runJobs();
    expect(body.data.replies).toMatchObject([{ state: 'suppressed', reason: 'opted_out' }]);
    expect(server.gateways.texts.length).toBe(before);
  });
});

it('what nobody has read for 72 hours is found by itself', async () => {
  await answer();
  expect((await list('?waiting=1')).total).toBe(0);
  server.setTime(new Date(server.ctx.clock().getTime() + 73 * 3_600_000));
  manager = await server.makeUser({ applications: [hospital], permissions: ['feedback.list'] });
  expect([(await list('?waiting=1')).total, (await list('?waiting=0')).total]).toEqual([1, 0]);
});
