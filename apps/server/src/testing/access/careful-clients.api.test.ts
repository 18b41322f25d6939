import { API_BASE } from '@wardvoice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answersVersion, takesVersion } from '../../platform/http/etag.ts';
import { takesIfMatch } from '../../platform/http/open-api/describe-errors.ts';
import { makeFullApplication, type FullApplication } from '../full-application.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../test-server.ts';
import { callRecord, nameOf } from './record-calls.ts';

let server: TestServer;
let hospital: FullApplication;
let superuser: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await makeFullApplication(server);
  superuser = await server.makeUser({ superUser: true });
  await server.call({
    method: 'PUT',
    url: '/api/v1/session/application',
    headers: superuser.headers,
    payload: { application_id: hospital.id },
  });
});
afterAll(() => server.stop());

const versioned = () => server.endpoints.filter(answersVersion);
/** The tag of a version that no record has. */
const STALE = '"999999-x"';
const withHeaders = (more: Record<string, string>) => ({ headers: { ...superuser.headers, ...more } });

describe('every record that counts its versions', () => {
  it('is changed by naming the version that was read', () => {
    const puts = versioned().filter(({ method }) => method === 'PUT');
    expect(puts.length).toBeGreaterThan(15);
    expect(puts.filter((endpoint) => !takesVersion(endpoint)).map(nameOf)).toEqual([]);
  });

  it('answers an ETag, and 304 to whoever has it', async () => {
    const reads = versioned().filter(({ method }) => method === 'GET');
    expect(reads.length).toBeGreaterThan(10);
    for (const endpoint of reads) {
      const { headers } = await callRecord(server, endpoint, hospital, superuser);
      expect([nameOf(endpoint), headers['etag']]).toEqual([
        nameOf(endpoint),
        expect.stringMatching(/^"\d+(\.\d+)?-[\w-]+"$/),
      ]);
      const etag = String(headers['etag']);
      const again = await callRecord(server, endpoint, hospital, {
        headers: { ...superuser.headers, 'if-none-match': `"1-other", W/${etag}` },
      });
      expect([nameOf(endpoint), again.status, again.body]).toEqual([nameOf(endpoint), 304, '']);
    }
  });

  it('is neither changed nor deleted when If-Match names another version', async () => {
    const changes = server.endpoints.filter((endpoint) => takesIfMatch(endpoint, server.endpoints));
    expect(
      changes
        .filter(({ method }) => method === 'DELETE')
        .map(nameOf)
        .sort(),
    ).toEqual(DELETIONS);
    const answers: Record<string, number> = {};
    for (const endpoint of changes)
      answers[nameOf(endpoint)] = (
        await callRecord(server, endpoint, hospital, withHeaders({ 'if-match': STALE }))
      ).status;
    const others = Object.entries(answers).filter(([, status]) => status !== 412);
    expect(Object.fromEntries(others)).toEqual(REFUSED_BEFORE);
  });

  it('is not changed by an If-Match that nothing could compare', async () => {
    const { status } = await server.call({
      method: 'PUT',
      url: `/api/v1/alarms/${hospital.alarmId}`,
      ...withHeaders({ 'if-match': STALE }),
      payload: { alarm: { acknowledged: true } },
    });
    expect(status).toBe(412);
  });
});

describe('a category', () => {
  const put = (path: string, ifMatch: string | undefined, category: object) =>
    server.call({
      method: 'PUT',
      url: API_BASE + path,
      ...withHeaders(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      payload: { category },
    });

  it('is changed by the ETag of what was read or last saved, and by no older one', async () => {
    const as = server.as(superuser);
    const made = await as('POST', '/categories', { category: { title: 'Food' } });
    const path = `/categories/${made.body.data.id}`;
    const read = await as('GET', path);
    expect(read.headers['etag']).toBe(made.headers['etag']);
    const first = await put(path, String(read.headers['etag']), { title: 'Meals' });
    expect(first.status).toBe(200);
    const late = await put(path, String(read.headers['etag']), { title: 'Dinner' });
    expect([late.status, late.body.type, late.body.title, late.body.status]).toEqual([
      412,
      'about:blank',
      'Precondition Failed',
      412,
    ]);
    expect((await put(path, String(first.headers['etag']), { title: 'Dinner' })).status).toBe(200);
    expect((await put(path, '*', { title: 'Supper' })).status).toBe(200);
    expect((await put(path, 'W/"4-x"', { title: 'Weak' })).status).toBe(412);
    expect((await put(path, '"4", "5"', { title: 'Two' })).status).toBe(400);
    // The version in the body goes on working, with its own answer.
    expect((await put(path, undefined, { title: 'Lunch', version: 1 })).status).toBe(409);
    expect((await put(path, '"4"', { title: 'Lunch', version: 3 })).status).toBe(412);
    const current = await as('GET', path);
    expect(current.body.data.title).toBe('Supper');
    const remove = (ifMatch: unknown) =>
      server.call({ method: 'DELETE', url: API_BASE + path, ...withHeaders({ 'if-match': String(ifMatch) }) });
    expect((await remove(read.headers['etag'])).status).toBe(412);
    expect((await as('GET', path)).status).toBe(200);
    expect((await remove(current.headers['etag'])).status).toBe(200);
  });

  it('keeps one of two changes that are made at once from the same ETag', async () => {
    const made = await server.as(superuser)('POST', '/categories', { category: { title: 'Noise' } });
    const path = `/categories/${made.body.data.id}`;
    const answers = await Promise.all(
      ['Din', 'Racket'].map((title) => put(path, String(made.headers['etag']), { title })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412]);
  });
});

describe('a user', () => {
  it('has one ETag for both versions: of the person, and of the place in the application', async () => {
    const { userId } = hospital;
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const put = (etag: unknown, payload: Json) =>
      server.call({
        method: 'PUT',
        url: `/api/v1/users/${userId}`,
        headers: { ...admin.headers, 'if-match': String(etag) },
        payload,
      });
    const read = await server.as(admin)('GET', `/users/${userId}`);
    const placed = { user: {}, application_user: { landing_page: '/cases/index' } };
    const first = await put(read.headers['etag'], placed);
    expect(first.status).toBe(200);
    expect((await put(read.headers['etag'], placed)).status).toBe(412);
    expect((await put(first.headers['etag'], placed)).status).toBe(200);
  });
});

const DELETIONS: string[] = [
  'DELETE /answer_scales/:id',
  'DELETE /api_keys/:id',
  'DELETE /applications/:id',
  'DELETE /case_causes/:id',
  'DELETE /categories/:id',
  'DELETE /contacts/:id',
  'DELETE /departments/:id',
  'DELETE /departments/:id/duty_shifts/:shiftId',
  'DELETE /departments/:id/escalations/:escalationId',
  'DELETE /mailing_list/:id',
  'DELETE /options/:id',
  'DELETE /outcome_scores/:id',
  'DELETE /pathways/:id',
  'DELETE /permissions/:id',
  'DELETE /questions/:id',
  'DELETE /roles/:id',
  'DELETE /saved_views/:id',
  'DELETE /surveys/:id',
  'DELETE /surveys/:id/broadcasts/:broadcastId',
  'DELETE /surveys/:id/sections/:sectionId',
  'DELETE /applications/:id/triggers/:triggerId',
  'DELETE /users/:id',
  'DELETE /webhooks/:id',
  'DELETE /destinations/:id',
  'DELETE /report_schedules/:id',
  'DELETE /ward_pages/:id',
  'DELETE /ward_pages/:id/entries/:entryId',
].sort();

/** What is refused for another reason before the version is compared. */
const REFUSED_BEFORE = { 'DELETE /surveys/:id': 409 };
