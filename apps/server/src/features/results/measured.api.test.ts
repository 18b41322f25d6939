import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeOwnSurvey, type OwnSurvey } from '../../testing/answers/own-survey.ts';
import { startTestServer, type Json, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let survey: OwnSurvey;
let weightId: number;
let dayId: number;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  survey = await makeOwnSurvey(server, await server.makeApplication());
  weightId = (await survey.add({ title: 'Your weight', type_of: 'number', unit: 'kg' })).body.data.id;
  dayId = (await survey.add({ title: 'Since when?', type_of: 'date' })).body.data.id;
});
afterAll(() => server.stop());

async function answer(...given: { number?: number; date?: string }[]): Promise<void> {
  for (const { number, date } of given) {
    const token = await survey.ask();
    const responses = [
      { question_id: weightId, number },
      { question_id: dayId, date },
    ];
    const sent = await server.call({
      method: 'POST',
      url: `/api/v1/feedback/${token}`,
      payload: { feedback: { responses } },
    });
    expect(sent.status).toBe(201);
  }
}

const read = async (): Promise<Json> => (await survey.call('GET', `/surveys/${survey.surveyId}/results`)).body.data;
const csv = async () =>
  (
    await server.http.inject({
      method: 'GET',
      url: `/api/v1/surveys/${survey.surveyId}/results.csv`,
      headers: survey.admin.headers,
    })
  ).body;

it('numbers have a count, a median, quartiles, the least and the most, and a histogram', async () => {
  await answer(...[60, 62.5, 70, 71, 80, 99].map((number) => ({ number })));
  const { questions, total } = await read();
  expect(total).toMatchObject({ answered: 6, score: null });
  expect(questions).toMatchObject([{ title: 'Your weight', type_of: 'number', answered: 6, score: null, options: [] }]);
  expect(questions[0].numbers).toMatchObject([
    { unit: 'kg', answered: 6, least: 60, lower_quartile: 64.375, median: 70.5, upper_quartile: 77.75, most: 99 },
  ]);
  const { bins, whole } = questions[0].numbers[0];
  expect(whole).toBe(false);
  expect(bins).toHaveLength(8);
  expect(bins.slice(0, 3)).toEqual([
    { from: 60, to: 65, count: 2 },
    { from: 65, to: 70, count: 0 },
    { from: 70, to: 75, count: 2 },
  ]);
  expect(await csv()).toContain('question,Your weight,median,,,,,70.5,kg\r\n');
  expect(await csv()).toContain('question,Your weight,from 60 to below 65,2,,,,,kg\r\n');
});

it('days are counted by month, and by year where there are many months', async () => {
  await answer(
    { date: '2026-01-01' },
    { date: '2026-01-31' },
    ...['02', '02', '05'].map((m) => ({ date: `2026-${m}-15` })),
  );
  const [question] = (await read())['questions'];
  expect(question.periods).toEqual([
    { period: '2026-01', count: 2 },
    { period: '2026-02', count: 2 },
    { period: '2026-05', count: 1 },
  ]);
  expect(await csv()).toContain('question,Since when?,2026-01,2,,,,,\r\n');
  await answer(...Array.from({ length: 34 }, (_, year) => ({ date: `${1950 + year}-07-01` })));
  const [longer] = (await read())['questions'];
  expect(longer.periods).toHaveLength(35);
  expect(longer.periods.at(-1)).toEqual({ period: '2026', count: 5 });
});

it('numbers of fewer than five people are not shown, nor those of another unit with them', async () => {
  await answer(...[60, 61, 62, 63].map((number) => ({ number })), { date: '2026-01-01' });
  expect((await read())['questions']).toEqual([]);
  await survey.call('PUT', `/questions/${weightId}`, { question: { unit: 'lb' } });
  await answer(...[130, 131, 132, 133, 134].map((number) => ({ number })));
  const [question] = (await read())['questions'];
  expect(question.answered).toBe(9);
  expect(question.numbers).toMatchObject([{ unit: 'lb', answered: 5, median: 132, whole: true }]);
});
