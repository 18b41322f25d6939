import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkIn, makeAskingApplication, feed, within, type TestSurvey } from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication & { survey: TestSurvey };
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await makeAskingApplication(server);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const change = (method: 'PUT' | 'POST' | 'DELETE', path: string, payload?: object) =>
  server.call({ method, url: `/api/v1${path}`, headers: admin.headers, ...(payload ? { payload } : {}) });

async function askPatient(): Promise<string> {
  await feed(server, hospital, { event: 'A03', patient: 'REVISED', ward: 'ASH' });
  await server.runJobs();
  return linkIn(server.gateways.texts.at(-1)?.text ?? '');
}

const open = async (token: string): Promise<Json> =>
  (await server.call({ method: 'GET', url: `/api/v1/feedback/${token}` })).body.data.survey;

const questionsOf = (survey: Json): Json[] => survey['categories'].flatMap((category: Json) => category['questions']);

/** Answers every required question with its first option. */
const goodAnswers = (survey: Json) =>
  questionsOf(survey)
    .filter(({ required }) => required)
    .map(({ id, options }) => ({ question_id: id, option_id: options[0].id }));

const submit = (token: string, responses: object[], revision?: number) =>
  server.call({
    method: 'POST',
    url: `/api/v1/feedback/${token}${revision === undefined ? '' : `?revision=${revision}`}`,
    payload: { feedback: { responses } },
  });

const stored = () =>
  within(server, hospital, (tx) =>
    tx
      .selectFrom('feedback_answers')
      .select(['question_title', 'option_title', 'value', 'question_type'])
      .orderBy('id')
      .execute(),
  );

describe('a page that was open while the survey was changed', () => {
  it('is answered in the wording it showed, whatever was reworded, revalued, added or removed', async () => {
    const token = await askPatient();
    const survey = await open(token);
    const [overall, , kindness] = questionsOf(survey);
    await change('PUT', `/questions/${overall?.['id']}`, { question: { title: 'How bad was it?' } });
    await change('PUT', `/options/${overall?.['options'][0].id}`, {
      option: { title: 'Very bad', value: 0, escalate: true },
    });
    await change('POST', `/surveys/${survey['id']}/questions`, {
      question: { title: 'Was it warm?', type_of: 'yes_no', required: true },
    });
    expect((await change('DELETE', `/questions/${kindness?.['id']}`)).status).toBe(200);

    expect((await submit(token, goodAnswers(survey), survey['revision'])).status).toBe(201);
    expect(await stored()).toMatchObject([
      { question_title: 'Overall, how was your stay?', option_title: 'Very good', value: 100, question_type: 'radio' },
      { question_title: 'How kind and respectful were our staff?', option_title: '1', question_type: 'rating' },
      { question_title: 'Do you know who to call if you are worried at home?', option_title: 'Yes' },
    ]);
    // The option as the patient saw it did not escalate.
    expect(await within(server, hospital, (tx) => tx.selectFrom('cases').select('id').execute())).toEqual([]);
  });

  it('opened again shows the new wording, and drops only saved answers that no longer mean the same', async () => {
    const token = await askPatient();
    const survey = await open(token);
    const [overall, , kindness] = questionsOf(survey);
    const responses = [overall, kindness].map((one) => ({
      question_id: one?.['id'],
      option_id: one?.['options'][0].id,
    }));
    const url = `/api/v1/feedback/${token}/draft?revision=${survey['revision']}`;
    await server.call({ method: 'PUT', url, payload: { feedback: { responses } } });
    await change('PUT', `/options/${overall?.['options'][0].id}`, { option: { title: 'Very bad' } });
    const again = await open(token);
    expect(again['revision']).toBe(survey['revision'] + 1);
    const [first, , third] = questionsOf(again);
    expect([first?.['options'][0].title, first?.['response']]).toEqual(['Very bad', null]);
    expect(third?.['response']).toMatchObject({ option_id: kindness?.['options'][0].id });
  });

  it('and changed many times stores every answer in one of the wordings, never a mixture', async () => {
    const token = await askPatient();
    const survey = await open(token);
    const [overall] = questionsOf(survey);
    const best = overall?.['options'][0].id;
    const rename = (n: number) => change('PUT', `/options/${best}`, { option: { title: `Wording ${n}`, value: n } });
    const [answer, ...renamed] = await Promise.all([
      submit(token, goodAnswers(survey), survey['revision']),
      ...[1, 2, 3, 4, 5].map(rename),
    ]);
    expect([answer.status, ...renamed.map(({ status }) => status)]).toEqual([201, 200, 200, 200, 200, 200]);
    expect((await stored())[0]).toMatchObject({ option_title: 'Very good', value: 100 });
    const revisions = await within(server, hospital, (tx) =>
      tx.selectFrom('survey_revisions').select('revision').orderBy('revision').execute(),
    );
    expect(revisions.map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5]);
  });

  it('is taken as the current wording when its revision is missing or unknown', async () => {
    const token = await askPatient();
    const survey = await open(token);
    const [overall] = questionsOf(survey);
    await change('PUT', `/options/${overall?.['options'][0].id}`, { option: { title: 'Splendid' } });
    expect((await submit(token, goodAnswers(survey), 4711)).status).toBe(201);
    expect((await stored())[0]).toMatchObject({ option_title: 'Splendid' });
    expect((await submit(token, goodAnswers(survey), 0)).status).toBe(422);
  });
});

it('answers given before a change are shown with the wording of that time', async () => {
  const token = await askPatient();
  const survey = await open(token);
  await submit(token, goodAnswers(survey), survey['revision']);
  const before = await stored();
  const [overall] = questionsOf(survey);
  await change('PUT', `/questions/${overall?.['id']}`, { question: { title: 'How bad was it?', type_of: 'checkbox' } });
  await change('PUT', `/options/${overall?.['options'][0].id}`, { option: { title: 'Very bad', value: 0 } });
  expect(await stored()).toEqual(before);
});
