import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;
let surveyId: number;
let warm: Json;
let quiet: Json;
let why: Json;

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  server.call({ method, url: `/api/v1${path}`, headers: admin.headers, ...(payload ? { payload } : {}) });
const ask = async (question: object): Promise<Json> =>
  (await call('POST', `/surveys/${surveyId}/questions`, { question })).body.data;
const change = (question: object) => call('PUT', `/questions/${why['id']}`, { question });
const no = (question: Json) => ({ question_id: question['id'], option_id: question['options'][1].id });

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await server.makeApplication();
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  surveyId = (await call('POST', '/surveys', { survey: { title: 'The stay' } })).body.data.id;
  warm = await ask({ title: 'Was it warm?', type_of: 'yes_no' });
  quiet = await ask({ title: 'Was it quiet?', type_of: 'yes_no' });
  why = await ask({
    title: 'What was wrong?',
    type_of: 'text',
    conditions: [no(warm), no(quiet), no(warm)],
    condition_match: 'any',
  });
});
afterAll(() => server.stop());

describe('a question with several conditions', () => {
  it('names each of them once, and has no single one', () => {
    expect(why).toMatchObject({
      conditions: [
        { ...no(warm), question: 'Was it warm?', option: 'No' },
        { ...no(quiet), question: 'Was it quiet?', option: 'No' },
      ],
      condition_match: 'any',
      condition_question_id: null,
      condition_option_id: null,
      condition: null,
    });
  });

  it('says on the page of patients for which answers it is meant', async () => {
    const html = async () => (await call('GET', `/surveys/${surveyId}/preview`)).body.data.html;
    const [first, second] = [no(warm), no(quiet)].map(({ question_id, option_id }) => `${question_id}:${option_id}`);
    expect(await html()).toContain(`data-if="${first}|${second}"`);
    expect(await html()).toContain('If you answered “No” or “No”:');
    await change({ condition_match: 'all' });
    expect(await html()).toContain(`data-if="${first} ${second}"`);
    expect(await html()).toContain('If you answered “No” and “No”:');
  });

  it('keeps them for a client that knows only one and sends the question back as it read it', async () => {
    const { condition_question_id, condition_option_id } = why as { [name: string]: null };
    const kept = await change({ title: 'What was it?', condition_question_id, condition_option_id });
    expect(kept.body.data).toMatchObject({ title: 'What was it?', conditions: [no(warm), no(quiet)] });
  });

  it('has the two older fields while there is one, and these replace and remove it', async () => {
    const one = await change({ conditions: [no(quiet)] });
    expect(one.body.data).toMatchObject({
      conditions: [no(quiet)],
      condition_question_id: quiet['id'],
      condition_option_id: no(quiet).option_id,
      condition: { question: 'Was it quiet?', option: 'No' },
    });
    const yes = warm['options'][0].id;
    const other = await change({ condition_question_id: warm['id'], condition_option_id: yes });
    expect(other.body.data.conditions).toMatchObject([{ question_id: warm['id'], option_id: yes }]);
    const option = await change({ condition_option_id: no(warm).option_id });
    expect(option.body.data.conditions).toMatchObject([no(warm)]);
    expect((await change({ condition_question_id: null })).body.data.conditions).toEqual([]);
  });

  it('raises its version when only they are changed', async () => {
    const { version } = why;
    expect((await change({ conditions: [no(warm)], version })).status).toBe(200);
    expect((await change({ conditions: [], version })).status).toBe(409);
  });

  it('is refused a condition on itself, a later, a removed or a foreign question, with the place of the condition', async () => {
    const later = await ask({ title: 'Was it clean?', type_of: 'yes_no' });
    for (const wrong of [no(later), { ...no(warm), question_id: why['id'] }, { ...no(warm), question_id: 999_999_999 }])
      expect((await change({ conditions: [no(warm), wrong] })).body.errors).toEqual({
        'conditions.1.question_id': ['Choose a question that comes before this one.'],
      });
    expect((await change({ conditions: [{ ...no(warm), option_id: 999_999_999 }] })).body.errors).toEqual({
      'conditions.0.option_id': ['Choose one of the answers to that question.'],
    });
    const many = Array.from({ length: 11 }, () => no(warm));
    expect((await change({ conditions: many })).body.errors).toHaveProperty('conditions');
  });

  it('keeps what it hangs on from being removed or put after it, whichever condition names it', async () => {
    for (const path of [`/questions/${quiet['id']}`, `/options/${no(quiet).option_id}`])
      expect((await call('DELETE', path)).status).toBe(409);
    const order = { survey: { question_ids: [warm['id'], why['id'], quiet['id']] } };
    const refused = await call('PUT', `/surveys/${surveyId}/questions/order`, order);
    expect(refused.body.errors).toEqual({
      question_ids: ['“What was wrong?” hangs on an answer to “Was it quiet?”, so it has to come after it.'],
    });
  });

  it('goes with its survey, and with its organisation', async () => {
    const copy = (await call('POST', `/surveys/${surveyId}/duplicate`)).body.data.id;
    expect((await call('DELETE', `/surveys/${copy}`)).status).toBe(200);
    const superuser = await server.makeUser({ superUser: true });
    const url = `/api/v1/applications/${hospital.id}`;
    expect((await server.call({ method: 'DELETE', url, headers: superuser.headers })).status).toBe(200);
  });

  it('is copied with all of them', async () => {
    const copy = (await call('POST', `/surveys/${surveyId}/duplicate`)).body.data;
    const copied = (await call('GET', `/surveys/${copy.id}/questions`)).body.data;
    expect(copied[2]).toMatchObject({
      condition_match: 'any',
      conditions: [
        { ...no(warm), question_id: copied[0].id },
        { ...no(quiet), question_id: copied[1].id },
      ],
    });
  });
});
