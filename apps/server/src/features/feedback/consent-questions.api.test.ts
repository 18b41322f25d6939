import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { feed, within } from '../../testing/builders.ts';
import { makeOwnSurvey, type OwnSurvey } from '../../testing/answers/own-survey.ts';
import { startTestServer, type Json, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let survey: OwnSurvey;
let questionId: number;
let agreeId: number;
let refuseId: number;

const CONSENT = { title: 'May we ask you again next year?', type_of: 'consent', purpose: 'surveys' };

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  survey = await makeOwnSurvey(server, await server.makeApplication());
  const { body } = await survey.add(CONSENT);
  questionId = body.data.id;
  [agreeId, refuseId] = body.data.options.map((option: Json) => option['id']);
});
afterAll(() => server.stop());

const answer = async (token: string, option_id: number, language = 'en') =>
  server.call({
    method: 'POST',
    url: `/api/v1/feedback/${token}`,
    payload: { feedback: { responses: [{ question_id: questionId, option_id }], language } },
  });

/** A patient with an e-mail and a phone. */
async function admit(): Promise<number> {
  await feed(server, survey.application, { event: 'A01' });
  const { id } = await within(server, survey.application, (tx) =>
    tx.selectFrom('patients').select('id').executeTakeFirstOrThrow(),
  );
  return id;
}

const ledger = (patientId: number) =>
  survey.call('GET', `/patients/${patientId}/consent`).then(({ body }) => body.data.events as Json[]);

describe('a consent', () => {
  it('has two answers of its own, which count for no score, and none is ticked beforehand', async () => {
    const { body } = await survey.call('GET', `/questions/${questionId}`);
    expect(body.data).toMatchObject({
      ...CONSENT,
      options: [
        { title: 'I agree', value: null },
        { title: 'I do not agree', value: null },
      ],
    });
    const page = await server.call({ method: 'GET', url: `/feedback/${await survey.ask({ language: 'fr' })}` });
    expect(page.body).toContain('J’accepte');
    expect(page.body).not.toContain('checked=""');
  });

  it('keeps exactly these two', async () => {
    const path = `/questions/${questionId}/options`;
    expect((await survey.call('POST', path, { option: { title: 'Maybe', value: 50 } })).status).toBe(409);
    expect((await survey.call('DELETE', `${path}/${agreeId}`)).status).toBe(409);
    expect((await survey.call('DELETE', `/options/${agreeId}`)).status).toBe(409);
    expect((await survey.call('PUT', `${path}/order`, { question: { option_ids: [refuseId] } })).status).toBe(409);
    const valued = await survey.call('PUT', `/options/${agreeId}`, { option: { value: 100 } });
    expect([valued.status, Object.keys(valued.body.errors)]).toEqual([422, ['value']]);
    const other = (await survey.add({ title: 'How?', type_of: 'yes_no' })).body.data.id;
    const offered = await survey.call('GET', `/questions/${other}/options?assigned=0&paginate=0`);
    expect(offered.body.data).toEqual([]);
    const turned = await survey.call('PUT', `/questions/${other}`, { question: { type_of: 'consent' } });
    expect(turned.body.data.options.map((option: Json) => option['id'])).toEqual([agreeId, refuseId]);
  });

  it('has a purpose that the ledger knows, or none, and only a consent has one', async () => {
    const wrong = await survey.add({ ...CONSENT, purpose: 'profit' });
    const other = await survey.add({ title: 'How?', type_of: 'text', purpose: 'surveys' });
    expect([wrong, other].map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual([
      [422, ['purpose']],
      [422, ['purpose']],
    ]);
    const changed = await survey.call('PUT', `/questions/${questionId}`, { question: { type_of: 'radio' } });
    expect(changed.body.data.purpose).toBeNull();
  });

  it('may be what another question hangs on', async () => {
    const follow = await survey.add({
      title: 'Why not?',
      type_of: 'text',
      required: true,
      conditions: [{ question_id: questionId, option_id: refuseId }],
    });
    expect(follow.status).toBe(201);
    expect((await answer(await survey.ask(), agreeId)).status).toBe(201);
    expect((await answer(await survey.ask(), refuseId)).body.errors).toHaveProperty(`question_${follow.body.data.id}`);
  });
});

describe('an answered consent', () => {
  it('is kept with the words that were seen and their language, where they are not translated, too', async () => {
    await answer(await survey.ask(), agreeId, 'fr');
    const texts = [{ kind: 'question', id: questionId, field: 'title', text: 'Pouvons-nous vous écrire ?' }];
    const translation = { language: 'fr', texts };
    expect((await survey.call('PUT', `/surveys/${survey.surveyId}/translations`, { translation })).status).toBe(200);
    await answer(await survey.ask(), refuseId, 'fr');
    const { body } = await survey.call('GET', '/feedback?sort=submitted_at');
    const [first, second] = await Promise.all(
      body.data.map((record: Json) => survey.call('GET', `/feedback/records/${record['id']}`)),
    );
    expect(first.body.data.answers).toMatchObject([
      { answers: ['I agree'], statement: `${CONSENT.title}\nJ’accepte`, statement_language: 'en' },
    ]);
    expect(second.body.data.answers).toMatchObject([
      {
        answers: ['I do not agree'],
        statement: 'Pouvons-nous vous écrire ?\nJe n’accepte pas',
        statement_language: 'fr',
      },
    ]);
    expect(body.data).toMatchObject([{ score: null }, { score: null }]);
  });

  it('is a grant in the ledger at every address, once, and later a withdrawal, once', async () => {
    const patient_id = await admit();
    const given = { purpose: 'surveys', change: 'agreed', source: 'survey', wording_language: 'en' };
    for (let time = 0; time < 2; time += 1)
      expect((await answer(await survey.ask({ patient_id }), agreeId)).status).toBe(201);
    expect(await ledger(patient_id)).toMatchObject([
      { ...given, channel: expect.stringMatching(/^(email|sms)$/), wording: `${CONSENT.title}\nI agree` },
      given,
    ]);
    for (let time = 0; time < 2; time += 1) await answer(await survey.ask({ patient_id }), refuseId);
    const events = await ledger(patient_id);
    expect(events.map(({ change }) => change)).toEqual(['withdrew', 'withdrew', 'agreed', 'agreed']);
  });

  it('is written once when it is sent twice at the same time', async () => {
    const patient_id = await admit();
    const token = await survey.ask({ patient_id });
    const sent = await Promise.all([answer(token, agreeId), answer(token, agreeId)]);
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(await ledger(patient_id)).toHaveLength(2);
  });

  it('is in no ledger without a purpose, without a person, or while a survey is refused', async () => {
    const patient_id = await admit();
    await answer(await survey.ask(), agreeId);
    const wrong = await answer(await survey.ask({ patient_id }), 999_999);
    expect(wrong.status).toBe(422);
    await survey.call('PUT', `/questions/${questionId}`, { question: { purpose: null } });
    await answer(await survey.ask({ patient_id }), agreeId);
    expect(await ledger(patient_id)).toEqual([]);
  });

  it('is a share in the results', async () => {
    for (const option of [agreeId, agreeId, agreeId, refuseId, refuseId]) await answer(await survey.ask(), option);
    const { body } = await survey.call('GET', `/surveys/${survey.surveyId}/results`);
    expect(body.data.questions).toMatchObject([
      {
        type_of: 'consent',
        answered: 5,
        score: null,
        options: [
          { title: 'I agree', count: 3, share: 0.6 },
          { title: 'I do not agree', count: 2, share: 0.4 },
        ],
      },
    ]);
  });
});
