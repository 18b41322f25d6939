import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFullApplication, type FullApplication } from '../../testing/full-application.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: FullApplication;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await makeFullApplication(server);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object | string) =>
  server.call({
    method,
    url: `/api/v1${path}`,
    headers: { ...admin.headers, 'content-type': 'application/json' },
    ...(payload === undefined ? {} : { payload }),
  });

describe('a call that has nothing to send', () => {
  it('may still name a content type', async () => {
    const { listId, contactId } = hospital;
    expect((await send('POST', `/mailing_list/${listId}/contacts/${contactId}`, '')).status).toBe(200);
    expect((await send('POST', `/mailing_list/${listId}/refresh`, '')).status).toBe(200);
    expect((await send('DELETE', `/mailing_list/${listId}/contacts/${contactId}`, '')).status).toBe(200);
  });

  it('is told what is missing where a body is required', async () => {
    const { status, body } = await send('POST', '/departments', '');
    expect([status, body.errors]).toEqual([422, { body: ['Fill this in.'] }]);
    expect((await send('POST', '/departments', '{"department"')).status).toBe(400);
  });

  it('is told so as a problem of RFC 9457, by its media type where it asks for that', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Unprocessable Content',
      status: 422,
      errors: { title: ['Enter a title.'] },
    };
    const url = '/api/v1/categories';
    const payload = { category: { title: '' } };
    const ask = (accept: string) =>
      server.call({ method: 'POST', url, headers: { ...admin.headers, accept }, payload });
    const asked = await ask('application/json;q=0.5, application/problem+json');
    expect(String(asked.headers['content-type'])).toContain('application/problem+json');
    expect(JSON.parse(asked.body)).toMatchObject(problem);
    for (const accept of ['application/json', '*/*', 'application/problem+json;q=0']) {
      const { body, headers } = await ask(accept);
      expect([accept, headers['content-type'], body]).toMatchObject([
        accept,
        'application/json; charset=utf-8',
        problem,
      ]);
    }
    const nowhere = await server.call({ url: '/api/v1/nowhere' });
    expect(nowhere.body).toMatchObject({ type: 'about:blank', title: 'Not Found', status: 404 });
    const strangers = await server.call({ url: '/api/v1/session' });
    expect(strangers.body).toMatchObject({ type: 'about:blank', title: 'Unauthorized', status: 401 });
  });

  it('cannot change the prototype of objects', async () => {
    expect((await send('POST', '/departments', '{"__proto__": {"department": {"title": "x"}}}')).status).toBe(400);
  });
});

it('no reply of the API is kept in a cache', async () => {
  for (const path of [`/patients/${hospital.patientId}`, '/patients', '/patients.csv', '/nowhere', '/session']) {
    const { headers } = await server.call({ url: `/api/v1${path}`, headers: admin.headers });
    expect([path, headers['cache-control']]).toEqual([path, 'no-store']);
  }
});

it('every reply tells browsers to load only what is ours, to guess no type and to pass no address on', async () => {
  const everywhere = ["script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"];
  const ofStaff = ["default-src 'self'", "object-src 'none'"];
  for (const path of ['/api/v1/session', '/api/v1/nowhere', '/login', '/feedback/nobody', '/healthz']) {
    const { headers } = await server.call({ url: path });
    const policy = String(headers['content-security-policy']).split(/; ?/);
    const rules = [...everywhere, ...(path.startsWith('/feedback') ? ["default-src 'none'"] : ofStaff)];
    expect([path, policy]).toEqual([path, expect.arrayContaining(rules)]);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect([path, headers['access-control-allow-origin']]).toEqual([path, undefined]);
  }
});

it('a compressed body is refused when it unpacks to more than the limit', async () => {
  const department = { department: { title: 'x'.repeat(50 * 1024 * 1024) } };
  const { status, body } = await server.call({
    method: 'POST',
    url: '/api/v1/departments',
    headers: { ...admin.headers, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify(department)),
  });
  expect([status, body]).toMatchObject([413, { message: 'The request is too large.' }]);
});

describe('what is wrong with a field', () => {
  it.each([
    ['POST', '/departments', {}, { department: ['Fill this in.'] }],
    ['POST', '/departments', { department: {} }, { title: ['Fill this in.'] }],
    ['POST', '/departments', { department: { title: 5 } }, { title: ['Enter a text.'] }],
    ['POST', '/departments', { department: [] }, { department: ['Send an object.'] }],
    ['POST', '/surveys', { survey: { title: '' } }, { title: ['Enter a title.'] }],
    ['GET', '/departments?page=0', undefined, { page: ['Enter 1 or more.'] }],
    ['GET', '/departments?per_page=1000', undefined, { per_page: ['Enter at most 200.'] }],
    ['GET', '/departments?page=first', undefined, { page: ['Enter a number.'] }],
    ['GET', '/departments?sort=size', undefined, { sort: ['Use one of: title, -title, id, -id.'] }],
    ['GET', `/departments?term=${'x'.repeat(201)}`, undefined, { term: ['Use at most 200 characters.'] }],
  ] as const)('is said in words that tell what to do: %s %s', async (method, path, payload, errors) => {
    const { status, body } = await send(method, path, payload);
    expect([status, body.errors]).toEqual([422, errors]);
  });
});

it('a page after the last one is empty, and its range is 0 to 0', async () => {
  const { body } = await send('GET', '/departments?page=900');
  expect(body).toMatchObject({ data: [], current_page: 900, last_page: 1, from: 0, to: 0 });
});
