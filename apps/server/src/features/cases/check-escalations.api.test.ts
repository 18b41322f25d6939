import { afterAll, beforeAll, expect, it } from 'vitest';
import { BAD_REPLY, makeAskingHospital, submit } from '../../testing/asked-patients.ts';
import { feed, within } from '../../testing/builders.ts';
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
afterAll(() => server.stop());

async function makeWorld() {
  const application = await server.makeApplication({ country: 'GB' });
  const of = { applications: [application], permissions: ['cases.list'] };
  const nurse = await server.makeUser({ ...of, locations: ['ASH'] });
  const matron = await server.makeUser(of);
  const admin = await server.makeUser({ applications: [application], permissions: ['admin'] });
  const hospital = await makeAskingHospital(server, { levels: [[nurse], [matron]] }, application);
  await feed(server, application, { event: 'A01', ward: 'ASH' }, { event: 'A01', ward: 'BIRCH', visit: 'OTHER' });
  return { application, nurse, matron, admin, hospital };
}

const check = async (user: TestUser, { id }: TestApplication) =>
  (await server.call({ method: 'GET', url: `/api/v1/applications/${id}/escalation_check`, headers: user.headers }))
    .body;
const namesOf = (row: Json) => row.levels.map(({ people }: Json) => people.map(({ user_id }: Json) => user_id));
const deactivate = (application: TestApplication, user: TestUser) =>
  within(server, application, (tx) =>
    tx.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', user.id).execute(),
  );

it('lists for every answer that opens a case who would be notified, by level and ward', async () => {
  const { application, nurse, matron, admin } = await makeWorld();
  const { data, falling_back } = await check(admin, application);
  expect(falling_back).toBe(0);
  const poor = data.find(({ option, question }: Json) => option === 'Poor' && question.startsWith('Overall'));
  expect(poor).toMatchObject({
    survey_title: 'Your stay with us',
    department_title: 'Ward care',
    wards: ['ASH', 'BIRCH'],
    falls_back: false,
    empty_levels: [],
    levels: [{ level: 1, people: [{ user_id: nurse.id, locations: ['ASH'] }] }, { level: 2 }],
  });
  expect(namesOf(poor)).toEqual([[nurse.id], [matron.id]]);
  expect(new Set(data.map(({ department_title }: Json) => department_title))).toEqual(
    new Set(['Ward care', 'Going home']),
  );
});

it('shows which level has nobody, and where the administrators would be notified instead', async () => {
  const { application, nurse, matron, admin, hospital } = await makeWorld();
  await deactivate(application, nurse);
  const one = await check(admin, application);
  expect(one.falling_back).toBe(0);
  expect(one.data[0]).toMatchObject({ falls_back: false, empty_levels: [1], levels: [{ level: 2 }] });

  await deactivate(application, matron);
  const none = await check(admin, application);
  expect(none.falling_back).toBe(none.data.length);
  expect(none.data[0]).toMatchObject({ falls_back: true, empty_levels: [1, 2] });
  expect(namesOf(none.data[0])).toEqual([[admin.id]]);
  const { token } = await hospital.ask();
  await submit(server, hospital, token, BAD_REPLY);
  const inbox = await server.call({ method: 'GET', url: '/api/v1/inbox', headers: admin.headers });
  expect(inbox.body.data).toMatchObject([{ kind: 'case_opened' }]);
});

it('shows that a question without a department reaches administrators only', async () => {
  const { application, admin } = await makeWorld();
  await within(server, application, (tx) =>
    tx.updateTable('questions').set({ category_id: null }).where('application_id', '=', application.id).execute(),
  );
  const { data } = await check(admin, application);
  expect(data[0]).toMatchObject({ department_id: null, department_title: null, falls_back: true, empty_levels: [] });
});
