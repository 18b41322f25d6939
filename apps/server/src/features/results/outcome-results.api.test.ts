import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { feed, within } from '../../testing/builders.ts';
import { makeScoredSurvey, type ScoredSurvey } from '../../testing/answers/scored-survey.ts';
import { startTestServer, type Json, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let survey: ScoredSurvey;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  survey = await makeScoredSurvey(server, await server.makeApplication());
  await survey.make();
});
afterAll(() => server.stop());

const read = async (): Promise<Json> =>
  (await survey.call('GET', `/surveys/${survey.surveyId}/results`)).body.data.outcomes[0];

async function makePatients(many: number): Promise<number[]> {
  await feed(
    server,
    survey.application,
    ...Array.from({ length: many }, (_, index) => ({ patient: `P${index}`, visit: `V${index}` })),
  );
  const rows = await within(server, survey.application, (tx) =>
    tx.selectFrom('patients').select('id').orderBy('id').execute(),
  );
  return rows.map(({ id }) => id);
}

it('a score has a mean, quartiles, a histogram over its range, and a share of each band', async () => {
  for (const points of [
    [0, 0, 0, 0],
    [1, 1, 0, 0],
    [1, 1, 1, 1],
    [2, 2, 1, 1],
    [3, 3, 3, 3],
  ])
    await survey.answer(points);
  await survey.answer([3, null, null, null]);
  const outcome = await read();
  expect(outcome).toMatchObject({
    title: 'Symptoms',
    answered: 5,
    incomplete: 1,
    mean: 4.8,
    deviation: 4.6,
    change: null,
  });
  expect(outcome.numbers).toMatchObject({ least: 0, lower_quartile: 2, median: 4, upper_quartile: 6, most: 12 });
  expect(outcome.numbers.bins.map(({ from, count }: Json) => [from, count])).toEqual([
    [0, 1],
    [2, 1],
    [4, 1],
    [6, 1],
    [8, 0],
    [10, 0],
    [12, 1],
  ]);
  expect(outcome.bands).toEqual([
    { title: 'None', from: 0, count: 3, share: 0.6 },
    { title: 'Mild', from: 5, count: 1, share: 0.2 },
    { title: 'Severe', from: 9, count: 1, share: 0.2 },
  ]);
});

it('fewer than five values are not shown', async () => {
  for (let count = 0; count < 4; count += 1) await survey.answer([1, 1, 1, 1]);
  await survey.answer([1, null, null, null]);
  expect(await read()).toMatchObject({
    answered: 4,
    incomplete: 1,
    mean: null,
    numbers: null,
    bands: [],
    change: null,
  });
});

it('each patient counts once in the change, with the last answer less the first', async () => {
  const patients = await makePatients(5);
  const lasts = [
    [1, 1, 1, 1],
    [1, 1, 1, 1],
    [2, 2, 2, 1],
    [2, 2, 2, 2],
    [3, 3, 3, 2],
  ];
  for (const [index, patient_id] of patients.entries()) {
    await survey.answer([2, 2, 2, 2], { patient_id });
    await survey.answer([3, 3, 3, 3], { patient_id });
    await survey.answer(lasts[index] ?? [], { patient_id });
  }
  // Changes of -4, -4, -1, 0 and 3: less is better, and less than 2 is not felt.
  const { change } = await read();
  expect(change).toMatchObject({ people: 5, mean: -1.2, better: 2, same: 2, worse: 1 });
  // t with 4 degrees of freedom is 2.776; the standard deviation is 2.95.
  expect(change.interval).toEqual({ from: -4.86, to: 2.46 });
});
