import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveAnswers } from '../../testing/answers/given-answers.ts';
import { NOON } from '../../testing/asked.ts';
import { makeSurvey, within } from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { FRIENDS_AND_FAMILY_TEST } from '../survey-templates/index.ts';

let server: TestServer;
const hospitals: TestApplication[] = [];
let foreign: TestApplication;
let director: TestUser;

/** How many of a hospital's answers are good, poor and "don't know". */
const ANSWERS = [
  { good: 170, poor: 20, unknown: 10 },
  { good: 168, poor: 30, unknown: 2 },
  { good: 165, poor: 35, unknown: 0 },
  { good: 60, poor: 140, unknown: 0 },
  { good: 3, poor: 1, unknown: 0 },
];

async function makeHospital(answers: { good: number; poor: number; unknown: number } | null): Promise<TestApplication> {
  const hospital = await server.makeApplication();
  if (!answers) return hospital;
  const surveyId = (await makeSurvey(server, hospital, { template: FRIENDS_AND_FAMILY_TEST })).id;
  const { id: questionId } = await within(server, hospital, (tx) =>
    tx
      .selectFrom('questions')
      .select('id')
      .where('survey_id', '=', surveyId)
      .where('type_of', '=', 'radio')
      .executeTakeFirstOrThrow(),
  );
  const lot = { surveyId, questionId, at: new Date(NOON.getTime() - 86_400_000).toISOString() };
  await giveAnswers(
    server,
    hospital,
    { ...lot, ward: 'ASH', many: answers.good, value: 75 },
    { ...lot, ward: 'BIRCH', many: answers.poor, value: 25 },
    { ...lot, ward: 'BIRCH', many: answers.unknown, value: null },
  );
  return hospital;
}

beforeAll(async () => {
  server = await startTestServer();
  server.setTime(NOON);
  for (const answers of ANSWERS) hospitals.push(await makeHospital(answers));
  hospitals.push(await makeHospital(null));
  foreign = await makeHospital({ good: 50, poor: 50, unknown: 0 });
  director = await server.makeUser({ applications: hospitals, permissions: ['surveys.view'] });
});
afterAll(() => server.stop());

async function read(user: TestUser, query = ''): Promise<Json> {
  const { status, body } = await server.as(user)('GET', `/reports/organisations${query}`);
  expect(status).toBe(200);
  return body.data;
}
const rowOf = (report: Json, { id }: TestApplication) => report.organisations.find((one: Json) => one.id === id);

describe('organisations', () => {
  it('are compared by the share of very good and good among all answers, with what chance explains', async () => {
    const report = await read(director);
    const [first, , , poor, small, without] = hospitals.map((hospital) => rowOf(report, hospital));
    expect(first).toMatchObject({ count: 200, successes: 170, share: 0.85, some_wards: false });
    expect(first.lower).toBeCloseTo(0.79395, 4);
    expect(first.upper).toBeCloseTo(0.89287, 4);
    expect([report.count, report.centre]).toEqual([800, 563 / 800]);
    expect(poor).toMatchObject({ share: 0.3 });
    expect(['below', 'far_below']).toContain(poor.place);
    expect(poor.lower_998).toBeLessThan(poor.lower_95);
    expect(small).toMatchObject({ survey: { title: expect.any(String) }, count: null, share: null, place: null });
    expect(without).toMatchObject({ survey: null, count: null });
    expect(report.curve.length).toBeGreaterThan(10);
  });

  it('are those of the caller, and no others', async () => {
    const report = await read(director);
    expect(report.organisations.map(({ id }: Json) => id).toSorted((a: number, b: number) => a - b)).toEqual(
      hospitals.map(({ id }) => id).toSorted((a, b) => a - b),
    );
    const [only] = hospitals;
    const clerk = await server.makeUser({ applications: hospitals.slice(0, 1), permissions: ['surveys.view'] });
    const own = await read(clerk);
    expect(own.organisations).toMatchObject([{ id: only?.id, place: null }]);
    expect([own.phi, own.curve]).toEqual([null, []]);
    const superuser = await server.makeUser({ superUser: true });
    expect(rowOf(await read(superuser), foreign)).toMatchObject({ count: 100, share: 0.5 });
  });

  it('of which somebody sees some wards have those alone, and are compared with nothing', async () => {
    const nurse = await server.makeUser({ applications: hospitals, permissions: ['surveys.view'], locations: ['ASH'] });
    const report = await read(nurse);
    const [first] = hospitals.map((hospital) => rowOf(report, hospital));
    expect(first).toMatchObject({ some_wards: true, count: 170, share: 1, place: null });
    expect([report.count, report.centre]).toEqual([null, null]);
  });

  it('have nothing in other days', async () => {
    const report = await read(director, '?from=2020-01-01&to=2020-01-31');
    expect(report).toMatchObject({ from: '2020-01-01', to: '2020-01-31', centre: null });
    expect(report.organisations.every(({ count }: Json) => count === null)).toBe(true);
  });

  it('are not shown to whoever may not see results', async () => {
    const clerk = await server.makeUser({ applications: hospitals, permissions: ['messages.list'] });
    expect((await server.as(clerk)('GET', '/reports/organisations')).status).toBe(403);
  });
});
