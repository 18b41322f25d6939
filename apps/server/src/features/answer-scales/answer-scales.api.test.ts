import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { within } from '../../testing/builders.ts';
import { makeFullApplication, type FullApplication } from '../../testing/full-application.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: FullApplication;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await makeFullApplication(server);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  server.as(admin)(method, path, payload);

const AGREEMENT = [
  { title: 'Agree', value: 100 },
  { title: 'Neither', value: 50 },
  { title: 'Disagree', value: 0, escalate: true },
  { title: 'Does not apply', value: null },
];
const make = async (title = 'Agreement', options: object[] = AGREEMENT): Promise<Json> =>
  (await call('POST', '/answer_scales', { answer_scale: { title, options } })).body.data;
const makeSurvey = async (): Promise<number> =>
  (await call('POST', '/surveys', { survey: { title: 'Meals' } })).body.data.id;
const ask = async (surveyId: number, question: object = {}): Promise<Json> =>
  (await call('POST', `/surveys/${surveyId}/questions`, { question: { title: 'It was warm', ...question } })).body.data;
const use = (questionId: number, scale_id: number | null, more: object = {}) =>
  call('PUT', `/questions/${questionId}/scale`, { question: { scale_id, ...more } });
const titlesOf = (record: Json): string[] => record.options.map(({ title }: Json) => title);
const question = async (id: number): Promise<Json> => (await call('GET', `/questions/${id}`)).body.data;

describe('an answer scale', () => {
  it('is made of new and existing options in their order, found, and deleted', async () => {
    const scale = await make();
    expect([scale.title, titlesOf(scale), scale.questions_count]).toEqual([
      'Agreement',
      ['Agree', 'Neither', 'Disagree', 'Does not apply'],
      0,
    ]);
    const [agree, , disagree] = scale.options;
    const short = await make('Short agreement', [{ id: disagree.id }, { id: agree.id }]);
    expect(titlesOf(short)).toEqual(['Disagree', 'Agree']);
    const found = (await call('GET', '/answer_scales?term=short')).body.data;
    expect(found.map(({ id }: Json) => id)).toEqual([short.id]);
    expect((await call('GET', '/answer_scales.csv')).status).toBe(200);
    expect((await call('DELETE', `/answer_scales/${short.id}`)).body.data).toEqual({ id: short.id });
    expect((await call('GET', `/answer_scales/${short.id}`)).status).toBe(404);
  });

  it('is refused with one option, with one twice, with one that is not there, and under a title that is taken', async () => {
    const [{ id }] = (await make()).options;
    const refused = async (answer_scale: object) =>
      Object.keys((await call('POST', '/answer_scales', { answer_scale })).body.errors);
    expect(await refused({ title: 'One', options: [{ id }] })).toEqual(['options']);
    expect(await refused({ title: 'Twice', options: [{ id }, { id }] })).toEqual(['options.1']);
    expect(await refused({ title: 'None', options: [{ id }, { id: 999_999_999 }] })).toEqual(['options.1']);
    expect(await refused({ title: 'AGREEMENT', options: AGREEMENT })).toEqual(['title']);
    const survey = await makeSurvey();
    const consent = await ask(survey, { type_of: 'consent' });
    expect(await refused({ title: 'Consent', options: consent.options.map((one: Json) => ({ id: one.id })) })).toEqual([
      'options.0',
    ]);
  });

  it('cannot be saved over what somebody else saved meanwhile', async () => {
    const { id, version } = await make();
    const save = (title: string) => call('PUT', `/answer_scales/${id}`, { answer_scale: { title, version } });
    const answers = await Promise.all([save('Mine'), save('Theirs')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('keeps its options: one of them cannot be deleted', async () => {
    const [agree] = (await make()).options;
    const { status, body } = await call('DELETE', `/options/${agree.id}`);
    expect([status, body.message]).toEqual([409, expect.stringContaining('“Agreement”')]);
  });
});

describe('a question that uses a scale', () => {
  it('has its options in its order, and follows every change of it, in all surveys', async () => {
    const scale = await make();
    const [one, other] = [await ask(await makeSurvey()), await ask(await makeSurvey())];
    for (const { id } of [one, other]) expect(titlesOf((await use(id, scale.id)).body.data)).toEqual(titlesOf(scale));
    expect((await question(one.id)).scale).toEqual({ id: scale.id, title: 'Agreement' });
    const [agree, neither, disagree] = scale.options.map(({ id }: Json) => ({ id }));
    const options = [disagree, { title: 'Rather not', value: 25 }, neither, agree];
    const changed = await call('PUT', `/answer_scales/${scale.id}`, {
      answer_scale: { options, version: scale.version },
    });
    expect(changed.body.data).toMatchObject({ questions_count: 2 });
    expect(changed.body.data.questions.map(({ id }: Json) => id)).toEqual([one.id, other.id]);
    for (const { id } of [one, other])
      expect(titlesOf(await question(id))).toEqual(['Disagree', 'Rather not', 'Neither', 'Agree']);
  });

  it('has no options of its own until it leaves the scale, whose options it keeps', async () => {
    const scale = await make();
    const { id } = await ask(await makeSurvey());
    await use(id, scale.id);
    const add = () => call('POST', `/questions/${id}/options`, { option: { title: 'Perhaps', value: 40 } });
    const refused = await add();
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('answer scale')]);
    const [agree] = scale.options;
    expect((await call('DELETE', `/questions/${id}/options/${agree.id}`)).status).toBe(409);
    const free = await use(id, null);
    expect([free.body.data.scale, titlesOf(free.body.data)]).toEqual([null, titlesOf(scale)]);
    expect((await add()).status).toBe(201);
    await call('PUT', `/answer_scales/${scale.id}`, { answer_scale: { options: AGREEMENT.slice(0, 2) } });
    expect(titlesOf(await question(id))).toHaveLength(5);
  });

  it('keeps its options when the scale is deleted', async () => {
    const scale = await make();
    const { id } = await ask(await makeSurvey());
    await use(id, scale.id);
    expect((await call('DELETE', `/answer_scales/${scale.id}`)).status).toBe(200);
    const left = await question(id);
    expect([left.scale, titlesOf(left)]).toEqual([null, titlesOf(scale)]);
  });

  it('does not lose an answer because of which another question is shown', async () => {
    const scale = await make();
    const survey = await makeSurvey();
    const { id } = await ask(survey);
    await use(id, scale.id);
    const [agree, neither, disagree] = scale.options;
    await ask(survey, { title: 'What was cold?', conditions: [{ question_id: id, option_id: disagree.id }] });
    const shorter = await call('PUT', `/answer_scales/${scale.id}`, {
      answer_scale: { options: [{ id: agree.id }, { id: neither.id }] },
    });
    expect([shorter.status, shorter.body.message]).toEqual([409, expect.stringContaining('What was cold?')]);
    const other = await make('Other', [{ id: agree.id }, { title: 'Cold', value: 0 }]);
    expect((await use(id, other.id)).status).toBe(409);
    expect(titlesOf(await question(id))).toEqual(titlesOf(scale));
  });

  it('is copied with its survey, and leaves the scale when it becomes one to write', async () => {
    const scale = await make();
    const survey = await makeSurvey();
    const { id } = await ask(survey);
    await use(id, scale.id);
    const copy = (await call('POST', `/surveys/${survey}/duplicate`)).body.data;
    const [copied] = (await call('GET', `/surveys/${copy.id}/questions`)).body.data;
    expect(copied.scale).toEqual({ id: scale.id, title: 'Agreement' });
    await call('PUT', `/questions/${id}`, { question: { type_of: 'text' } });
    expect((await question(id)).scale).toBeNull();
    const refused = await use(id, scale.id);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['scale_id']]);
  });

  it('cannot use one of another application, nor be set over what somebody saved meanwhile', async () => {
    const scale = await make();
    const { id, version } = await ask(await makeSurvey());
    expect((await use(id, hospital.scaleId, { version: version + 5 })).status).toBe(409);
    const neighbour = await makeFullApplication(server);
    expect((await use(id, neighbour.scaleId)).body.errors).toEqual({ scale_id: ['This answer scale does not exist.'] });
    expect((await use(id, scale.id, { version })).status).toBe(200);
  });

  it('shows an open page the options that it began with', async () => {
    const scale = await make();
    const survey = await makeSurvey();
    const { id } = await ask(survey);
    await use(id, scale.id);
    const revision = () =>
      within(server, hospital, (tx) =>
        tx.selectFrom('surveys').select('revision').where('id', '=', survey).executeTakeFirstOrThrow(),
      );
    const before = await revision();
    await call('PUT', `/answer_scales/${scale.id}`, { answer_scale: { options: AGREEMENT.slice(0, 2) } });
    expect((await revision()).revision).toBe(before.revision + 1);
  });
});
