import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFullApplication, type FullApplication } from '../../../testing/full-application.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

let server: TestServer;
let hospital: FullApplication;
let nurse: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await makeFullApplication(server);
  nurse = await server.makeUser({
    applications: [hospital],
    permissions: ['feedback.create'],
    locations: ['ASH', 'BIRCH'],
  });
});
afterAll(() => server.stop());

const url = () => `/api/v1/hl7_messages/${hospital.otherMessageId}/feedback`;
const get = (user = nurse) => server.call({ method: 'GET', url: url(), headers: user.headers });
const post = (responses: object[], user = nurse) =>
  server.call({ method: 'POST', url: url(), headers: user.headers, payload: { feedback: { responses } } });

interface Shown {
  data: {
    survey: { categories: { questions: { id: number; title: string; response: { option_id: number } | null }[] }[] };
  };
}
const questionsIn = ({ data }: Shown) => data.survey.categories.flatMap(({ questions }) => questions);
const givenIn = (body: Shown) =>
  questionsIn(body).flatMap(({ id, response }) =>
    response ? [{ question_id: id, option_id: response.option_id }] : [],
  );

it('shows a nurse the survey about a message for use with the patient, and reports what is wrong with an answer', async () => {
  const { status, body } = await get();
  expect([status, body.data.survey.id]).toEqual([200, hospital.surveyId]);
  expect(body.data.contact.name).toMatch(/\S/);
  expect(body.data.submitted).toBeNull();
  const { status: refused, body: answer } = await post([]);
  expect(refused).toBe(422);
  expect(Object.keys(answer.errors)).toHaveLength(hospital.responses.length);
});

it('shows nothing of another ward', async () => {
  const stranger = await server.makeUser({
    applications: [hospital],
    permissions: ['feedback.create'],
    locations: ['CEDAR'],
  });
  expect((await post(hospital.responses, stranger)).status).toBe(404);
});

it('accepts the answers once, even when they are sent twice at the same time', async () => {
  const answers = await Promise.all([post(hospital.responses), post(hospital.responses)]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 201)?.body.data).toMatchObject({ state: 'submitted' });
  expect((await post(hospital.responses)).status).toBe(409);
});

it('gives the answered survey with a response at each question, to whoever may read answers', async () => {
  expect((await get()).status).toBe(403);
  const reader = await server.makeUser({
    applications: [hospital],
    permissions: ['feedback.create', 'feedback.list'],
    locations: ['ASH', 'BIRCH'],
  });
  const { status, body } = await get(reader);
  expect([status, body.data.survey.id]).toEqual([200, hospital.surveyId]);
  expect(body.data.submitted).toMatchObject({ id: expect.any(Number), at: expect.any(String) });
  expect(body.data.contact.name).toMatch(/\S/);
  expect(givenIn(body)).toEqual(hospital.responses.map(({ question_id, option_id }) => ({ question_id, option_id })));
  // Whoever reads the survey back may not send it again.
  expect((await post(hospital.responses, reader)).status).toBe(409);
});

it('shows the survey as it was asked, after a question was changed or deleted', async () => {
  const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  const asked = givenIn((await get(admin)).body);
  const [first, second] = hospital.responses.map(({ question_id }) => question_id);
  const change = (method: 'PUT' | 'DELETE', path: string, payload?: object) =>
    server.call({ method, url: `/api/v1/questions/${path}`, headers: admin.headers, ...(payload ? { payload } : {}) });
  const titles = async () => questionsIn((await get(admin)).body).map(({ title }) => title);
  const before = await titles();
  expect((await change('PUT', `${first}`, { question: { title: 'Something else entirely?' } })).status).toBe(200);
  expect((await change('DELETE', `${second}`)).status).toBe(200);
  expect(await titles()).toEqual(before);
  expect(givenIn((await get(admin)).body)).toEqual(asked);
});
