import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { feed, within } from '../../testing/builders.ts';
import { itemOf, makeScoredSurvey, pointsOf, type ScoredSurvey } from '../../testing/answers/scored-survey.ts';
import { startTestServer, type Json, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let survey: ScoredSurvey;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  survey = await makeScoredSurvey(server, await server.makeApplication());
});
afterAll(() => server.stop());

const values = async (query = ''): Promise<Json[]> =>
  (await survey.call('GET', `/outcome_values?survey_id=${survey.surveyId}${query}`)).body.data;
const valueOf = async (feedbackId: number) => (await values()).find(({ feedback_id }) => feedback_id === feedbackId);

describe('a score', () => {
  it('is made, read with its items and range, changed and deleted', async () => {
    const made = await survey.make();
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({ title: 'Symptoms', least: 0, most: 12, needed: 3, version: 1 });
    expect(made.body.data.items.map(({ question, lowest, highest }: Json) => [question, lowest, highest])).toEqual(
      survey.items.map(({ title }) => [title, 0, 3]),
    );
    const { survey_id: _, ...fields } = survey.score({ title: 'Symptom sum', method: 'mean' });
    const path = `/outcome_scores/${made.body.data.id}`;
    const changed = await survey.call('PUT', path, { outcome_score: { ...fields, version: 1 } });
    expect(changed.body.data).toMatchObject({ title: 'Symptom sum', least: 0, most: 3, version: 2 });
    expect((await survey.call('PUT', path, { outcome_score: { ...fields, version: 1 } })).status).toBe(409);
    expect((await survey.call('DELETE', path)).status).toBe(200);
    expect((await survey.call('GET', '/outcome_scores')).body.data).toEqual([]);
  });

  it('is refused by field', async () => {
    const fieldsOf = async (more: object) => Object.entries((await survey.make(more)).body.errors ?? {});
    const [first, second] = survey.items;
    expect(await fieldsOf({ needed: 5 })).toEqual([['needed', ['The score has not so many items.']]]);
    expect(await fieldsOf({ items: [itemOf(first), itemOf(first)], needed: 1 })).toEqual([
      ['items.1', ['This question is in the score already.']],
    ]);
    expect(await fieldsOf({ items: [{ ...itemOf(first), points: pointsOf(second) }], needed: 1 })).toEqual([
      ['items.0', ['Give points to answers of this question.']],
    ]);
    expect(await fieldsOf({ items: [{ question_id: first?.id }], needed: 1 })).toEqual([
      ['items.0', ['Give at least two answers different points.']],
    ]);
    const text = (await survey.add({ title: 'Anything else?', type_of: 'text' })).body.data;
    expect(await fieldsOf({ items: [{ question_id: text.id }], needed: 1 })).toEqual([
      ['items.0', ['The answers to this question are no points.']],
    ]);
    const number = (await survey.add({ title: 'Health today', type_of: 'number' })).body.data;
    expect(await fieldsOf({ items: [{ question_id: number.id }], needed: 1 })).toEqual([
      ['items.0', ['Give the question a smallest and a largest number first.']],
    ]);
    const falling = [
      { from: 5, title: 'Mild' },
      { from: 5, title: 'Severe' },
    ];
    expect(await fieldsOf({ bands: falling })).toEqual([
      ['bands.1.from', ['Let each band begin above the one before.']],
    ]);
    expect(await fieldsOf({ survey_id: 999_999 })).toEqual([['survey_id', ['This survey does not exist.']]]);
    await survey.make();
    expect(await fieldsOf({ title: 'symptoms' })).toEqual([
      ['title', ['This survey has a score of this title already.']],
    ]);
  });

  it('keeps a question from being deleted, and goes with a copy of the survey', async () => {
    const { id } = (await survey.make({ items: survey.items.map((item, index) => itemOf(item, index === 1)) })).body
      .data;
    const refused = await survey.call('DELETE', `/questions/${survey.items[0]?.id}`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The score “Symptoms” counts this question. Take it out of the score first.',
    ]);
    const copyId = (await survey.call('POST', `/surveys/${survey.surveyId}/duplicate`)).body.data.id;
    const [copy] = (await survey.call('GET', `/outcome_scores?survey_id=${copyId}`)).body.data;
    expect(copy).toMatchObject({ title: 'Symptoms', most: 12, bands: [{}, {}, { title: 'Severe' }] });
    expect(copy.id).not.toBe(id);
    expect(copy.items.map(({ question, reversed }: Json) => [question, reversed])).toEqual([
      ['Stairs', false],
      ['Sleep', true],
      ['Washing', false],
      ['Walking', false],
    ]);
    expect(copy.items.some(({ question_id }: Json) => survey.items.some((item) => item.id === question_id))).toBe(
      false,
    );
  });
});

it('a survey that nobody was asked with is deleted with its scores', async () => {
  await survey.make();
  expect((await survey.call('DELETE', `/surveys/${survey.surveyId}`)).status).toBe(200);
  expect((await survey.call('GET', '/outcome_scores')).body.data).toEqual([]);
});

describe('the value of an answered survey', () => {
  it('is the sum of the points, in its band, also for what was answered before the score was made', async () => {
    const before = await survey.answer([3, 2, 2, 2]);
    await survey.make();
    const after = await survey.answer([1, 1, 1, 1]);
    expect(await valueOf(before)).toMatchObject({ value: 9, band: 'Severe', answered: 4, items: 4, change: null });
    expect(await valueOf(after)).toMatchObject({ value: 4, band: 'None', least: 0, most: 12 });
  });

  it('counts an item without an answer as the mean of the others, and there is none with too few', async () => {
    await survey.make();
    expect(await valueOf(await survey.answer([3, 2, 2, null]))).toMatchObject({
      value: 9.33,
      band: 'Severe',
      answered: 3,
    });
    expect(await valueOf(await survey.answer([3, 2, null, null]))).toMatchObject({
      value: null,
      band: null,
      answered: 2,
    });
  });

  it('keeps the points of an answer that the question has lost, also when the score is saved without them', async () => {
    const { id } = (await survey.make()).body.data;
    const feedbackId = await survey.answer([3, 2, 2, 2]);
    const [item] = survey.items;
    const lost = item?.['options'][3].id;
    expect((await survey.call('DELETE', `/questions/${item?.['id']}/options/${lost}`)).status).toBe(200);
    const { survey_id: _, ...fields } = survey.score({ title: 'Saved anew' });
    const path = `/outcome_scores/${id}`;
    expect((await survey.call('PUT', path, { outcome_score: fields })).status).toBe(200);
    const without = fields['items'].map((one: Json) => ({
      ...one,
      points: one['points'].filter(({ option_id }: Json) => option_id !== lost),
    }));
    const saved = await survey.call('PUT', path, { outcome_score: { ...fields, items: without } });
    expect(saved.body.data).toMatchObject({ most: 12 });
    expect(await valueOf(feedbackId)).toMatchObject({ value: 9, answered: 4 });
  });

  it('turns reversed items round', async () => {
    await survey.make({ items: survey.items.map((item, index) => itemOf(item, index === 0)) });
    expect(await valueOf(await survey.answer([3, 2, 1, 0]))).toMatchObject({ value: 3 });
  });

  it('is a mean, or a place between the least and the most', async () => {
    const mean = (await survey.make({ method: 'mean', title: 'Mean' })).body.data;
    const percent = (await survey.make({ method: 'percent', title: 'Percent' })).body.data;
    expect([mean.least, mean.most, percent.least, percent.most]).toEqual([0, 3, 0, 100]);
    await survey.answer([3, 2, 1, 1]);
    expect((await values()).map(({ title, value }) => [title, value])).toEqual([
      ['Mean', 1.75],
      ['Percent', 58.33],
    ]);
  });

  it('takes a number within its limits', async () => {
    const limits = { type_of: 'number', smallest: 0, largest: 100 };
    const health = (await survey.add({ title: 'Health today', ...limits })).body.data;
    await survey.make({ title: 'Health', items: [{ question_id: health.id, reversed: true }], needed: 1, bands: [] });
    const token = await survey.ask();
    const responses = [{ question_id: health.id, number: 62.5 }];
    await server.call({ method: 'POST', url: `/api/v1/feedback/${token}`, payload: { feedback: { responses } } });
    expect((await values()).map(({ value, most }) => [value, most])).toEqual([[37.5, 100]]);
  });

  it('has changed since the first one of the same patient, whose records may have been merged', async () => {
    await survey.make();
    await feed(server, survey.application, { patient: 'P1', visit: 'V1' }, { patient: 'P2', visit: 'V2' });
    const [one, other] = await within(server, survey.application, (tx) =>
      tx.selectFrom('patients').select('id').orderBy('id').execute(),
    );
    const first = await survey.answer([3, 3, 3, 3], { patient_id: Number(one?.id) });
    const second = await survey.answer([2, 1, 2, 2], { patient_id: Number(one?.id) });
    const third = await survey.answer([1, 1, 1, 0], { patient_id: Number(other?.id) });
    expect((await valueOf(first))?.['change']).toBeNull();
    expect((await valueOf(second))?.['change']).toBe(-5);
    expect((await valueOf(third))?.['change']).toBeNull();
    const merged = await survey.call('POST', `/patients/${one?.id}/merges`, {
      merge: { gone_id: other?.id, reason: 'The same person' },
    });
    expect(merged.status).toBe(201);
    expect((await valueOf(third))?.['change']).toBe(-9);
    const own = (await survey.call('GET', `/outcome_values?patient_id=${one?.id}`)).body.data;
    expect(own.map(({ feedback_id }: Json) => feedback_id)).toEqual([third, second, first]);
  });

  it('has changed since the first one of the same contact, who may be a patient', async () => {
    await survey.make();
    await feed(server, survey.application, { patient: 'P1', visit: 'V1' });
    const [patientId, known, unknown] = await within(server, survey.application, async (tx) => {
      const patient = await tx.selectFrom('patients').select('id').executeTakeFirstOrThrow();
      const contact = { application_id: survey.application.id, email: null, phone: null };
      const ids = await tx
        .insertInto('contacts')
        .values([
          { ...contact, name: 'Orla Inventwell', patient_id: patient.id },
          { ...contact, name: 'Una Inventwell', patient_id: null },
        ])
        .returning('id')
        .execute();
      return [patient.id, ...ids.map(({ id }) => id)];
    });
    const first = await survey.answer([3, 3, 3, 3], { patient_id: patientId });
    const second = await survey.answer([1, 1, 1, 1], { contact_id: Number(known) });
    await survey.answer([2, 2, 2, 2], { contact_id: Number(unknown) });
    const last = await survey.answer([3, 2, 2, 2], { contact_id: Number(unknown) });
    expect([(await valueOf(second))?.['change'], (await valueOf(last))?.['change']]).toEqual([-8, 1]);
    const own = (await survey.call('GET', `/outcome_values?patient_id=${patientId}`)).body.data;
    expect(own.map(({ feedback_id }: Json) => feedback_id)).toEqual([second, first]);
  });
});
