import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BAD_REPLY, makeAskingHospital, submit, type AskingHospital } from '../../testing/asked-patients.ts';
import { within } from '../../testing/builders.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: AskingHospital;
let manager: TestUser;
let nurse: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  server.setTime(new Date('2036-11-19T10:00:00Z'));
  const application = await server.makeApplication({ country: 'GB' });
  manager = await server.makeUser({
    applications: [application],
    permissions: ['cases.list', 'cases.update', 'departments.update'],
  });
  nurse = await server.makeUser({ applications: [application], permissions: ['cases.list', 'cases.update'] });
  hospital = await makeAskingHospital(server, { levels: [[nurse]] }, application);
});

const make = async (title: string, more: object = {}) =>
  (await server.as(manager)('POST', '/case_causes', { case_cause: { title, ...more } })).body.data.id as number;
const change = (id: number, changes: object) =>
  server.as(manager)('PUT', `/case_causes/${id}`, { case_cause: changes });
const remove = (id: number) => server.as(manager)('DELETE', `/case_causes/${id}`);
const listed = async () => (await server.as(nurse)('GET', '/case_causes')).body.data;
const offered = async () => (await server.as(nurse)('GET', '/cases/choices')).body.data.causes;
const byCause = async (query = '') => (await server.as(nurse)('GET', `/cases/by_cause${query}`)).body.data;

async function claimedCase(): Promise<number> {
  const { token } = await hospital.ask();
  await submit(server, hospital, token, BAD_REPLY);
  const { id } = (await server.as(nurse)('GET', '/cases')).body.data[0];
  await server.as(nurse)('PUT', `/cases/${id}`, { case: { action: 'claim' } });
  return id;
}
const close = (id: number, more: object = {}) =>
  server.as(nurse)('PUT', `/cases/${id}`, { case: { action: 'close', note: 'Called her.', ...more } });

describe('the causes of an organisation', () => {
  it('are listed in their order, and those that are switched off are not offered', async () => {
    const food = await make('Food', { sort_order: 2 });
    const waiting = await make('Waiting', { sort_order: 1 });
    const noise = await make('Noise', { active: false });
    expect((await listed()).map(({ id, active }: { id: number; active: boolean }) => [id, active])).toEqual([
      [noise, false],
      [waiting, true],
      [food, true],
    ]);
    expect(await offered()).toEqual([
      { id: waiting, title: 'Waiting' },
      { id: food, title: 'Food' },
    ]);
  });

  it('have a title each, also when two people enter it at once', async () => {
    const answers = await Promise.all(
      ['Food', 'food'].map((title) => server.as(manager)('POST', '/case_causes', { case_cause: { title } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
    const noise = await make('Noise');
    expect((await change(noise, { title: 'FOOD' })).body.errors).toEqual({
      title: ['There is a cause of this title already.'],
    });
    expect((await change(noise, { title: 'Loud' })).body.data).toMatchObject({ title: 'Loud', version: 2 });
    expect((await change(noise, { title: 'Louder', version: 1 })).status).toBe(409);
  });

  it('are changed only by who may change departments, and only in their own organisation', async () => {
    const id = await make('Food');
    expect((await server.as(nurse)('POST', '/case_causes', { case_cause: { title: 'Noise' } })).status).toBe(403);
    const stranger = await server.makeUser({
      applications: [await server.makeApplication({ country: 'GB' })],
      permissions: ['cases.list', 'departments.update'],
    });
    expect((await server.as(stranger)('PUT', `/case_causes/${id}`, { case_cause: { title: 'X' } })).status).toBe(404);
    expect((await server.as(stranger)('DELETE', `/case_causes/${id}`)).status).toBe(404);
    expect((await server.as(stranger)('GET', '/case_causes')).body.data).toEqual([]);
  });

  it('are removed only while no case has them', async () => {
    const [food, noise] = [await make('Food'), await make('Noise')];
    await close(await claimedCase(), { cause_id: food });
    const refused = await remove(food);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Cases have this cause, so it stays with them. Switch it off instead.',
    ]);
    expect((await remove(noise)).status).toBe(200);
    expect(await listed()).toMatchObject([{ id: food, used: true }]);
  });
});

describe('closing a case', () => {
  it('asks for a cause where there are any, and keeps it with the actions', async () => {
    const food = await make('Food');
    const id = await claimedCase();
    expect((await close(id)).body.errors).toEqual({ cause_id: ['Choose a cause.'] });
    const { body } = await close(id, { cause_id: food, actions_taken: ' The trolley was repaired. ' });
    expect(body.data).toMatchObject({
      state: 'closed',
      cause_id: food,
      cause_title: 'Food',
      actions_taken: 'The trolley was repaired.',
    });
    expect((await server.as(nurse)('GET', `/cases?cause_id=${food}`)).body.total).toBe(1);
    await change(food, { active: false });
    expect((await server.as(nurse)('GET', `/cases/${id}`)).body.data.cause_title).toBe('Food');
    const csv = await server.as(nurse)('GET', '/cases.csv');
    expect(String(csv.body)).toContain('Food,The trolley was repaired.');
  });

  it('asks for none where there are none, or all are switched off', async () => {
    expect((await close(await claimedCase())).body.data).toMatchObject({ state: 'closed', cause_id: null });
    await make('Food', { active: false });
    expect((await close(await claimedCase())).status).toBe(200);
  });

  it('takes no cause that is switched off, or of another organisation', async () => {
    const [food, noise] = [await make('Food'), await make('Noise')];
    await change(noise, { active: false });
    const other = await server.makeApplication({ country: 'GB' });
    const foreign = await within(server, other, (tx) =>
      tx
        .insertInto('case_causes')
        .values({ application_id: other.id, title: 'Food' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    const id = await claimedCase();
    for (const cause_id of [noise, foreign.id])
      expect((await close(id, { cause_id })).body.errors).toEqual({
        cause_id: ['This cause is not offered any more. Choose another one.'],
      });
    expect((await close(id, { cause_id: food })).status).toBe(200);
  });

  it('with a cause that is removed at the same time either keeps the cause or is refused', async () => {
    const food = await make('Food');
    await make('Noise');
    const id = await claimedCase();
    const [closed, removed] = await Promise.all([close(id, { cause_id: food }), remove(food)]);
    expect([
      [200, 409],
      [422, 200],
    ]).toContainEqual([closed.status, removed.status]);
  });

  it('keeps the cause when it is reopened, until it is closed with another one', async () => {
    const [food, noise] = [await make('Food'), await make('Noise')];
    const id = await claimedCase();
    await close(id, { cause_id: food, actions_taken: 'First.' });
    const reopened = await server.as(nurse)('PUT', `/cases/${id}`, { case: { action: 'reopen' } });
    expect(reopened.body.data).toMatchObject({ cause_title: 'Food', actions_taken: 'First.' });
    expect((await byCause()).total).toBe(0);
    await server.as(nurse)('PUT', `/cases/${id}`, { case: { action: 'claim' } });
    expect((await close(id, { cause_id: noise })).body.data).toMatchObject({
      cause_title: 'Noise',
      actions_taken: null,
    });
  });
});

describe('the counts by cause', () => {
  it('are of cases that were closed in the period, in the time zone of the application', async () => {
    await within(server, hospital.application, (tx) =>
      tx
        .updateTable('applications')
        .set({ time_zone: 'Asia/Tokyo' })
        .where('id', '=', hospital.application.id)
        .execute(),
    );
    const ids = [await claimedCase(), await claimedCase(), await claimedCase()];
    await close(ids[2] ?? 0);
    const food = await make('Food');
    for (const id of ids.slice(0, 2)) await close(id, { cause_id: food });
    expect(await byCause()).toEqual({
      from: '2036-08-22',
      to: '2036-11-19',
      total: 3,
      causes: [
        { cause_id: food, title: 'Food', count: 2 },
        { cause_id: null, title: null, count: 1 },
      ],
    });
    // Midnight between the two days in Tokyo.
    await within(server, hospital.application, (tx) =>
      tx
        .updateTable('cases')
        .set({ closed_at: new Date('2036-11-18T15:00:00Z') })
        .where('id', '=', ids[0] ?? 0)
        .execute(),
    );
    const counts = async (query: string) => (await byCause(query)).total;
    expect(await counts('?from=2036-11-19&to=2036-11-19')).toBe(3);
    expect(await counts('?from=2036-11-18&to=2036-11-18')).toBe(0);
    expect(await counts('?from=2036-11-20')).toBe(0);
  });

  it('are of the wards that somebody sees', async () => {
    const food = await make('Food');
    const ids = [await claimedCase(), await claimedCase()];
    for (const id of ids) await close(id, { cause_id: food });
    await within(server, hospital.application, (tx) =>
      tx
        .updateTable('cases')
        .set({ location: 'ASH' })
        .where('id', '=', ids[0] ?? 0)
        .execute(),
    );
    const ward = await server.makeUser({
      applications: [hospital.application],
      permissions: ['cases.list'],
      locations: ['ASH'],
    });
    expect((await server.as(ward)('GET', '/cases/by_cause')).body.data).toMatchObject({
      total: 1,
      causes: [{ title: 'Food', count: 1 }],
    });
  });
});
