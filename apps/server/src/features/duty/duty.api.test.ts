import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BAD_REPLY, makeAskingHospital, submit, type AskingHospital } from '../../testing/asked-patients.ts';
import { within } from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { escalateCase } from '../cases/index.ts';

/** Midnight UTC of a Tuesday after tomorrow, so that no job is due by the clock of the database before the test runs it. */
const DAY = 86_400_000;
const firstDay = new Date(Math.ceil(Date.now() / DAY + 1) * DAY);
const START = new Date(firstDay.getTime() + ((9 - firstDay.getUTCDay()) % 7) * DAY);
const hours = (count: number) => new Date(START.getTime() + count * 3_600_000);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const WORK = ['cases.list', 'cases.update'];
const [MONDAY, TUESDAY] = [1, 2];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface World {
  application: TestApplication;
  hospital: AskingHospital;
  nurse: TestUser;
  matron: TestUser;
  late: TestUser;
  admin: TestUser;
}

/** The nurse hears first and the matron second; the first turn is for whoever is on duty. */
async function makeWorld(): Promise<World> {
  server.setTime(START);
  const application = await server.makeApplication({ country: 'GB', time_zone: 'UTC' });
  const make = (permissions = WORK, locations: string[] = []) =>
    server.makeUser({ applications: [application], permissions, locations });
  const [nurse, matron, late, admin] = [await make(), await make(), await make(), await make(['admin'])];
  const hospital = await makeAskingHospital(server, { levels: [[nurse], [matron]] }, application);
  await within(server, application, (tx) =>
    tx
      .updateTable('department_escalations')
      .set({ on_duty: true })
      .where('application_id', '=', application.id)
      .where('sort_order', '=', 1)
      .execute(),
  );
  return { application, hospital, nurse, matron, late, admin };
}

const call = (user: TestUser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  server.call({ method, url: `/api/v1${path}`, headers: user.headers, ...(payload ? { payload } : {}) });

const addShift = (world: World, people: TestUser[], weekday: number, starts: string, ends: string) =>
  call(world.admin, 'POST', `/departments/${world.hospital.wardId}/duty_shifts`, {
    duty_shift: { weekday, starts, ends, user_ids: people.map(({ id }) => id) },
  });

const standIn = (world: World, away: TestUser, deputy: TestUser) =>
  call(world.admin, 'POST', `/users/${away.id}/absences`, {
    absence: { from_day: dayOf(START), to_day: dayOf(START), deputy_id: deputy.id },
  });

async function answerBadly({ hospital }: World): Promise<void> {
  const { token } = await hospital.ask();
  expect((await submit(server, hospital, token, BAD_REPLY)).status).toBe(201);
  await server.runJobs();
}

/** Returns who has something about a case in the inbox. It is read in the database, because sessions lock as time goes on. */
async function heard(world: World): Promise<string[]> {
  const rows = await within(server, world.application, (tx) =>
    tx.selectFrom('inbox_items').select('user_id').execute(),
  );
  const people = ['nurse', 'matron', 'late', 'admin'] as const;
  return people.filter((who) => rows.some(({ user_id }) => user_id === world[who].id));
}
async function stepsOf({ application }: World): Promise<string[]> {
  const rows = await within(server, application, (tx) =>
    tx.selectFrom('case_steps').select(['action', 'note']).orderBy('id').execute(),
  );
  return rows.map(({ action, note }) => (note ? `${action}: ${note}` : action));
}

describe('a turn for whoever is on duty', () => {
  it('reaches those who are on duty now, over midnight as well', async () => {
    const world = await makeWorld();
    expect((await addShift(world, [world.late], MONDAY, '19:00', '07:00')).status).toBe(201);
    await addShift(world, [world.nurse], TUESDAY, '07:00', '19:00');
    server.setTime(hours(6.9));
    await answerBadly(world);
    expect(await heard(world)).toEqual(['late']);
    expect(await stepsOf(world)).toEqual(['opened']);
  });

  it('reaches its own people when nobody is on duty, and the case says so', async () => {
    const world = await makeWorld();
    await addShift(world, [world.late], TUESDAY, '07:00', '19:00');
    await answerBadly(world);
    expect(await heard(world)).toEqual(['nurse']);
    expect(await stepsOf(world)).toEqual(['opened', 'nobody_on_duty: Level 1']);
  });

  it('counts nobody as on duty who cannot be reached', async () => {
    const world = await makeWorld();
    await addShift(world, [world.late], TUESDAY, '00:00', '19:00');
    await within(server, world.application, (tx) =>
      tx.updateTable('users').set({ email: 'none' }).where('id', '=', world.late.id).execute(),
    );
    await answerBadly(world);
    expect(await heard(world)).toEqual(['nurse']);
  });

  it('is followed by the next turn, which is not for them', async () => {
    const world = await makeWorld();
    await addShift(world, [world.late], TUESDAY, '00:00', '19:00');
    await answerBadly(world);
    const { id } = (await call(world.admin, 'GET', '/cases')).body.data[0];
    server.setTime(hours(0.6));
    await escalateCase(server.ctx, world.application.id, id, 2);
    expect(await heard(world)).toEqual(['matron', 'late']);
    expect(await stepsOf(world)).toEqual(['opened', 'escalated: Level 2']);
  });
});

describe('somebody who is away', () => {
  it('is replaced by their deputy, and by the deputy of a deputy who is away too', async () => {
    const world = await makeWorld();
    expect((await standIn(world, world.nurse, world.late)).status).toBe(201);
    expect((await standIn(world, world.late, world.matron)).status).toBe(201);
    await answerBadly(world);
    expect(await heard(world)).toEqual(['matron']);
  });

  it('is replaced while on duty', async () => {
    const world = await makeWorld();
    await addShift(world, [world.late], TUESDAY, '00:00', '19:00');
    await standIn(world, world.late, world.matron);
    await answerBadly(world);
    expect(await heard(world)).toEqual(['matron']);
  });

  it('hears themself where the deputy does not see the ward or does not work on cases any more', async () => {
    const world = await makeWorld();
    await standIn(world, world.nurse, world.late);
    const setWards = (locations: string[]) =>
      within(server, world.application, (tx) =>
        tx.updateTable('application_users').set({ locations }).where('user_id', '=', world.late.id).execute(),
      );
    await setWards(['BIRCH']);
    await answerBadly(world);
    expect(await heard(world)).toEqual(['nurse']);

    const other = await makeWorld();
    await standIn(other, other.nurse, other.late);
    await within(server, other.application, (tx) =>
      tx.deleteFrom('user_permissions').where('user_id', '=', other.late.id).execute(),
    );
    await answerBadly(other);
    expect(await heard(other)).toEqual(['nurse']);
  });

  it('is replaced on the days of the absence alone', async () => {
    const world = await makeWorld();
    await standIn(world, world.nurse, world.late);
    server.setTime(hours(24));
    await answerBadly(world);
    expect(await heard(world)).toEqual(['nurse']);
  });
});

describe('the duty rota', () => {
  it('is read, changed and deleted, and says who is on duty now', async () => {
    const world = await makeWorld();
    const path = `/departments/${world.hospital.wardId}/duty_shifts`;
    const { id, version } = (await addShift(world, [world.late, world.nurse], TUESDAY, '00:00', '08:00')).body.data;
    const { body } = await call(world.admin, 'GET', path);
    expect([body.data.length, body.on_duty.people.length, body.time_zone]).toEqual([1, 2, 'UTC']);
    const changed = { weekday: TUESDAY, starts: '08:00', ends: '09:00', user_ids: [world.late.id] };
    const put = (payload: object) => call(world.admin, 'PUT', `${path}/${id}`, { duty_shift: payload });
    expect((await put({ ...changed, version })).body.data).toMatchObject({
      starts: '08:00',
      users: [{ id: world.late.id }],
    });
    expect((await put({ ...changed, version })).status).toBe(409);
    expect((await put({ ...changed, starts: '8' })).body.errors).toHaveProperty('starts');
    expect((await put({ ...changed, user_ids: [2_000_000_000] })).body.errors).toHaveProperty('user_ids');
    const now = () => call(world.nurse, 'GET', `/departments/${world.hospital.wardId}/on_duty`);
    expect((await now()).body.data.people).toEqual([]);
    server.setTime(hours(8));
    expect((await now()).body.data.people).toMatchObject([{ id: world.late.id }]);
    expect((await call(world.nurse, 'GET', path)).status).toBe(403);
    expect((await call(world.admin, 'DELETE', `${path}/${id}`)).status).toBe(200);
    expect((await call(world.admin, 'DELETE', `${path}/${id}`)).status).toBe(404);
  });
});

describe('an absence', () => {
  const away = (deputy: TestUser, from: Date, to: Date) => ({
    absence: { from_day: dayOf(from), to_day: dayOf(to), deputy_id: deputy.id },
  });

  it('is set by the person, has one deputy a day, and is taken back', async () => {
    const world = await makeWorld();
    const { nurse, late, matron } = world;
    const create = (body: object) => call(nurse, 'POST', '/account/absences', body);
    const { status, body } = await create(away(late, START, hours(48)));
    expect([status, body.data.deputy.id]).toEqual([201, late.id]);
    expect((await create(away(matron, hours(48), hours(72)))).body.errors).toHaveProperty('from_day');
    expect((await create(away(matron, hours(96), hours(72)))).body.errors).toHaveProperty('to_day');
    expect((await create(away(matron, hours(-72), hours(-48)))).body.errors).toHaveProperty('to_day');
    expect((await create(away(nurse, hours(96), hours(96)))).body.errors).toHaveProperty('deputy_id');
    const listed = (await call(nurse, 'GET', '/account/absences')).body;
    expect(listed.data).toMatchObject([{ id: body.data.id }]);
    expect(listed.deputies.map(({ id }: Json) => id)).not.toContain(nurse.id);
    // It is of nobody else.
    expect((await call(late, 'DELETE', `/account/absences/${body.data.id}`)).status).toBe(404);
    expect((await call(nurse, 'DELETE', `/account/absences/${body.data.id}`)).status).toBe(200);
  });

  it('is stored once when two are set at the same time', async () => {
    const { nurse, late } = await makeWorld();
    const both = await Promise.all(
      [1, 2].map(() => call(nurse, 'POST', '/account/absences', away(late, START, START))),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
  });

  it('is set for others by whoever may change them', async () => {
    const world = await makeWorld();
    const path = `/users/${world.nurse.id}/absences`;
    expect((await call(world.late, 'GET', path)).status).toBe(403);
    const { id } = (await standIn(world, world.nurse, world.late)).body.data;
    expect((await call(world.admin, 'GET', path)).body.data).toMatchObject([{ id, deputy: { id: world.late.id } }]);
    expect((await call(world.admin, 'DELETE', `${path}/${id}`)).status).toBe(200);
  });
});
