import { afterAll, beforeAll, expect, test } from 'vitest';
import { adt } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let superuser: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.makeUser({ superUser: true });
});
afterAll(() => server.stop());

const create = (application: Record<string, unknown>) =>
  server.call({ method: 'POST', url: '/api/v1/applications', headers: superuser.headers, payload: { application } });
const update = (id: number, application: Record<string, unknown>) =>
  server.call({
    method: 'PUT',
    url: `/api/v1/applications/${id}`,
    headers: superuser.headers,
    payload: { application },
  });
const post = (accessKey: string, accessSecret: string) =>
  server.call({
    method: 'POST',
    url: '/api/v1/hl7',
    payload: adt(),
    headers: {
      authorization: `Basic ${Buffer.from(`${accessKey}:${accessSecret}`).toString('base64')}`,
      'content-type': 'text/plain',
    },
  });

test('a new application gets credentials; the secret is told once, works, and is not stored', async () => {
  const { status, body } = await create({
    title: 'Northside',
    time_zone: 'Europe/Dublin',
    sending_facilities: ['NORTH'],
  });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ title: 'Northside', sending_facilities: ['NORTH'] });
  expect(body.data.access_key).toMatch(/^[0-9a-f]{8}$/);
  expect(body.data.access_secret).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const again = await server.call({ url: `/api/v1/applications/${body.data.id}`, headers: superuser.headers });
  expect(again.body.data).not.toHaveProperty('access_secret');
  expect((await post(body.data.access_key, body.data.access_secret)).body).toContain('MSA|AA');
});

test('its messages are taken at once, without a restart', async () => {
  await create({ title: 'Eastside', sending_facilities: ['EAST'] });
  expect(await server.receive(adt({ facility: 'EAST' }))).toContain('MSA|AA');
});

test('what came before anybody was there for it is given to the new application, and processed', async () => {
  await server.reloadApplications();
  expect(await server.receive(adt({ facility: 'EARLY', family: 'Earlybird' }))).toContain('MSA|AR');
  const { body } = await create({ title: 'Early', sending_facilities: ['EARLY'] });
  const unrouted = await server.call({ url: '/api/v1/hl7_messages/errors', headers: superuser.headers });
  expect(unrouted.body.data).toMatchObject([{ application_id: null, error: { code: '204' } }]);
  const queued = await server.call({
    method: 'PUT',
    url: '/api/v1/hl7_messages/reprocess',
    headers: superuser.headers,
  });
  expect(queued.body.data).toEqual({ queued: 1 });
  await server.processAll();
  const admin = await server.makeUser({ applications: [body.data], permissions: ['admin'] });
  const messages = await server.call({ url: '/api/v1/hl7_messages', headers: admin.headers });
  expect(messages.body.data).toMatchObject([{ family_name: 'Earlybird', state: 'processed' }]);
});

test('new credentials end the old ones', async () => {
  const { body } = await create({ title: 'Westside' });
  const { id, access_key, access_secret } = body.data;
  const { body: renewed } = await update(id, { regenerate_credentials: true });
  expect(renewed.data.access_secret).not.toBe(access_secret);
  expect((await post(access_key, access_secret)).status).toBe(401);
  expect((await post(renewed.data.access_key, renewed.data.access_secret)).status).toBe(200);
});

test('a facility belongs to one application', async () => {
  await create({ title: 'First', sending_facilities: ['SHARED'] });
  const { status, body } = await create({ title: 'Second', sending_facilities: ['SHARED'] });
  expect(status).toBe(409);
  expect(body.message).toContain('SHARED');
});

test('a change names only what changes', async () => {
  const { body } = await create({ title: 'Southside', sending_facilities: ['SOUTH'], minimum_age: 16 });
  const { body: changed } = await update(body.data.id, { title: 'Southside Hospital' });
  expect(changed.data).toMatchObject({ title: 'Southside Hospital', sending_facilities: ['SOUTH'], minimum_age: 16 });
  expect(changed.data).not.toHaveProperty('access_secret');
});

test.each([
  [{}, 'title'],
  [{ title: 'X', time_zone: 'Europe/Atlantis' }, 'time_zone'],
  [{ title: 'X', country: 'Ireland' }, 'country'],
  [{ title: 'X', quiet_from: '25:00' }, 'quiet_from'],
])('what is wrong is told by field: %j', async (application, field) => {
  const { status, body } = await create(application);
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual([field]);
});
