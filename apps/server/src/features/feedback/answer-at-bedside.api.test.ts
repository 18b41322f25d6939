import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFullApplication, type FullApplication } from '../../testing/full-application.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

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
const get = () => server.call({ method: 'GET', url: url(), headers: nurse.headers });
const post = (responses: object[], user = nurse) =>
  server.call({ method: 'POST', url: url(), headers: user.headers, payload: { feedback: { responses } } });

it('shows a nurse the survey about a message for use with the patient, and reports what is wrong with an answer', async () => {
  const { status, body } = await get();
  expect([status, body.data.survey.id]).toEqual([200, hospital.surveyId]);
  expect(body.data.contact.name).toMatch(/\S/);
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
  expect((await get()).status).toBe(409);
});
