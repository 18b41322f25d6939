import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSurvey, within } from '../../testing/builders.ts';
import { makeFullApplication, type FullApplication } from '../../testing/full-application.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: FullApplication;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await makeFullApplication(server);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  server.call({ method, url: `/api/v1${path}`, headers: admin.headers, ...(payload ? { payload } : {}) });

describe('a department', () => {
  it('is made, found, renamed', async () => {
    const created = await call('POST', '/departments', { department: { title: ' Pharmacy ' } });
    expect([created.status, created.body.data]).toMatchObject([201, { title: 'Pharmacy', categories: [] }]);
    const { id, version } = created.body.data;
    const renamed = await call('PUT', `/departments/${id}`, { department: { title: 'Medicines', version } });
    expect([renamed.status, renamed.body.data.title]).toEqual([200, 'Medicines']);
    const titles = (await call('GET', '/departments?paginate=0')).body.data.map((one: Json) => one.title);
    expect(titles).toEqual(['Medicines', 'Nursing']);
    expect((await call('GET', '/departments?term=medic')).body.data[0]).toMatchObject({ id, categories_count: 0 });
  });

  it('is refused without a title, or with the title of another', async () => {
    for (const title of ['', '   ', 'x'.repeat(201), 'nursing'])
      expect((await call('POST', '/departments', { department: { title } })).body.errors).toHaveProperty('title');
    expect((await call('POST', '/departments', {})).status).toBe(422);
  });

  it('that two people save at once is saved by the first; the second gets a conflict and overwrites nothing', async () => {
    const { version } = (await call('GET', `/departments/${hospital.departmentId}`)).body.data;
    const save = (title: string) =>
      call('PUT', `/departments/${hospital.departmentId}`, { department: { title, version } });
    const answers = await Promise.all([save('First'), save('Second')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const told = answers.find(({ status }) => status === 409);
    expect(told?.body.message).toContain('Somebody else saved this');
  });

  it('shows what it is used for, and its cases keep its name when it is deleted', async () => {
    const before = (await call('GET', `/departments/${hospital.departmentId}`)).body.data;
    expect(before).toMatchObject({ categories: [{ title: 'Care' }], escalations_count: 1, open_cases_count: 2 });
    expect(before).toMatchObject({ wards_count: 1, kiosks_count: 0 });
    expect((await call('DELETE', `/departments/${hospital.departmentId}`)).body.data.id).toBe(hospital.departmentId);
    expect((await call('GET', `/departments/${hospital.departmentId}`)).status).toBe(404);
    expect((await call('GET', '/departments')).body.data).toEqual([]);
    expect((await call('GET', `/categories/${hospital.categoryId}`)).body.data.department).toBeNull();
    expect((await call('GET', `/cases/${hospital.caseId}`)).body.data.department_title).toBe('Nursing');
    // The job of the next level finds nobody to notify and does not fail.
    await server.runJobs({ asOf: new Date(Date.now() + 86_400_000) });
    expect((await call('GET', `/cases/${hospital.caseId}`)).body.data.state).toBe('new');
    const again = { category: { title: 'Back', department_id: hospital.departmentId } };
    expect((await call('POST', '/categories', again)).body.errors).toHaveProperty('department_id');
    expect((await call('POST', '/departments', { department: { title: 'Nursing' } })).status).toBe(201);
  });
});

describe('escalations', () => {
  const path = () => `/departments/${hospital.departmentId}/escalations`;

  it('are added in order, listed with names, and removed', async () => {
    const choices = (await call('GET', `/departments/${hospital.departmentId}/escalation_choices`)).body.data;
    expect(choices.surveys.map((one: Json) => one.id)).toEqual([hospital.surveyId]);
    expect(choices.users.map((one: Json) => one.id)).toEqual(expect.arrayContaining([hospital.userId, admin.id]));
    const person = { survey_id: hospital.surveyId, user_ids: [hospital.userId, admin.id] };
    const first = await call('POST', path(), { department_escalation: person });
    expect([first.status, first.body.data.sort_order]).toEqual([201, 1]);
    const second = await call('POST', path(), { department_escalation: { ...person, sort_order: 2 } });
    expect(second.body.data.users.map((one: Json) => one.id)).toEqual(
      expect.arrayContaining([hospital.userId, admin.id]),
    );
    const listed = (await call('GET', path())).body.data;
    expect(listed.map((one: Json) => one.sort_order)).toEqual([1, 1, 2]);
    expect((await call('DELETE', `${path()}/${second.body.data.id}`)).status).toBe(200);
    expect((await call('DELETE', `${path()}/${second.body.data.id}`)).status).toBe(404);
  });

  it('are changed; the second of two people who save is told of the first', async () => {
    const person = { survey_id: hospital.surveyId, user_ids: [hospital.userId], sort_order: 4 };
    const { id, version } = (await call('POST', path(), { department_escalation: person })).body.data;
    const save = (user_ids: number[], sort_order: number) =>
      call('PUT', `${path()}/${id}`, { department_escalation: { ...person, user_ids, sort_order, version } });
    const saved = await Promise.all([save([admin.id], 5), save([admin.id], 6)]);
    expect(saved.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const changed = (await call('GET', path())).body.data.find((one: Json) => one.id === id);
    expect([changed.user_ids, [5, 6].includes(changed.sort_order)]).toEqual([[admin.id], true]);
    const stranger = await server.makeUser({ applications: [await server.makeApplication()] });
    const refused = await call('PUT', `${path()}/${id}`, {
      department_escalation: { ...person, user_ids: [stranger.id] },
    });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['user_ids']]);
    expect((await call('PUT', `${path()}/999999`, { department_escalation: person })).status).toBe(404);
  });

  it('are refused without people, with people of no application here, or for a survey of another application', async () => {
    const stranger = await server.makeUser({ applications: [await server.makeApplication()] });
    const theirs = await makeSurvey(server, await server.makeApplication());
    const good = { survey_id: hospital.surveyId, user_ids: [admin.id] };
    for (const [body, field] of [
      [{ ...good, user_ids: [] }, 'user_ids'],
      [{ ...good, user_ids: [stranger.id] }, 'user_ids'],
      [{ ...good, survey_id: theirs.id }, 'survey_id'],
      [{ user_ids: [admin.id] }, 'survey_id'],
      [{ ...good, sort_order: 0 }, 'sort_order'],
    ] as const) {
      const { status, body: answer } = await call('POST', path(), { department_escalation: body });
      expect([status, Object.keys(answer.errors)]).toEqual([422, [field]]);
    }
  });

  it('no longer name a person who was deactivated or left the application', async () => {
    await call('PUT', `/users/${hospital.userId}`, { user: { active: 0 } });
    const [escalation] = (await call('GET', path())).body.data;
    expect([escalation.users, escalation.user_ids]).toEqual([[], [hospital.userId]]);
  });
});

describe('a category', () => {
  it('is made with its department and titles in other languages, changed, and deleted', async () => {
    const created = await call('POST', '/categories', {
      category: {
        title: 'Food',
        department_id: hospital.departmentId,
        translations: { ar: { title: 'الطعام' }, fr: { title: '' } },
      },
    });
    expect([created.status, created.body.data]).toMatchObject([
      201,
      {
        title: 'Food',
        department: { id: hospital.departmentId, title: 'Nursing' },
        translations: { ar: { title: 'الطعام' } },
      },
    ]);
    const { id, version } = created.body.data;
    const changed = await call('PUT', `/categories/${id}`, {
      category: { title: 'Meals', department_id: null, version },
    });
    expect(changed.body.data).toMatchObject({
      title: 'Meals',
      department: null,
      translations: { ar: { title: 'الطعام' } },
    });
    expect((await call('PUT', `/categories/${id}`, { category: { title: 'Late', version } })).status).toBe(409);
    const filtered = (await call('GET', `/categories?department_id=${hospital.departmentId}`)).body.data;
    expect(filtered.map((one: Json) => one.title)).toEqual(['Care']);
    expect((await call('DELETE', `/categories/${id}`)).body).toEqual({ data: { id } });
    expect((await call('GET', `/categories/${id}`)).status).toBe(404);
  });

  it('is refused without a title, with one that is taken, or with a department of another application', async () => {
    const theirs = await makeSurvey(server, await server.makeApplication());
    for (const [category, field] of [
      [{ title: '' }, 'title'],
      [{ title: 'CARE' }, 'title'],
      [{ title: 'Food', department_id: theirs.departmentId }, 'department_id'],
      [{ title: 'Food', department_id: 'none' }, 'department_id'],
    ] as const) {
      const { status, body } = await call('POST', '/categories', { category });
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
  });

  it('that is deleted keeps its questions, and answers keep its title', async () => {
    const { questions_count } = (await call('GET', `/categories/${hospital.categoryId}`)).body.data;
    expect(questions_count).toBeGreaterThan(0);
    await call('DELETE', `/categories/${hospital.categoryId}`);
    const left = await within(server, hospital, (tx) =>
      tx.selectFrom('questions').select('category_id').where('survey_id', '=', hospital.surveyId).execute(),
    );
    expect(left.map(({ category_id }) => category_id)).toEqual(left.map(() => null));
    const { answers } = (await call('GET', `/cases/${hospital.caseId}`)).body.data;
    expect(answers.map(({ category }: Json) => category)).toContain('Care');
  });
});
