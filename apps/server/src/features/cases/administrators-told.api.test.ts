import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BAD_REPLY, makeAskingHospital, submit, type AskingHospital } from '../../testing/asked-patients.ts';
import { within } from '../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { escalateCase } from './index.ts';

/** The test's clock starts tomorrow, so that no job is due by the clock of the database before the test runs it. */
const START = new Date(Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000);
const minutesLater = (minutes: number) => new Date(START.getTime() + minutes * 60_000);
const PERMISSIONS = ['cases.list', 'cases.update'];
const REASON = 'Nobody who can be reached was set for this department, so the administrators were told.';

let server: TestServer;
let superuser: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.makeUser({ superUser: true });
});
afterAll(() => server.stop());

interface World {
  application: TestApplication;
  hospital: AskingHospital;
  nurse: TestUser;
  matron: TestUser;
  admin: TestUser;
}

/** `levels` says who is notified at the first level and who at the second. */
async function makeWorld(levels: ('nurse' | 'matron')[] = ['nurse', 'matron']): Promise<World> {
  server.setTime(START);
  const application = await server.makeApplication({ country: 'GB' });
  const of = { applications: [application] };
  const nurse = await server.makeUser({ ...of, permissions: PERMISSIONS });
  const matron = await server.makeUser({ ...of, permissions: PERMISSIONS });
  const admin = await server.makeUser({ ...of, permissions: ['admin'] });
  const people = { nurse, matron };
  const hospital = await makeAskingHospital(server, { levels: levels.map((who) => [people[who]]) }, application);
  return { application, hospital, nurse, matron, admin };
}

const inbox = async (user: TestUser) =>
  (await server.call({ method: 'GET', url: '/api/v1/inbox', headers: user.headers })).body.data;
const mailTo = (user: TestUser) => server.gateways.emails.filter(({ to }) => to === user.email);
const readCases = async (user: TestUser) => {
  const { body } = await server.call({ method: 'GET', url: '/api/v1/cases', headers: user.headers });
  const [{ id }] = body.data;
  return (await server.call({ method: 'GET', url: `/api/v1/cases/${id}`, headers: user.headers })).body.data;
};
const setUser = ({ application }: World, user: TestUser, columns: { deactivated_at?: Date; email?: string }) =>
  within(server, application, (tx) => tx.updateTable('users').set(columns).where('id', '=', user.id).execute());

async function answerBadly({ hospital }: World): Promise<void> {
  const { token } = await hospital.ask();
  expect((await submit(server, hospital, token, BAD_REPLY)).status).toBe(201);
  await server.runJobs();
}

describe('administrators are notified of a case', () => {
  /** Returns what the administrator was sent, and the steps of the case. */
  async function heardBy({ admin }: World) {
    const mails = mailTo(admin).map(({ text }) => text.includes(REASON));
    return { inbox: await inbox(admin), mails, record: await readCases(admin) };
  }
  const TOLD = {
    inbox: [{ kind: 'case_opened', case_state: 'new', answer: 'Poor' }],
    mails: [true],
    record: {
      level: 1,
      next_level_at: null,
      steps: [{ action: 'opened' }, { action: 'administrators_told', note: REASON }],
    },
  };

  it('where no escalation exists for the survey and department', async () => {
    const world = await makeWorld([]);
    await answerBadly(world);
    expect(await heardBy(world)).toMatchObject(TOLD);
    expect(mailTo(superuser)).toEqual([]);
  });

  it('where an escalation names a user who does not exist', async () => {
    const world = await makeWorld(['nurse']);
    await within(server, world.application, (tx) =>
      tx
        .updateTable('department_escalations')
        .set({ user_ids: [2_000_000_000] })
        .where('application_id', '=', world.application.id)
        .execute(),
    );
    await answerBadly(world);
    expect(await heardBy(world)).toMatchObject(TOLD);
  });

  it('where all users of the escalation were deactivated', async () => {
    const world = await makeWorld();
    await setUser(world, world.nurse, { deactivated_at: START });
    await setUser(world, world.matron, { deactivated_at: START });
    await answerBadly(world);
    expect(await heardBy(world)).toMatchObject(TOLD);
  });

  it('where the only user of the escalation has no e-mail address, or has left the application', async () => {
    const withoutAddress = await makeWorld(['nurse']);
    await setUser(withoutAddress, withoutAddress.nurse, { email: '' });
    await answerBadly(withoutAddress);
    expect(await heardBy(withoutAddress)).toMatchObject(TOLD);

    const left = await makeWorld(['nurse']);
    await within(server, left.application, (tx) =>
      tx.deleteFrom('application_users').where('user_id', '=', left.nurse.id).execute(),
    );
    await answerBadly(left);
    expect(await heardBy(left)).toMatchObject(TOLD);
  });

  it.each(['department_id', 'category_id'] as const)('where the question has no %s', async (missing) => {
    const world = await makeWorld(['nurse']);
    const { id } = world.application;
    await within(server, world.application, async (tx) => {
      if (missing === 'department_id')
        await tx.updateTable('categories').set({ department_id: null }).where('application_id', '=', id).execute();
      else await tx.updateTable('questions').set({ category_id: null }).where('application_id', '=', id).execute();
    });
    await answerBadly(world);
    expect(await heardBy(world)).toMatchObject(TOLD);
    expect(await inbox(world.nurse)).toEqual([]);
  });

  it('and superusers are notified where the application has no administrator who can be reached', async () => {
    const world = await makeWorld([]);
    await setUser(world, world.admin, { email: 'without-address' });
    const before = mailTo(superuser).length;
    await answerBadly(world);
    expect(mailTo(superuser)).toHaveLength(before + 1);
    expect(mailTo(superuser).at(-1)?.text).toContain(REASON);
  });
});

describe('when nobody claims a case in time', () => {
  it('administrators are notified once where nobody of the next level can be reached', async () => {
    const world = await makeWorld();
    await answerBadly(world);
    expect(await inbox(world.nurse)).toHaveLength(1);
    expect(await inbox(world.admin)).toEqual([]);
    await setUser(world, world.matron, { deactivated_at: START });

    const { id } = await readCases(world.nurse);
    server.setTime(minutesLater(31));
    // The job runs twice at the same time, as when a process is taken for dead, and then once more, as in a retry.
    await Promise.all([1, 2].map(() => escalateCase(server.ctx, world.application.id, id, 2)));
    await escalateCase(server.ctx, world.application.id, id, 2);
    await server.runJobs();
    expect(await inbox(world.admin)).toMatchObject([{ kind: 'case_escalated', case_id: id }]);
    expect(mailTo(world.admin)).toHaveLength(1);
    const record = await readCases(world.admin);
    expect(record).toMatchObject({ level: 2, next_level_at: null });
    expect(record.steps.map(({ action }: { action: string }) => action)).toEqual(['opened', 'administrators_told']);
  });

  it('administrators are notified also where the escalations were deleted meanwhile', async () => {
    const world = await makeWorld();
    await answerBadly(world);
    await within(server, world.application, (tx) =>
      tx.deleteFrom('department_escalations').where('application_id', '=', world.application.id).execute(),
    );
    server.setTime(minutesLater(31));
    const { id } = await readCases(world.nurse);
    await escalateCase(server.ctx, world.application.id, id, 2);
    expect(await inbox(world.admin)).toHaveLength(1);
  });
});

it('administrators are notified once when an answer is submitted twice at the same time', async () => {
  const world = await makeWorld([]);
  const { token } = await world.hospital.ask();
  const answers = await Promise.all([1, 2].map(() => submit(server, world.hospital, token, BAD_REPLY)));
  expect(answers.map(({ status }) => status)).toContain(201);
  await server.runJobs();
  expect(await inbox(world.admin)).toHaveLength(1);
  expect(mailTo(world.admin)).toHaveLength(1);
});
