import { API_BASE, apiKeys, isForPeople, type Endpoint } from '@wardvoice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS, SHOWING_PEOPLE } from '../access-cases.ts';
import { makeApiKey, type TestApiKey } from '../api-key.ts';
import { makeFullApplication, type FullApplication } from '../full-application.ts';
import { startTestServer, type TestServer, type TestUser } from '../test-server.ts';
import { BIRCH, makeCanaryWorld, MARKS, type CanaryWorld } from './canary-world.ts';
import { callRecord, nameOf } from './record-calls.ts';
import { snapshotOf } from './snapshot.ts';

let server: TestServer;
let world: CanaryWorld;
/** An application that has a record of every kind. */
let theirs: FullApplication;
let admin: TestUser;
let ownAdmin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  theirs = await makeFullApplication(server);
  world = await makeCanaryWorld(server);
  admin = await server.makeUser({ applications: [theirs], permissions: ['admin'] });
  ownAdmin = await server.makeUser({ applications: [world.hospital], permissions: ['admin'] });
}, 60_000);
afterAll(() => server.stop());

const isOpen = ({ access }: Endpoint) => access === 'public' || access === 'application-credentials';
const guarded = () => server.endpoints.filter((endpoint) => !isOpen(endpoint));
const forPeople = () => guarded().filter(({ access }) => isForPeople(access));
const forKeys = () => guarded().filter(({ access }) => !isForPeople(access));
const permissionOf = ({ access }: Endpoint) => (typeof access === 'object' ? access.permission : null);
const anywhere = ({ path }: Endpoint) => API_BASE + path.replaceAll(/:\w+/g, '999999999');

async function callAll(endpoints: readonly Endpoint[], { headers }: Pick<TestApiKey, 'headers'>) {
  const answers = new Map<string, { status: number; type: unknown }>();
  for (const endpoint of endpoints) {
    const { status, body } = await server.call({ method: endpoint.method, url: anywhere(endpoint), headers });
    answers.set(nameOf(endpoint), { status, type: body.type });
  }
  return answers;
}

/** A key has so many calls a minute, so the clock goes on. */
let minutes = 0;
function anotherMinute() {
  minutes += 1;
  server.setTime(new Date(Date.now() + minutes * 60_000));
}

const makeKey = (permissions: readonly string[], by = admin, locations: readonly string[] = []) =>
  makeApiKey(server, by, { permissions, locations });

describe('every endpoint, called with an API key', () => {
  it('refuses a key where it is for people, whatever its permissions, with a sentence and a type', async () => {
    const key = await makeKey(apiKeys.KEY_PERMISSIONS);
    const answers = await callAll(forPeople(), key);
    expect(answers.size).toBeGreaterThan(60);
    for (const [name, answer] of answers)
      expect([name, answer]).toEqual([name, { status: 403, type: 'person_needed' }]);
    const { body } = await key.call('GET', '/account');
    expect(body.message).toBe('Only a person who is signed in can do this: an API key cannot.');
  });

  it('is for people where it is about an account, a session, passkeys, an inbox, users or keys', () => {
    const names = new Set(forPeople().map(nameOf));
    for (const name of [
      'GET /session',
      'POST /logout',
      'PUT /account/password',
      'POST /account/two-step',
      'POST /account/passkeys',
      'GET /inbox',
      'GET /saved_views',
      'POST /users',
      'PUT /users/:id/reset-password',
      'POST /roles',
      'POST /scim_tokens',
      'POST /api_keys',
      'PUT /api_keys/:id',
      'POST /api_keys/:id/rotate',
      'DELETE /api_keys/:id',
      'PUT /applications/:id',
      'POST /mailing_list/:id/kiosks',
      'POST /hl7_messages/:id/feedback/start',
    ])
      expect([name, guarded().some((one) => nameOf(one) === name) && names.has(name)]).toEqual([name, true]);
  });

  it('lets in a key that has the permission and no other, and keeps out one that has every other', async () => {
    const needed = new Set<string | null>(forKeys().map(permissionOf));
    const ofPermission = (name: string) => forKeys().filter((endpoint) => permissionOf(endpoint) === name);
    for (const permission of apiKeys.KEY_PERMISSIONS.filter((name) => needed.has(name))) {
      anotherMinute();
      const only = await makeKey([permission]);
      for (const [name, { status }] of await callAll(ofPermission(permission), only)) {
        expect([name, status >= 500 || status === 401 || status === 403]).toEqual([name, false]);
      }
      const others = await makeKey(apiKeys.KEY_PERMISSIONS.filter((name) => name !== permission));
      for (const [name, { status }] of await callAll(ofPermission(permission), others))
        expect([name, status]).toEqual([name, 403]);
    }
  }, 120_000);

  it('lets in a key that has any permission where it asks for none', async () => {
    const key = await makeKey(['alarms.list']);
    const open = forKeys().filter((endpoint) => permissionOf(endpoint) === null);
    const statuses = [...(await callAll(open, key))].map(([name, { status }]) => [name, status]);
    expect(Object.fromEntries(statuses)).toEqual({
      'GET /dashboard': 200,
      'GET /trigger_catalog': 200,
      // These say what has to be sent; which resources a key may read is compared with each.
      'GET /fhir/r4/$export': 400,
      'GET /fhir/r4/Patient/$export': 400,
      'GET /fhir/r4/bulk-export': 400,
    });
  });

  it('offers no permission to keys that opens nothing to them', () => {
    const opening = new Set<string | null>(forKeys().map(permissionOf));
    // No call asks for this one, whoever makes it.
    expect(apiKeys.KEY_PERMISSIONS.filter((name) => !opening.has(name))).toEqual(['messages.view']);
  });

  it('lets no key do what is for superusers', async () => {
    anotherMinute();
    const superuser = await server.makeUser({ superUser: true });
    await server.as(superuser)('PUT', '/session/application', { application_id: theirs.id });
    const key = await makeKey(apiKeys.KEY_PERMISSIONS, superuser);
    const ofSuperusers = guarded().filter((endpoint) => permissionOf(endpoint) === 'superuser');
    expect(ofSuperusers.length).toBeGreaterThan(5);
    for (const [name, { status }] of await callAll(ofSuperusers, key)) expect([name, status]).toEqual([name, 403]);
  });

  it('answers 404 about a record of another application, and changes nothing', async () => {
    anotherMinute();
    const other = await server.makeApplication();
    const otherAdmin = await server.makeUser({ applications: [other], permissions: ['admin'] });
    const key = await makeKey(apiKeys.KEY_PERMISSIONS, otherAdmin);
    const before = await snapshotOf(server, theirs);
    const ofRecords = forKeys().filter(
      (endpoint) => RECORDS[nameOf(endpoint)] && !['superuser', 'admin'].includes(permissionOf(endpoint) ?? ''),
    );
    expect(ofRecords.length).toBeGreaterThan(60);
    for (const endpoint of ofRecords) {
      const { status } = await callRecord(server, endpoint, theirs, key);
      expect([nameOf(endpoint), status]).toEqual([nameOf(endpoint), 404]);
    }
    expect(await snapshotOf(server, theirs)).toEqual(before);
  });

  it('shows a key of one ward nobody of another ward', async () => {
    anotherMinute();
    const key = await makeKey(apiKeys.KEY_PERMISSIONS, ownAdmin, ['ASH']);
    const everywhere = await makeKey(apiKeys.KEY_PERMISSIONS, ownAdmin);
    const lists = forKeys().filter(
      (endpoint) =>
        endpoint.params === undefined && SHOWING_PEOPLE.includes(nameOf(endpoint)) && endpoint.method === 'GET',
    );
    expect(lists.length).toBeGreaterThan(10);
    let marked = 0;
    for (const endpoint of lists) {
      const [own, all] = await Promise.all(
        [key, everywhere].map(({ headers }) => server.call({ method: 'GET', url: API_BASE + endpoint.path, headers })),
      );
      expect([nameOf(endpoint), JSON.stringify(own?.body).match(MARKS)]).toEqual([nameOf(endpoint), null]);
      if (MARKS.test(JSON.stringify(all?.body))) marked += 1;
    }
    // The same lists do show those people to a key of the whole hospital.
    expect(marked).toBeGreaterThan(5);
    expect((await key.call('GET', '/hl7_messages')).body.data.length).toBeGreaterThan(0);
    for (const path of [`/hl7_messages/${world.hospital.messageId}`, `/visits/${world.hospital.visitId}`]) {
      expect([path, (await key.call('GET', path)).status]).toEqual([path, 404]);
      expect([path, (await everywhere.call('GET', path)).status]).toEqual([path, 200]);
    }
    expect(BIRCH.wards).not.toContain('ASH');
  });

  it('never breaks when a key changes a record', async () => {
    anotherMinute();
    const full = await makeFullApplication(server);
    const by = await server.makeUser({ applications: [full], permissions: ['admin'] });
    const key = await makeKey(apiKeys.KEY_PERMISSIONS, by);
    const turn = ({ method, path }: Endpoint) => (method === 'DELETE' ? 1000 - path.split('/').length : 0);
    const ordered = forKeys()
      .filter((endpoint) => RECORDS[nameOf(endpoint)] && permissionOf(endpoint) !== 'superuser')
      .toSorted((a, b) => turn(a) - turn(b));
    const answers: Record<string, number> = {};
    for (const endpoint of ordered) answers[nameOf(endpoint)] = (await callRecord(server, endpoint, full, key)).status;
    const refused = Object.entries(answers).filter(([, status]) => status >= 400);
    expect(Object.fromEntries(refused)).toEqual({
      // A key cannot claim a case, and a survey that patients were asked with cannot be deleted.
      'PUT /cases/:id': 409,
      'DELETE /surveys/:id': 409,
      // It waits, so it has no file.
      'GET /data_exports/:id/file': 409,
      // The person has permissions that the key does not have.
      'GET /users/:id/absences': 403,
      'POST /users/:id/absences': 403,
      'DELETE /users/:id/absences/:absenceId': 403,
    });
  });
});
