import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, NOON } from '../../testing/asked.ts';
import { dischargeAndAnswer, makeAskingApplication, within } from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

const PERMISSIONS = ['cases.list', 'cases.update', 'feedback.list', 'feedback.update'];

let server: TestServer;
let hospital: TestApplication;
let nurse: TestUser;
let colleague: TestUser;
let serial = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  server.setTime(NOON);
  const people = [await server.makeUser({}), await server.makeUser({})] as const;
  [nurse, colleague] = people;
  hospital = await makeAskingApplication(server, { users: [...people] });
  await seat(nurse);
  await seat(colleague, ['BIRCH']);
});

/** Gives somebody a place in the hospital. */
async function seat(user: TestUser, locations: string[] = []): Promise<void> {
  await within(server, hospital, async (tx) => {
    await tx
      .insertInto('application_users')
      .values({ application_id: hospital.id, user_id: user.id, locations })
      .execute();
    const rights = await tx.selectFrom('permissions').select('id').where('name', 'in', PERMISSIONS).execute();
    await tx
      .insertInto('user_permissions')
      .values(rights.map(({ id }) => ({ user_id: user.id, permission_id: id, application_id: hospital.id })))
      .execute();
  });
  await server.as(user)('PUT', '/session/application', { application_id: hospital.id });
}

/** A patient answers badly, which opens a case for both. */
async function answer(ward = 'ASH'): Promise<void> {
  serial += 1;
  await dischargeAndAnswer(server, hospital, serial, { comment: `Nobody came ${serial}.`, ward });
}

const inbox = async (query = '', user = nurse): Promise<Json> => (await server.as(user)('GET', `/inbox${query}`)).body;
const byPerson = async (query = '', user = nurse): Promise<Json> =>
  (await server.as(user)('GET', `/inbox/by_person${query}`)).body;
const done = (payload: Json, user = nurse) => server.as(user)('PUT', '/inbox/done', { inbox: payload });
const undone = (ids: number[], user = nurse) => server.as(user)('PUT', '/inbox/undone', { inbox: { ids } });
const idsOf = ({ data }: Json): number[] => data.map(({ id }: Json) => id);
const now = () => server.ctx.clock().toISOString();
const moveCase = (caseId: number, action: string, user = nurse) =>
  server.as(user)('PUT', `/cases/${caseId}`, { case: { action, note: 'Rang, and said sorry.' } });

async function closeCase(caseId: number): Promise<void> {
  for (const action of ['claim', 'contacted', 'close'])
    expect([action, (await moveCase(caseId, action)).status]).toEqual([action, 200]);
}

describe('an item of the inbox', () => {
  beforeEach(() => answer());

  it('is done and read at once, leaves the open ones, and comes back read when that is taken back', async () => {
    const [id] = idsOf(await inbox('?done=0'));
    const first = await server.as(nurse)('PUT', `/inbox/${id}/done`);
    expect(first.body.data).toMatchObject({ id, done_at: now(), read_at: now() });
    expect(await inbox('?done=0')).toMatchObject({ total: 0, unread_count: 0 });
    expect(idsOf(await inbox('?done=1'))).toEqual([id]);
    server.setTime(new Date(NOON.getTime() + 60_000));
    expect((await server.as(nurse)('PUT', `/inbox/${id}/done`)).body).toEqual(first.body);
    const back = await server.as(nurse)('PUT', `/inbox/${id}/undone`);
    expect(back.body.data).toMatchObject({ id, done_at: null, read_at: NOON.toISOString() });
    expect((await inbox('?done=0')).total).toBe(1);
  });

  it('stays in the inbox of a colleague, who can neither finish nor take back what is somebody else’s', async () => {
    const [id] = idsOf(await inbox());
    expect((await server.as(colleague)('PUT', `/inbox/${id}/done`)).status).toBe(404);
    expect((await done({ ids: [id], seen_until: now() }, colleague)).body.data).toEqual({ count: 0, ids: [] });
    await done({ ids: [id], seen_until: now() });
    expect((await undone([id as number], colleague)).body.data).toEqual({ count: 0, ids: [] });
    expect((await server.as(colleague)('PUT', `/inbox/${id}/undone`)).status).toBe(404);
    expect((await inbox('?done=0', colleague)).total).toBe(1);
  });

  it('that became new again after it was seen stays open', async () => {
    const [{ id, case_id, created_at }] = (await inbox()).data;
    await closeCase(case_id);
    server.setTime(new Date(NOON.getTime() + 60_000));
    await moveCase(case_id, 'reopen');
    expect((await done({ ids: [id], seen_until: created_at })).body.data).toEqual({ count: 0, ids: [] });
    expect((await inbox('?done=0')).data).toMatchObject([{ id, read_at: null, done_at: null }]);
  });

  it('is to be done again when its case is reopened', async () => {
    const [{ id, case_id }] = (await inbox()).data;
    await closeCase(case_id);
    await server.as(nurse)('PUT', `/inbox/${id}/done`);
    await moveCase(case_id, 'reopen');
    expect((await inbox('?done=0')).data).toMatchObject([{ id, read_at: null, done_at: null, over: null }]);
  });

  it('can be found by its kind', async () => {
    expect((await inbox('?kind=case_opened')).total).toBe(1);
    expect((await inbox('?kind=alarm_opened')).total).toBe(0);
    expect((await server.as(nurse)('GET', '/inbox?kind=rumour')).status).toBe(422);
  });
});

describe('several items', () => {
  it('are done together, and exactly these come back', async () => {
    await answer();
    await answer();
    await answer();
    const ids = idsOf(await inbox());
    await server.as(nurse)('PUT', `/inbox/${ids[0]}/done`);
    const { body } = await done({ ids, seen_until: now() });
    expect(body.data.count).toBe(2);
    expect(new Set(body.data.ids)).toEqual(new Set(ids.slice(1)));
    expect((await inbox('?done=0')).total).toBe(0);
    expect((await undone(body.data.ids)).body.data.count).toBe(2);
    expect((await undone(body.data.ids)).body.data.count).toBe(0);
    expect(idsOf(await inbox('?done=1'))).toEqual([ids[0]]);
  });

  it('are refused without a name, and more than a page of them', async () => {
    for (const ids of [[], Array.from({ length: 201 }, (_, index) => index + 1)])
      expect((await done({ ids, seen_until: now() })).status).toBe(422);
    expect((await done({ ids: [1] })).status).toBe(422);
  });

  it('of which nothing is left to do are done at once, the others stay', async () => {
    await answer();
    await answer();
    const [, { case_id }] = (await inbox()).data;
    await closeCase(case_id);
    expect((await byPerson('?done=0')).over_count).toBe(1);
    expect((await inbox('?done=0')).data.map(({ over }: Json) => over)).toEqual(
      expect.arrayContaining(['case_closed', null]),
    );
    expect((await done({ over: true })).body.data.count).toBe(1);
    expect(await byPerson('?done=0')).toMatchObject({ total: 1, over_count: 0 });
    expect((await inbox('?done=0')).data).toMatchObject([{ over: null }]);
  });
});

it('answers that were given to somebody else meanwhile say so', async () => {
  await answer();
  const [{ id }] = (await server.as(nurse)('GET', '/feedback')).body.data;
  const assign = (to_id: number, instead_of_id: number | null) =>
    server.as(nurse)('PUT', `/feedback/records/${id}`, { feedback: { assignment: { to_id, instead_of_id } } });
  const other = await server.makeUser({ applications: [hospital], permissions: PERMISSIONS });
  await assign(nurse.id, null);
  expect((await inbox('?kind=feedback_assigned')).data).toMatchObject([{ over: null }]);
  expect((await assign(other.id, nurse.id)).status).toBe(200);
  expect((await inbox('?kind=feedback_assigned')).data).toMatchObject([{ over: 'given_to_another' }]);
});

describe('the inbox by person', () => {
  it('keeps the items of a patient together, whoever has the newest first, also across pages', async () => {
    await answer();
    const first = serial;
    const [{ id: feedbackId }] = (await server.as(nurse)('GET', '/feedback')).body.data;
    server.setTime(new Date(NOON.getTime() + 60_000));
    await answer();
    server.setTime(new Date(NOON.getTime() + 120_000));
    const assignment = { to_id: nurse.id, instead_of_id: null };
    await server.as(nurse)('PUT', `/feedback/records/${feedbackId}`, { feedback: { assignment } });
    const { data, total } = await byPerson('?done=0');
    expect(total).toBe(3);
    expect(data.map(({ kind }: Json) => kind)).toEqual(['feedback_assigned', 'case_opened', 'case_opened']);
    expect(data[0].group).toBe(`patient:${data[0].patient_id}`);
    expect(data[1]).toMatchObject({ group: data[0].group, person: data[0].person });
    expect(data[1].answer).toBe((await inbox('?kind=case_opened')).data[1].answer);
    expect(data[2].group).not.toBe(data[0].group);
    expect(data[0].person).toMatch(/\S/);
    const pages = [await byPerson('?per_page=2'), await byPerson('?per_page=2&page=2')];
    expect(pages.flatMap(idsOf)).toEqual(idsOf({ data }));
    expect(first).toBeLessThan(serial);
  });

  it('names nobody of a ward that the person does not see', async () => {
    await answer('ASH');
    await answer('BIRCH');
    const { data } = await byPerson('', colleague);
    const inWard = (ward: string) => data.find(({ location }: Json) => location === ward);
    expect(inWard('BIRCH').person).not.toBeNull();
    expect(inWard('ASH')).toMatchObject({ person: null, patient_id: null, contact_id: null });
    expect(inWard('ASH').group).toBe(`feedback:${inWard('ASH').feedback_id}`);
    expect((await byPerson()).data.every(({ person }: Json) => person !== null)).toBe(true);
  });

  it('names nobody to a person who may not open cases', async () => {
    await answer();
    await within(server, hospital, (tx) => tx.deleteFrom('user_permissions').where('user_id', '=', nurse.id).execute());
    expect((await byPerson()).data).toMatchObject([{ person: null, patient_id: null }]);
  });

  it('puts alarms under the system', async () => {
    await within(server, hospital, async (tx) => {
      const { id } = await tx
        .insertInto('alarms')
        .values({
          application_id: hospital.id,
          kind: 'backlog',
          severity: 'warning',
          opened_at: NOON,
          last_seen_at: NOON,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const item = { application_id: hospital.id, user_id: nurse.id, kind: 'alarm_opened', alarm_id: id, level: 1 };
      await tx
        .insertInto('inbox_items')
        .values({ ...item, question: 'Look.', answer: 'Messages wait', created_at: NOON })
        .execute();
    });
    expect((await byPerson()).data).toMatchObject([{ group: 'system', person: null, over: null }]);
    await within(server, hospital, (tx) =>
      tx
        .updateTable('alarms')
        .set({ closed_at: new Date(NOON.getTime() + DAY) })
        .execute(),
    );
    expect((await byPerson()).data).toMatchObject([{ group: 'system', over: 'alarm_closed' }]);
  });

  it('is in the audit of each patient that it names', async () => {
    await answer();
    const [{ patient_id }] = (await byPerson()).data;
    const entries = await within(server, hospital, (tx) =>
      tx
        .selectFrom('audit_entries')
        .select('patient_ids')
        .where('user_id', '=', nurse.id)
        .where('record_type', '=', 'inbox')
        .execute(),
    );
    expect(entries).toEqual([{ patient_ids: [patient_id] }]);
  });
});
