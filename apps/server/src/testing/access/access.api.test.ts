import type { AddressInfo } from 'node:net';
import { API_BASE, type Endpoint } from '@wardvoice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announce } from '../../platform/live.ts';
import { aTrigger } from '../a-trigger.ts';
import { RECORDS } from '../access-cases.ts';
import { feed, within } from '../builders.ts';
import { makeFullApplication, type FullApplication } from '../full-application.ts';
import { callRecord, nameOf } from './record-calls.ts';
import { snapshotOf } from './snapshot.ts';
import { startTestServer, type TestServer, type TestUser } from '../test-server.ts';

let server: TestServer;
/** An application that has a record of every kind. */
let theirs: FullApplication;
let superuser: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  theirs = await makeFullApplication(server);
  superuser = await server.makeUser({ superUser: true });
});
afterAll(() => server.stop());

const isOpen = ({ access }: Endpoint) => access === 'public' || access === 'application-credentials';
const isForSuperusers = ({ access }: Endpoint) => typeof access === 'object' && access.permission === 'superuser';
const guarded = () => server.endpoints.filter((endpoint) => !isOpen(endpoint));
const withPermission = () => guarded().filter(({ access }) => typeof access === 'object');
/** The path with any id. The record need not exist, because access is checked before it is looked up. */
const anywhere = ({ path }: Endpoint) => API_BASE + path.replaceAll(/:\w+/g, '1');

/** Calls every endpoint once. Returns the status of each answer, by the endpoint's name. */
async function callAll(endpoints: readonly Endpoint[], user: Pick<TestUser, 'headers'> | null) {
  const answers: Record<string, number> = {};
  for (const endpoint of endpoints) {
    const { status } = await server.call({
      method: endpoint.method,
      url: anywhere(endpoint),
      ...(user ? { headers: user.headers } : {}),
    });
    answers[nameOf(endpoint)] = status;
  }
  return answers;
}

const all = (endpoints: readonly Endpoint[], status: number) =>
  Object.fromEntries(endpoints.map((endpoint) => [nameOf(endpoint), status]));

const recordEndpoints = () => guarded().filter(({ params }) => params !== undefined);

const choose = (user: TestUser, application_id: number | null) =>
  server.call({
    method: 'PUT',
    url: '/api/v1/session/application',
    headers: user.headers,
    payload: { application_id },
  });

/** Somebody who registered belongs to no application yet, so whoever may create users in any decides about them. */
const OF_NO_APPLICATION = {
  'POST /account_registrations/:id/grant': 200,
  'POST /account_registrations/:id/refuse': 200,
};

describe('every endpoint', () => {
  it('is tested here when its path has the id of a record', () => {
    expect(
      recordEndpoints().map(nameOf).sort(),
      'Name it as `recordsOfPeople` or `recordsOfHospital` in the access.cases.ts of its slice.',
    ).toEqual(Object.keys(RECORDS).sort());
  });

  it('answers 401 to whoever is not signed in', async () => {
    expect(await callAll(guarded(), null)).toEqual(all(guarded(), 401));
    const stranger = { headers: { authorization: 'Bearer not-a-token-of-anybody-here' } };
    expect(await callAll(guarded(), stranger)).toEqual(all(guarded(), 401));
  });

  it('answers 401 to the message feed without the credentials of an application', async () => {
    const credentials = server.endpoints.filter(({ access }) => access === 'application-credentials');
    for (const endpoint of credentials) {
      for (const authorization of ['', 'Basic !!!', `Basic ${btoa(`${theirs.accessKey}:wrong`)}`]) {
        const { status } = await server.call({
          method: endpoint.method,
          url: anywhere(endpoint),
          headers: { authorization, 'content-type': 'text/plain' },
          payload: 'MSH|',
        });
        expect(status).toBe(401);
      }
    }
  });

  it('answers 423 to a locked session, which may only be read, unlocked or ended', async () => {
    const user = await server.makeUser({ applications: [theirs], permissions: ['admin'] });
    await server.call({ method: 'POST', url: '/api/v1/session/lock', headers: user.headers });
    const unlocking = [
      'POST /session/unlock',
      'POST /session/passkey/options',
      'POST /session/unlock/passkey',
      'POST /session/unlock/single-sign-on',
    ];
    const open = ['POST /logout', 'GET /session', 'POST /session/lock', ...unlocking];
    const closed = guarded().filter((endpoint) => !open.includes(nameOf(endpoint)));
    expect(closed).toHaveLength(guarded().length - open.length);
    expect(await callAll(closed, user)).toEqual(all(closed, 423));
    const events = await server.call({ method: 'GET', url: '/api/v1/events', headers: user.headers });
    expect(events.status).toBe(423);
  });

  it('answers 403 to a session without the permission', async () => {
    const nobody = await server.makeUser({ applications: [theirs] });
    expect(await callAll(withPermission(), nobody)).toEqual(all(withPermission(), 403));
  });

  it('answers 409 where an application has to be chosen first, and never breaks without one', async () => {
    await choose(superuser, null);
    const ofOne = withPermission().filter(({ access }) => typeof access === 'object' && access.anyApplication !== true);
    expect(await callAll(ofOne, superuser)).toEqual(all(ofOne, 409));
    const unplaced = await server.makeUser({ permissions: ['admin'] });
    for (const user of [superuser, unplaced]) {
      const reads = guarded().filter(({ method }) => method === 'GET');
      const broken = Object.entries(await callAll(reads, user)).filter(([, status]) => status >= 500);
      expect(broken).toEqual([]);
    }
  });

  it("answers 404 to another application's administrator, and changes nothing", async () => {
    const other = await server.makeApplication();
    const admin = await server.makeUser({ applications: [other], permissions: ['admin'] });
    const before = await snapshotOf(server, theirs);
    expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(30);
    const answers: Record<string, number> = {};
    for (const endpoint of recordEndpoints())
      answers[nameOf(endpoint)] = (await callRecord(server, endpoint, theirs, admin)).status;
    const expected = recordEndpoints().map((endpoint) => [nameOf(endpoint), isForSuperusers(endpoint) ? 403 : 404]);
    expect(answers).toEqual({ ...Object.fromEntries(expected), ...OF_NO_APPLICATION });
    expect(await snapshotOf(server, theirs)).toEqual(before);
  });

  it('answers 404 where there is no such record, or the id is no number', async () => {
    const admin = await server.makeUser({ applications: [theirs], permissions: ['admin'] });
    for (const id of ['999999999', 'abc', '0', '-1', '99999999999999999999', '1e3']) {
      const { status } = await server.call({
        method: 'GET',
        url: `/api/v1/hl7_messages/${id}`,
        headers: admin.headers,
      });
      expect([id, status]).toEqual([id, 404]);
    }
  });

  it("does not let a record of one application be reached through another's address", async () => {
    const other = await makeFullApplication(server);
    const admin = await server.makeUser({ applications: [other], permissions: ['admin'] });
    for (const method of ['PUT', 'DELETE'] as const) {
      const { status } = await server.call({
        method,
        url: `/api/v1/applications/${other.id}/triggers/${theirs.triggerId}`,
        headers: admin.headers,
        ...(method === 'PUT' ? { payload: aTrigger } : {}),
      });
      expect([method, status]).toEqual([method, 404]);
    }
    // A trigger cannot ask with a survey of another application either.
    const { survey_id } = await triggerConfig(theirs);
    const { status, body } = await server.call({
      method: 'POST',
      url: `/api/v1/applications/${other.id}/triggers`,
      headers: admin.headers,
      payload: {
        trigger: {
          trigger: 'hl7_message_processed',
          action: 'send_survey_request',
          config: { survey_id, channel: 'sms' },
        },
      },
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['config.survey_id']]);
  });

  it('lets a superuser who has chosen the application do all of it', async () => {
    const full = await makeFullApplication(server);
    expect((await choose(superuser, full.id)).status).toBe(200);
    const ordered = recordEndpoints().toSorted((a, b) => turn(a) - turn(b));
    const answers: Record<string, number> = {};
    // Starting a kiosk ends the session of the caller, so another user does it.
    const leaving = await server.makeUser({ superUser: true });
    await choose(leaving, full.id);
    for (const endpoint of ordered) {
      const user = nameOf(endpoint) === 'POST /mailing_list/:id/kiosks' ? leaving : superuser;
      answers[nameOf(endpoint)] = (await callRecord(server, endpoint, full, user)).status;
    }
    const expected = Object.fromEntries(ordered.map((endpoint) => [nameOf(endpoint), endpoint.status as number]));
    // Nobody but their owner can change inbox items, sessions and passkeys.
    const of = [
      'PUT /inbox/:id/read',
      'PUT /inbox/:id/done',
      'PUT /inbox/:id/undone',
      'DELETE /sessions/:id',
      'DELETE /account/passkeys/:id',
      'PUT /account/passkeys/:id',
    ];
    const notTheirs = Object.fromEntries(of.map((name) => [name, 404]));
    // A survey that patients were asked with cannot be deleted, and an export that waits has no file.
    const refused = { ...notTheirs, 'DELETE /surveys/:id': 409, 'GET /data_exports/:id/file': 409 };
    expect(answers).toEqual({ ...expected, ...refused });
  });
});

/** The order of the calls: records inside others are deleted first, and the application is deleted last. */
const turn = ({ method, path }: Endpoint) => {
  if (method !== 'DELETE') return 0;
  return path === '/applications/:id' ? 1000 : 1000 - path.split('/').length;
};

const triggerConfig = (of: FullApplication) =>
  within(server, of, async (tx) => {
    const row = await tx
      .selectFrom('triggers')
      .select('config')
      .where('id', '=', of.triggerId)
      .executeTakeFirstOrThrow();
    return row.config as { survey_id: number };
  });

describe('a nurse who may see one ward', () => {
  it('sees the messages, deliveries, visits, cases and figures of that ward, and nothing of the next one', async () => {
    const hospital = await makeFullApplication(server);
    const nurse = await server.makeUser({
      applications: [hospital],
      permissions: ['admin'],
      locations: ['BIRCH'],
    });
    await feed(server, hospital, { event: 'A31', patient: 'NOWARD', without: ['PV1'] });
    const get = async (path: string) =>
      (await server.call({ method: 'GET', url: API_BASE + path, headers: nurse.headers })).body;

    const messages = await get('/hl7_messages');
    expect(messages.data.map(({ location }: { location: string }) => location)).toEqual(['BIRCH']);
    expect((await get('/hl7_messages?location=ASH')).data).toEqual([]);
    expect((await get('/hl7_messages?term=FULL')).data).toEqual([]);
    const deliveries = await get('/deliveries');
    expect(deliveries.data.map(({ location }: { location: string }) => location)).toEqual(['BIRCH']);
    expect((await get('/cases')).data).toEqual([]);
    expect(await get('/inbound_texts')).toMatchObject({ data: [], unread_count: 0 });

    const { today, funnel, cases, feedback } = (await get('/dashboard')).data;
    expect(today).toEqual([
      { event: 'A01', count: 0 },
      { event: 'A02', count: 0 },
      { event: 'A03', count: 1 },
      { event: 'A04', count: 0 },
    ]);
    expect(funnel).toMatchObject({ eligible: 1, failed: 1, sent: 0, cases: 0 });
    expect(cases).toMatchObject({ open: 0 });
    expect(feedback).toMatchObject({ answers: 0, comments: [] });

    for (const path of [
      `/hl7_messages/${hospital.messageId}`,
      `/visits/${hospital.visitId}`,
      `/cases/${hospital.caseId}`,
      `/inbound_texts/${hospital.textId}`,
    ])
      expect([
        path,
        (await server.call({ method: 'GET', url: API_BASE + path, headers: nurse.headers })).status,
      ]).toEqual([path, 404]);
    const elsewhere = await server.makeUser({ applications: [hospital], permissions: ['admin'], locations: ['ASH'] });
    const retry = `/api/v1/deliveries/${hospital.failedDeliveryId}/retry`;
    expect((await server.call({ method: 'POST', url: retry, headers: elsewhere.headers })).status).toBe(404);
    const reprocess = `/api/v1/hl7_messages/${hospital.messageId}/reprocess`;
    expect((await server.call({ method: 'PUT', url: reprocess, headers: nurse.headers })).status).toBe(404);
  });
});

describe('live updates', () => {
  it('are told to those who are signed in, of their own application only', async () => {
    const [mine, other] = [await server.makeApplication(), await server.makeApplication()];
    const user = await server.makeUser({ applications: [mine], permissions: ['messages.list'] });
    await server.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.http.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/api/v1/events`;
    expect((await fetch(url)).status).toBe(401);

    const unplaced = await server.makeUser({});
    const stopListening = new AbortController();
    const listen = async (headers: TestUser['headers']) => {
      const response = await fetch(url, { headers, signal: stopListening.signal });
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      const heard = { text: '' };
      void (async () => {
        const decoder = new TextDecoder();
        for await (const chunk of response.body ?? []) heard.text += decoder.decode(chunk as Uint8Array);
      })().catch(() => undefined);
      return heard;
    };
    const [heard, heardByUnplaced] = [await listen(user.headers), await listen(unplaced.headers)];

    const say = (application: number | null, topic: string) =>
      within(server, mine, (tx) => announce(tx, application, [topic]));
    await say(other.id, 'cases');
    await say(null, 'errors');
    await say(mine.id, 'messages');
    await expect.poll(() => heard.text).toContain('data: {"topics":["messages"]}');
    expect(heard.text).not.toMatch(/cases|errors/);
    expect(heardByUnplaced.text).not.toContain('data:');
    stopListening.abort();
  });
});
