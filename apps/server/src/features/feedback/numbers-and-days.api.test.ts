import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeFullApplication } from '../../testing/full-application.ts';
import { makeOwnSurvey, type OwnSurvey } from '../../testing/answers/own-survey.ts';
import { within } from '../../testing/builders.ts';
import { startTestServer, type Json, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let survey: OwnSurvey;
let weightId: number;
let dayId: number;

const WEIGHT = { title: 'Your weight', type_of: 'number', smallest: 20, largest: 300, step: 0.5, unit: 'kg' };
const DAY = { title: 'Since when?', type_of: 'date', earliest: '2020-01-01', latest: 'today', required: true };

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  survey = await makeOwnSurvey(server, await server.makeApplication({ time_zone: 'Pacific/Auckland' }));
  weightId = (await survey.add(WEIGHT)).body.data.id;
  dayId = (await survey.add(DAY)).body.data.id;
});
afterAll(() => server.stop());

const post = (token: string, responses: object[], language = 'en') =>
  server.call({
    method: 'POST',
    url: `/api/v1/feedback/${token}`,
    payload: { feedback: { responses, language } },
  });

const sendForm = (token: string, fields: Record<string, string>, query = '') =>
  server.call({
    method: 'POST',
    url: `/feedback/${token}${query}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });

const stored = () =>
  within(server, survey.application, async (tx) =>
    tx
      .selectFrom('feedback_answers')
      .select(['question_type', 'number', 'unit', 'day', 'text'])
      .orderBy('id')
      .execute(),
  );

describe('the questions', () => {
  it('keep their limits, and lose them with their type', async () => {
    const { body } = await survey.call('GET', `/questions/${weightId}`);
    expect(body.data).toMatchObject({ ...WEIGHT, earliest: null, latest: null, options: [] });
    expect((await survey.call('GET', `/questions/${dayId}`)).body.data).toMatchObject(DAY);
    const changed = await survey.call('PUT', `/questions/${weightId}`, { question: { largest: 250 } });
    expect(changed.body.data).toMatchObject({ ...WEIGHT, largest: 250 });
    const text = await survey.call('PUT', `/questions/${weightId}`, { question: { type_of: 'text' } });
    expect(text.body.data).toMatchObject({ smallest: null, largest: null, step: null, unit: null });
  });

  it.each([
    [{ ...WEIGHT, smallest: 10, largest: 5 }, 'largest'],
    [{ ...WEIGHT, step: 0 }, 'step'],
    [{ ...WEIGHT, step: 0.0000001 }, 'step'],
    [{ ...WEIGHT, smallest: 'few' }, 'smallest'],
    [{ ...WEIGHT, largest: 1e12 }, 'largest'],
    [{ ...WEIGHT, unit: 'x'.repeat(21) }, 'unit'],
    [{ ...DAY, latest: 'tomorrow' }, 'latest'],
    [{ ...DAY, earliest: '2026-02-30' }, 'earliest'],
    [{ ...DAY, earliest: '2026-02-03', latest: '2026-02-02' }, 'latest'],
    [{ ...DAY, unit: 'days' }, 'unit'],
    [{ title: 'How?', type_of: 'text', latest: 'today' }, 'latest'],
  ])('are refused with limits that cannot be: %j', async (question, field) => {
    const { status, body } = await survey.add(question);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('are copied with the survey, and their unit is translated with it', async () => {
    const texts = [{ kind: 'question', id: weightId, field: 'unit', text: 'كغ' }];
    const path = `/surveys/${survey.surveyId}`;
    expect((await survey.call('PUT', `${path}/translations`, { translation: { language: 'ar', texts } })).status).toBe(
      200,
    );
    const token = await survey.ask({ language: 'ar' });
    expect((await server.call({ method: 'GET', url: `/feedback/${token}` })).body).toContain('>كغ</span>');
    const copy = await survey.call('POST', `${path}/duplicate`);
    const { body } = await survey.call('GET', `/surveys/${copy.body.data.id}/questions`);
    expect(body.data).toMatchObject([WEIGHT, DAY]);
  });

  it('have no answers that another question can hang on', async () => {
    const { status, body } = await survey.add({
      title: 'Why?',
      type_of: 'text',
      conditions: [{ question_id: weightId, option_id: 1 }],
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['conditions.0.option_id']]);
  });

  it('are kept by the database, too', async () => {
    for (const broken of [
      sql`update questions set largest = 10 where id = ${weightId}`,
      sql`update questions set latest = 'soon' where id = ${dayId}`,
      sql`update questions set unit = 'kg' where id = ${dayId}`,
      sql`update questions set type_of = 'guess' where id = ${dayId}`,
    ])
      await expect(within(server, survey.application, (tx) => broken.execute(tx))).rejects.toThrow(/check constraint/);
  });
});

describe('a number and a day', () => {
  it('are stored as such, whatever the zones of the hospital and the server', async () => {
    const sent = await post(await survey.ask(), [
      { question_id: weightId, number: 72.5 },
      { question_id: dayId, date: '2025-12-31' },
    ]);
    expect(sent.status).toBe(201);
    expect(await stored()).toEqual([
      { question_type: 'number', number: 72.5, unit: 'kg', day: null, text: null },
      { question_type: 'date', number: null, unit: null, day: '2025-12-31', text: null },
    ]);
    const { rows } = await within(server, survey.application, (tx) =>
      sql<{ score: number | null }>`select score from feedback`.execute(tx),
    );
    expect(rows).toEqual([{ score: null }]);
  });

  it('are accepted as texts, and in a survey that was read and filled in', async () => {
    const token = await survey.ask();
    const read = await server.call({ method: 'GET', url: `/api/v1/feedback/${token}` });
    const filled: Json = read.body.data.survey;
    const asked = filled.categories[0].questions;
    expect(asked).toMatchObject([
      { id: weightId, smallest: 20, largest: 300, step: 0.5, unit: 'kg', response: null },
      { id: dayId, earliest: '2020-01-01', latest: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) },
    ]);
    asked[0].response = { number: '72,5' };
    asked[1].response = { text: '2025/12/31' };
    const sent = await server.call({
      method: 'POST',
      url: `/api/v1/feedback/${token}`,
      payload: { feedback: { survey: filled } },
    });
    expect(sent.status).toBe(201);
    expect(await stored()).toMatchObject([{ number: 72.5 }, { day: '2025-12-31' }]);
  });

  it.each([
    [{ number: 10 }, 'Write a number that is 20 or more.'],
    [{ number: 301 }, 'Write a number that is 300 or less.'],
    [{ number: 72.25 }, 'Write a number in steps of 0.5, counted from 20.'],
    [{ number: 1e300 }, /^Write a number in digits/],
    [{ number: '1,200' }, /^Write a number in digits/],
    [{ text: 'heavy' }, /^Write a number in digits/],
  ])('that cannot be is refused in words: %j', async (answer, problem) => {
    const { status, body } = await post(await survey.ask(), [
      { question_id: weightId, ...answer },
      { question_id: dayId, date: '2025-12-31' },
    ]);
    expect([status, body.errors]).toEqual([422, { [`question_${weightId}`]: [expect.stringMatching(problem)] }]);
  });

  it('of the wrong kind is refused before it is read', async () => {
    for (const answer of [{ number: true }, { number: {} }, { date: 20251231 }, { number: [1] }]) {
      const { status, body } = await post(await survey.ask(), [{ question_id: weightId, ...answer }]);
      expect(status).toBe(422);
      expect(JSON.stringify(body.errors)).toContain('Send a ');
    }
  });

  it('may be today by the calendar of the hospital, and no later', async () => {
    server.setTime(new Date('2026-03-10T12:30:00Z'));
    try {
      const dayIn = async (date: string) =>
        (await post(await survey.ask(), [{ question_id: dayId, date }], 'fr')).body.errors?.[`question_${dayId}`];
      // It is the 11th in Auckland already.
      expect(await dayIn('2026-03-11')).toBeUndefined();
      expect(await dayIn('2026-03-12')).toEqual(['Choisissez le 11 mars 2026 ou un jour précédent.']);
      expect(await dayIn('2019-12-31')).toEqual(['Choisissez le 1 janvier 2020 ou un jour suivant.']);
      expect(await dayIn('2026-02-30')).toEqual([expect.stringContaining('année-mois-jour')]);
      expect(await dayIn('')).toEqual(['Écrivez une réponse.']);
    } finally {
      server.setTime(new Date());
    }
  });

  it('is erased with the person, while the question was still answered', async () => {
    await post(await survey.ask(), [{ question_id: dayId, date: '2025-12-31' }]);
    const list = await survey.call('GET', '/feedback');
    const { id } = list.body.data[0];
    const before = await survey.call('GET', `/feedback/records/${id}`);
    expect(before.body.data.answers).toMatchObject([{ question: DAY.title, answers: ['2025-12-31'], is_text: false }]);
    await within(server, survey.application, (tx) => sql`update feedback_answers set day = null`.execute(tx));
    expect((await survey.call('GET', `/feedback/records/${id}`)).body.data.answers).toEqual([]);
  });
});

describe('the page on a phone', () => {
  it('has the keypad and the picker of the phone, the unit, and the limits in words', async () => {
    const { body } = await server.call({ method: 'GET', url: `/feedback/${await survey.ask({ language: 'fr' })}` });
    expect(body).toMatch(new RegExp(`<input id="question_${weightId}"[^>]*inputMode="decimal"`, 'i'));
    expect(body).toContain(`aria-describedby="question_${weightId}_unit question_${weightId}_hint"`);
    expect(body).toContain('De 20 à 300.');
    expect(body).toMatch(new RegExp(`<input id="question_${dayId}"[^>]*type="date" min="2020-01-01" max="20\\d\\d-`));
  });

  it('shows again what was entered, with what is wrong with it', async () => {
    const token = await survey.ask();
    const { status, body } = await sendForm(token, { [`question_${weightId}`]: '7o', [`question_${dayId}`]: '?' });
    expect(status).toBe(422);
    expect(body).toContain('value="7o"');
    expect(body).toContain('Write a number in digits');
    expect(body).toContain('Write a day that exists');
    const sent = await sendForm(token, { [`question_${weightId}`]: '70 kg', [`question_${dayId}`]: '2025-12-31' });
    expect(sent.status).toBe(303);
    expect(await stored()).toMatchObject([{ number: 70 }, { day: '2025-12-31' }]);
  });

  it('keeps what was entered while the language changes, and in a draft', async () => {
    const token = await survey.ask();
    const draft = { feedback: { responses: [{ question_id: weightId, text: '7' }] } };
    expect((await server.call({ method: 'PUT', url: `/api/v1/feedback/${token}/draft`, payload: draft })).status).toBe(
      200,
    );
    expect((await server.call({ method: 'GET', url: `/feedback/${token}` })).body).toContain('value="7"');
    const changed = await sendForm(token, { [`question_${weightId}`]: '71,5', language: 'fr' });
    const { body } = await server.call({ method: 'GET', url: String(changed.headers['location']) });
    expect(body).toContain('value="71,5"');
    const read = await server.call({ method: 'GET', url: `/api/v1/feedback/${token}` });
    expect(read.body.data.survey.categories[0].questions[0].response).toMatchObject({ text: '71,5', number: 71.5 });
  });
});

it('staff at the bedside send numbers and days, and read them again', async () => {
  const hospital = await makeFullApplication(server);
  const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    server.call({ method, url: `/api/v1${url}`, headers: admin.headers, ...(payload ? { payload } : {}) });
  const made = await call('POST', `/surveys/${hospital.surveyId}/questions`, { question: WEIGHT });
  const { id } = made.body.data;
  const address = `/hl7_messages/${hospital.otherMessageId}/feedback`;
  const refused = await call('POST', address, {
    feedback: { responses: [...hospital.responses, { question_id: id, number: 5 }] },
  });
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { [`question_${id}`]: ['Write a number that is 20 or more.'] },
  ]);
  const sent = await call('POST', address, {
    feedback: { responses: [...hospital.responses, { question_id: id, number: 81.5 }] },
  });
  expect(sent.status).toBe(201);
  const { body } = await call('GET', address);
  const questions: Json[] = body.data.survey.categories.flatMap((category: Json) => category['questions']);
  expect(questions.find((one) => one['id'] === id)).toMatchObject({ response: { number: 81.5, text: '81.5' } });
  const record = await call('GET', `/feedback/records/${sent.body.data.id}`);
  expect(record.body.data.answers).toContainEqual(
    expect.objectContaining({ question: WEIGHT.title, answers: ['81.5 kg'], is_text: false, value: null }),
  );
  const csv = await server.call({ method: 'GET', url: '/api/v1/feedback.csv', headers: admin.headers });
  expect(csv.body).toContain('Your weight: 81.5 kg');
});
