import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { GOOD_REPLY, makeAskingHospital, submit, type AskingHospital } from '../../../testing/asked-patients.ts';
import { within } from '../../../testing/builders.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { continueBackfill } from './run-backfill.ts';

let server: TestServer;
let hospital: AskingHospital;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await makeAskingHospital(server);
  admin = await server.makeUser({ applications: [hospital.application], permissions: ['admin'] });
});
afterAll(() => server.stop());

const PATH = '/api/v1/departments/wards/past_answers';
const read = async (by = admin) => (await server.call({ method: 'GET', url: PATH, headers: by.headers })).body.data;
const start = (by = admin) => server.call({ method: 'POST', url: PATH, headers: by.headers });
const assign = (location: string, department_id: number) =>
  server.call({
    method: 'PUT',
    url: '/api/v1/departments/wards',
    headers: admin.headers,
    payload: { wards: [{ location, department_id }] },
  });

/** Stores answers as they were stored before wards had departments. */
async function answerOn(location: string, department_id: number | null = null): Promise<number> {
  const { token, invitationId } = await hospital.ask();
  expect((await submit(server, hospital, token, GOOD_REPLY)).status).toBe(201);
  const { id } = await within(server, hospital.application, (tx) =>
    tx
      .updateTable('feedback')
      .set({ location, department_id })
      .where('invitation_id', '=', invitationId)
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

const departmentsOf = async (ids: number[]) => {
  const rows = await within(server, hospital.application, (tx) =>
    tx.selectFrom('feedback').select(['id', 'department_id']).where('id', 'in', ids).execute(),
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.department_id);
};

it('answers already given get the department of their ward, those with one keep it', async () => {
  const ids = [await answerOn('ASH'), await answerOn('ASH', hospital.homeId), await answerOn('BIRCH')];
  expect(await read()).toEqual({ count: 0, backfill: null });
  await assign('ASH', hospital.wardId);
  expect(await read()).toMatchObject({ count: 1, backfill: null });
  const started = await start();
  expect([started.status, started.body.data]).toMatchObject([
    200,
    { count: 1, backfill: { state: 'running', total: 1, done: 0 } },
  ]);
  expect(await departmentsOf(ids)).toEqual([null, hospital.homeId, null]);
  await server.runJobs();
  expect(await read()).toMatchObject({ count: 0, backfill: { state: 'finished', total: 1, done: 1 } });
  expect(await departmentsOf(ids)).toEqual([hospital.wardId, hospital.homeId, null]);
  expect((await start()).status).toBe(409);
});

it('two who start it at once start one run, and a job that runs twice changes nothing more', async () => {
  const id = await answerOn('ASH');
  await assign('ASH', hospital.wardId);
  const both = await Promise.all([start(), start()]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const [one, other] = both.map(({ body }) => body.data.backfill.id as number);
  expect(one).toBe(other);
  const run = () => continueBackfill(server.ctx, hospital.application.id, one as number);
  await Promise.all([run(), run()]);
  await run();
  expect(await departmentsOf([id])).toEqual([hospital.wardId]);
  expect((await read()).backfill).toMatchObject({ state: 'finished', total: 1, done: 1 });
});

it('who sees some wards counts and changes only their answers', async () => {
  const ids = [await answerOn('ASH'), await answerOn('BIRCH')];
  await assign('ASH', hospital.wardId);
  await assign('BIRCH', hospital.wardId);
  const nurse = await server.makeUser({
    applications: [hospital.application],
    permissions: ['departments.update'],
    locations: ['ASH'],
  });
  expect((await read(nurse)).count).toBe(1);
  await start(nurse);
  await server.runJobs();
  expect(await departmentsOf(ids)).toEqual([hospital.wardId, null]);
  expect((await read()).count).toBe(1);
});
