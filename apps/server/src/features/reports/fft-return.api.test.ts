import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, NOON } from '../../testing/asked.ts';
import { feed, linkIn, makeSurvey, makeTrigger, within } from '../../testing/builders.ts';
import { fhirClient } from '../../testing/fhir/fhir-client.ts';
import { hl7Time } from '../../testing/hl7-messages.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { FRIENDS_AND_FAMILY_TEST } from '../survey-templates/index.ts';

let server: TestServer;
let hospital: TestApplication;
let survey: number;
let admin: TestUser;
/** A day before the month in which the return is made. */
const THEN = new Date(NOON.getTime() - 40 * DAY);
const MONTH = THEN.toISOString().slice(0, 7);

/** People leave these wards, and answer so; null: they do not answer. */
const PEOPLE: [ward: string, answer: string | null][] = [
  ['ASH', 'Very good'],
  ['ASH', 'Very good'],
  ['ASH', 'Poor'],
  ['ASH', null],
  ['BIRCH', 'Don’t know'],
  ['BIRCH', null],
];

beforeAll(async () => {
  server = await startTestServer();
  server.setTime(THEN);
  hospital = await server.makeApplication({ country: 'GB' });
  survey = (await makeSurvey(server, hospital, { template: FRIENDS_AND_FAMILY_TEST })).id;
  await makeTrigger(server, hospital, { survey_id: survey });
  const at = hl7Time(THEN);
  for (const [index, [ward, answer]] of PEOPLE.entries()) {
    const person = { patient: `F${index}`, visit: `F${index}`, ward, phone: `07700 90040${index}^PRN^CP` };
    await feed(server, hospital, { ...person, event: 'A03', at });
    await server.runJobs();
    if (answer) await answerWith(linkIn(server.gateways.texts.at(-1)?.text ?? ''), answer);
  }
  // Somebody who died in the hospital was not to be asked.
  await feed(server, hospital, { event: 'A03', patient: 'DEAD', visit: 'DEAD', ward: 'ASH', disposition: '20', at });
  server.setTime(NOON);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

async function answerWith(token: string, title: string): Promise<void> {
  const url = `/api/v1/feedback/${token}`;
  const { body } = await server.call({ method: 'GET', url });
  const [question] = body.data.survey.categories.flatMap(({ questions }: Json) => questions);
  const option = question.options.find((one: Json) => one.title === title);
  const responses = [{ question_id: question.id, option_id: option.id }];
  expect((await server.call({ method: 'POST', url, payload: { feedback: { responses } } })).status).toBe(201);
}

const read = (query: string, user = admin) => server.as(user)('GET', `/reports/fft_return${query}`);

describe('the monthly return of the Friends and Family Test', () => {
  it('counts answers, ways of asking and discharges by ward, also of small wards', async () => {
    const { status, body } = await read(`?month=${MONTH}`);
    expect(status).toBe(200);
    const none = { very_good: 0, good: 0, neither: 0, poor: 0, very_poor: 0, dont_know: 0 };
    const modes = { sms: 0, online: 0, device: 0, other: 0 };
    expect(body.data).toMatchObject({ survey: { id: survey }, month: MONTH });
    const ash = { answers: { ...none, very_good: 2, poor: 1 }, modes: { ...modes, sms: 3 } };
    const birch = { answers: { ...none, dont_know: 1 }, modes: { ...modes, sms: 1 } };
    expect(body.data.rows).toEqual([
      { ward: 'ASH', eligible: 4, responses: 3, ...ash },
      { ward: 'BIRCH', eligible: 2, responses: 1, ...birch },
    ]);
    expect(body.data.total).toMatchObject({ eligible: 6, responses: 4 });
  });

  it('is a file with a line for each ward and one for all', async () => {
    const url = `/api/v1/reports/fft_return.csv?month=${MONTH}`;
    const { status, body } = await server.call({ method: 'GET', url, headers: admin.headers });
    expect(status).toBe(200);
    expect(String(body).trim().split('\r\n').slice(1)).toEqual([
      'ASH,3,4,2,0,0,1,0,0,3,0,0,0',
      'BIRCH,1,2,0,0,0,0,0,1,1,0,0,0',
      'Total,4,6,2,0,0,1,0,1,4,0,0,0',
    ]);
  });

  it('counts what was answered in another portal as online', async () => {
    await feed(server, hospital, { event: 'A01', patient: 'PORTAL', visit: 'PORTAL', ward: 'CEDAR', phone: '' });
    const fhir = fhirClient(server, admin.headers);
    const [encounter] = (await fhir.walk('Encounter?identifier=PORTAL')).resources;
    const { body: questionnaire } = await fhir.get(`Questionnaire/${survey}`);
    const question = questionnaire.item.find(({ type }: Json) => type === 'choice');
    const { status } = await fhir.post('QuestionnaireResponse', {
      resourceType: 'QuestionnaireResponse',
      questionnaire: questionnaire.url,
      status: 'completed',
      subject: encounter.subject,
      encounter: { reference: `Encounter/${encounter.id}` },
      authored: THEN.toISOString(),
      item: [{ linkId: question.linkId, answer: [question.answerOption[0]] }],
    });
    expect(status).toBe(201);
    const { rows } = (await read(`?month=${MONTH}`)).body.data;
    expect(rows.find(({ ward }: Json) => ward === 'CEDAR')).toMatchObject({
      responses: 1,
      modes: { sms: 0, online: 1, device: 0, other: 0 },
    });
  });

  it('is of the month before when none is named, and has nothing of another month', async () => {
    const { body } = await read('');
    const before = new Date(Date.UTC(NOON.getUTCFullYear(), NOON.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
    expect(body.data.month).toBe(before);
    const empty = await read('?month=2020-02');
    expect(empty.body.data).toMatchObject({ rows: [], total: { eligible: 0, responses: 0 } });
  });

  it('is for people who may export and who see every ward', async () => {
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['admin'], locations: ['ASH'] });
    const reader = await server.makeUser({ applications: [hospital], permissions: ['surveys.view'] });
    expect([(await read('', nurse)).status, (await read('', reader)).status]).toEqual([403, 403]);
  });

  it('refuses a survey without the question of the test, and one of another hospital in the same words', async () => {
    const other = await server.makeApplication();
    const theirs = (await makeSurvey(server, other, { template: FRIENDS_AND_FAMILY_TEST })).id;
    const { rows } = await within(server, hospital, (tx) =>
      sql<{ id: number }>`
        insert into surveys (application_id, title) values (${hospital.id}, 'Without it') returning id`.execute(tx),
    );
    for (const id of [rows[0]?.id, theirs]) {
      const { status, body } = await read(`?survey_id=${id}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['survey_id']]);
    }
    expect((await read('?month=2026-13')).status).toBe(422);
  });
});
