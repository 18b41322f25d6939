import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maskOldest } from '../masked-comments/index.ts';
import { makeSurvey, within } from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let surveyId: number;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await server.makeApplication();
  surveyId = (await makeSurvey(server, hospital)).id;
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

/** Answers from one ward: how many, and the option and text of each. */
interface Answers {
  ward: string;
  many: number;
  /** Null: an answer that does not count. */
  value?: number | null;
  language?: string;
  type?: string;
  text?: string;
}

const answer = (...lots: Answers[]) =>
  within(server, hospital, async (tx) => {
    for (const { ward, many, value = 100, language = 'en', type = 'radio', text } of lots) {
      await sql`
        with asked as (
          insert into invitations (way, application_id, token_hash, survey_id, language, created_at, expires_at, answered_at)
          select 'hand', ${hospital.id}, sha256(gen_random_uuid()::text::bytea), ${surveyId}, ${language}, now(), now() + interval '1 day', now()
          from generate_series(1, ${many}::int) returning id),
        sent as (
          insert into deliveries (application_id, purpose, channel, state, cause, send_at, text, invitation_id, created_at)
          select ${hospital.id}, 'survey', 'sms', 'answered', 'test:' || id, now(), '', id, now() from asked),
        given as (
          insert into feedback (application_id, survey_id, invitation_id, language, location, score, submitted_at)
          select ${hospital.id}, ${surveyId}, id, ${language}, ${ward}, ${value}, now() from asked returning id)
        insert into feedback_answers (
          application_id, feedback_id, question_id, question_type, category_title, question_title, option_title, value, text)
        select ${hospital.id}, id, 1, ${text ? 'text' : type}, 'Care', 'How was it?',
          ${text ? null : `chose ${value}`}, ${text ? null : value}::int, ${text ?? null} from given`.execute(tx);
    }
    await maskOldest(tx, hospital.id);
  });

const read = async (query = '', user = admin): Promise<Json> =>
  (await server.call({ method: 'GET', url: `/api/v1/surveys/${surveyId}/results${query}`, headers: user.headers })).body
    .data;

describe('results', () => {
  it('show the score, the satisfied share, the response rate and the chosen options', async () => {
    await answer({ ward: 'ASH', many: 6, value: 100 }, { ward: 'ASH', many: 2, value: 0 });
    const results = await read();
    expect(results).toMatchObject({
      hidden: false,
      total: { answered: 8, score: 75, satisfied: 0.75 },
      sent: 8,
      response_rate: 1,
      categories: [{ title: 'Care', answered: 8, score: 75 }],
      wards: [{ title: 'ASH', answered: 8 }],
      languages: [{ title: 'en', answered: 8 }],
    });
    expect(results['trend']).toHaveLength(1);
    expect(results['questions']).toEqual([
      {
        id: 1,
        title: 'How was it?',
        type_of: 'radio',
        answered: 8,
        score: 75,
        nps: null,
        options: [
          { title: 'chose 100', value: 100, count: 6, share: 0.75 },
          { title: 'chose 0', value: 0, count: 2, share: 0.25 },
        ],
        numbers: [],
        periods: [],
      },
    ]);
  });

  it('have a row for an answer that does not count, which is in no score, share or recommendation', async () => {
    await answer(
      { ward: 'ASH', many: 6, value: 100, type: 'nps' },
      { ward: 'ASH', many: 2, value: 0, type: 'nps' },
      { ward: 'ASH', many: 8, value: null, type: 'nps' },
    );
    const { total, nps, questions, categories } = await read();
    expect(total).toMatchObject({ answered: 16, score: 75, satisfied: 0.75 });
    expect(nps).toBe(50);
    expect(categories).toMatchObject([{ answered: 16, score: 75, satisfied: 0.75 }]);
    expect(questions).toMatchObject([
      {
        answered: 16,
        score: 75,
        nps: 50,
        options: [
          { title: 'chose 100', count: 6, share: 0.75 },
          { title: 'chose 0', count: 2, share: 0.25 },
          { title: 'chose null', value: null, count: 8, share: null },
        ],
      },
    ]);
    const url = `/api/v1/surveys/${surveyId}/results.csv`;
    const { body } = await server.http.inject({ method: 'GET', url, headers: admin.headers });
    expect(body).toContain('question,How was it?,chose null,8,,,,,\r\n');
  });

  it('show the shares of all where no answer of a question counts', async () => {
    await answer({ ward: 'ASH', many: 5, value: null });
    expect((await read())['questions']).toMatchObject([{ score: null, options: [{ count: 5, share: 1 }] }]);
  });

  it('count a person who chose several options once, and each of the options', async () => {
    await answer({ ward: 'ASH', many: 6, type: 'checkbox' });
    await within(server, hospital, (tx) =>
      sql`
        insert into feedback_answers (
          application_id, feedback_id, question_id, question_type, category_title, question_title, option_title, value, repeats)
        select application_id, feedback_id, question_id, question_type, category_title, question_title, 'chose 20', 20, true
        from feedback_answers where application_id = ${hospital.id} order by id limit 4`.execute(tx),
    );
    const { questions, categories } = await read();
    expect(questions).toMatchObject([
      {
        answered: 6,
        score: 68,
        options: [
          { title: 'chose 100', count: 6 },
          { title: 'chose 20', count: 4 },
        ],
      },
    ]);
    expect(categories).toMatchObject([{ title: 'Care', answered: 6, score: 68 }]);
  });

  it('keep different wordings of a question separate, also where a text is missing', async () => {
    await answer({ ward: 'ASH', many: 5 }, { ward: 'ASH', many: 5, value: 0 });
    await within(server, hospital, (tx) =>
      sql`
        update feedback_answers set question_title = 'How was your stay?', category_title = null
        where application_id = ${hospital.id} and value = 0`.execute(tx),
    );
    const { questions, categories } = await read();
    expect(questions).toMatchObject([
      { title: 'How was it?', answered: 5, score: 100 },
      { title: 'How was your stay?', answered: 5, score: 0 },
    ]);
    expect(categories).toMatchObject([{ title: 'Care', answered: 5, score: 100 }]);
  });

  it('count promoters less detractors of a recommendation', async () => {
    await answer(
      { ward: 'ASH', many: 5, value: 90, type: 'nps' },
      { ward: 'ASH', many: 3, value: 80, type: 'nps' },
      { ward: 'ASH', many: 2, value: 60, type: 'nps' },
    );
    expect((await read())['nps']).toBe(30);
  });

  it('show nothing about fewer than five people, nor allow it to be worked out from the total', async () => {
    await answer({ ward: 'ASH', many: 20 }, { ward: 'BIRCH', many: 6 }, { ward: 'CEDAR', many: 1, value: 0 });
    expect((await read())['wards']).toMatchObject([
      { title: 'ASH', answered: 20 },
      { title: null, answered: 7 },
    ]);
    expect(await read('?location=CEDAR')).toMatchObject({ hidden: true, total: null, questions: [], wards: [] });
    expect((await read('?location=BIRCH'))['total']).toMatchObject({ answered: 6 });
  });

  it('can be limited by language and days, and refuse an invalid day', async () => {
    await answer({ ward: 'ASH', many: 5 }, { ward: 'ASH', many: 7, language: 'ar' });
    expect((await read('?language=ar'))['total']).toMatchObject({ answered: 7 });
    expect(await read('?from=2020-01-01&to=2020-12-31')).toMatchObject({ hidden: true, from: '2020-01-01' });
    const wrong = await server.call({
      method: 'GET',
      url: `/api/v1/surveys/${surveyId}/results?from=yesterday`,
      headers: admin.headers,
    });
    expect([wrong.status, wrong.body.errors]).toMatchObject([422, { from: expect.anything() }]);
  });

  it('shown to a nurse are limited to her wards', async () => {
    await answer({ ward: 'ASH', many: 6, value: 0 }, { ward: 'BIRCH', many: 9 });
    const nurse = await server.makeUser({
      applications: [hospital],
      permissions: ['surveys.view'],
      locations: ['BIRCH'],
    });
    expect(await read('', nurse)).toMatchObject({
      total: { answered: 9, score: 100 },
      wards: [{ title: 'BIRCH', answered: 9 }],
    });
    expect(await read('?location=ASH', nurse)).toMatchObject({ hidden: true });
  });

  it('can be downloaded as a file', async () => {
    await answer({ ward: 'ASH', many: 6 });
    const url = `/api/v1/surveys/${surveyId}/results.csv`;
    const { headers, body } = await server.http.inject({ method: 'GET', url, headers: admin.headers });
    expect(headers['content-disposition']).toContain('surveys-results.csv');
    expect(body).toContain('ward,ASH,,6,100,1');
  });
});

describe('comments', () => {
  const comments = async (query = '', user = admin) =>
    (await server.call({ method: 'GET', url: `/api/v1/surveys/${surveyId}/comments${query}`, headers: user.headers }))
      .body;

  it('are shown page by page, without names or wards', async () => {
    await answer({ ward: 'ASH', many: 6, text: 'Kind people.' });
    const { data, total, last_page } = await comments('?per_page=4');
    expect([data.length, total, last_page]).toEqual([4, 6, 2]);
    expect(Object.keys(data[0]).toSorted()).toEqual(['at', 'feedback_id', 'id', 'language', 'question', 'text']);
  });

  it('lead to the answers only for people who may read whose they are', async () => {
    await answer({ ward: 'ASH', many: 6, text: 'Kind people.' });
    expect((await comments()).data[0].feedback_id).toEqual(expect.any(Number));
    const analyst = await server.makeUser({ applications: [hospital], permissions: ['surveys.view'] });
    expect((await comments('', analyst)).data[0]).toMatchObject({ text: 'Kind people.', feedback_id: null });
  });

  it('of fewer than five people are not shown', async () => {
    await answer({ ward: 'ASH', many: 9 }, { ward: 'CEDAR', many: 2, text: 'Nobody came.' });
    expect((await comments('?location=CEDAR')).data).toEqual([]);
    expect((await comments()).data).toHaveLength(2);
  });
});
