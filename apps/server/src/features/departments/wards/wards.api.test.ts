import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { insertDepartment } from '../index.ts';
import {
  GOOD_REPLY,
  BAD_REPLY,
  makeAskingHospital,
  submit,
  type AskingHospital,
} from '../../../testing/asked-patients.ts';
import { feed, within } from '../../../testing/builders.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../../testing/test-server.ts';

let server: TestServer;
let hospital: AskingHospital;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await makeAskingHospital(server);
  admin = await server.makeUser({ applications: [hospital.application], permissions: ['admin'] });
  await feed(
    server,
    hospital.application,
    { event: 'A01', ward: 'ASH' },
    { event: 'A01', ward: 'BIRCH', visit: 'SECOND' },
    { event: 'A01', ward: 'CEDAR', visit: 'THIRD' },
  );
});
afterAll(() => server.stop());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, by = admin) =>
  server.call({ method, url: `/api/v1${path}`, headers: by.headers, ...(payload ? { payload } : {}) });
const assign = (wards: Record<string, number | null>, by = admin) =>
  call(
    'PUT',
    '/departments/wards',
    { wards: Object.entries(wards).map(([location, department_id]) => ({ location, department_id })) },
    by,
  );
const list = async (by = admin) => {
  const { body } = await call('GET', '/departments/wards', undefined, by);
  return {
    wards: body.data.map(({ location, department_title }: Json) => [location, department_title]),
    without: body.without_department,
  };
};

/** Offers the survey to the patient of this ward. */
async function askOnWard(ward: string): Promise<{ token: string; invitationId: number }> {
  const asked = await hospital.ask();
  await within(server, hospital.application, async (tx) => {
    const { id } = await tx
      .selectFrom('hl7_messages')
      .select('id')
      .where('location', '=', ward)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await tx.updateTable('invitations').set({ message_id: id }).where('id', '=', asked.invitationId).execute();
  });
  return asked;
}

const answersOf = (invitationId: number) =>
  within(server, hospital.application, (tx) =>
    tx
      .selectFrom('feedback')
      .select(['id', 'department_id', 'location'])
      .where('invitation_id', '=', invitationId)
      .executeTakeFirstOrThrow(),
  );

async function answerOnWard(ward: string) {
  const { token, invitationId } = await askOnWard(ward);
  expect((await submit(server, hospital, token, GOOD_REPLY)).status).toBe(201);
  return answersOf(invitationId);
}

it('wards are listed with their departments, those without one first, and several are changed at once', async () => {
  expect(await list()).toEqual({
    wards: [
      ['ASH', null],
      ['BIRCH', null],
      ['CEDAR', null],
    ],
    without: 3,
  });
  const changed = await assign({ ASH: hospital.wardId, CEDAR: hospital.homeId });
  expect([changed.status, changed.body.data]).toEqual([200, { changed: 2 }]);
  expect(await list()).toEqual({
    wards: [
      ['BIRCH', null],
      ['ASH', 'Ward care'],
      ['CEDAR', 'Going home'],
    ],
    without: 1,
  });
  expect((await assign({ ASH: hospital.wardId, CEDAR: null })).body.data).toEqual({ changed: 1 });
  expect((await list()).without).toBe(2);
});

it('a ward that is silent for 90 days is listed only while it has a department', async () => {
  await assign({ ASH: hospital.wardId });
  await within(server, hospital.application, (tx) =>
    tx
      .updateTable('hl7_messages')
      .set({ event_at: new Date('2020-01-01T00:00:00Z') })
      .where('location', 'in', ['ASH', 'BIRCH'])
      .execute(),
  );
  expect((await list()).wards).toEqual([
    ['CEDAR', null],
    ['ASH', 'Ward care'],
  ]);
});

it('a department of another application, a deleted one and a ward named twice are refused', async () => {
  const other = await server.makeApplication({ country: 'GB' });
  const foreign = await within(server, other, (tx) => insertDepartment(tx, other.id, 'Elsewhere'));
  await call('DELETE', `/departments/${hospital.homeId}`);
  for (const id of [foreign, hospital.homeId]) expect((await assign({ ASH: id })).body.errors).toHaveProperty('wards');
  const twice = [
    { location: 'ASH', department_id: hospital.wardId },
    { location: ' ASH ', department_id: null },
  ];
  expect((await call('PUT', '/departments/wards', { wards: twice })).status).toBe(422);
  expect((await list()).without).toBe(3);
});

it('a deleted department leaves its wards without one', async () => {
  await assign({ ASH: hospital.homeId });
  await call('DELETE', `/departments/${hospital.homeId}`);
  expect((await list()).without).toBe(3);
  expect((await answerOnWard('ASH')).department_id).toBeNull();
});

it('who sees some wards sees and changes only those', async () => {
  const nurse = await server.makeUser({
    applications: [hospital.application],
    permissions: ['departments.list', 'departments.update'],
    locations: ['ASH'],
  });
  await assign({ BIRCH: hospital.homeId });
  expect(await list(nurse)).toEqual({ wards: [['ASH', null]], without: 1 });
  expect((await assign({ ASH: hospital.wardId, BIRCH: hospital.wardId }, nurse)).status).toBe(404);
  expect((await assign({ ASH: hospital.wardId }, nurse)).status).toBe(200);
  expect((await list()).wards).toContainEqual(['BIRCH', 'Going home']);
});

it('answers get the department of their ward, unless the link names another', async () => {
  await assign({ ASH: hospital.wardId });
  expect(await answerOnWard('ASH')).toMatchObject({ department_id: hospital.wardId, location: 'ASH' });
  expect((await answerOnWard('BIRCH')).department_id).toBeNull();

  const { token, invitationId } = await askOnWard('ASH');
  const url = `/api/v1/feedback/${token}?department_id=${hospital.homeId}`;
  const payload = { feedback: { responses: hospital.responses(GOOD_REPLY) } };
  expect((await server.call({ method: 'POST', url, payload })).status).toBe(201);
  expect((await answersOf(invitationId)).department_id).toBe(hospital.homeId);
});

it('a case of a question without a department goes to that of the ward, and the check says so', async () => {
  await assign({ ASH: hospital.homeId });
  await within(server, hospital.application, (tx) =>
    tx
      .updateTable('questions')
      .set({ category_id: null })
      .where('application_id', '=', hospital.application.id)
      .execute(),
  );
  const { body } = await call('GET', `/applications/${hospital.application.id}/escalation_check`);
  const rowsOf = body.data.filter(({ option, question }: Json) => option === 'Poor' && question.startsWith('Overall'));
  expect(rowsOf).toMatchObject([
    { department_title: 'Going home', by_ward: true, wards: ['ASH'] },
    { department_title: null, by_ward: false, wards: ['BIRCH', 'CEDAR'] },
  ]);
  const { token } = await askOnWard('ASH');
  expect((await submit(server, hospital, token, BAD_REPLY)).status).toBe(201);
  const cases = (await call('GET', '/cases')).body.data;
  expect(cases).toMatchObject([{ department_title: 'Going home' }]);
});
