import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { makeApiKey } from '../../testing/api-key.ts';
import { feed } from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { evaluateAlarms } from '../alarms/index.ts';

const NOON = new Date('2026-06-17T12:00:00Z');
const DAY_MS = 86_400_000;
const later = (ms: number) => new Date(NOON.getTime() + ms);

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await server.makeApplication();
  await signInAdmin();
});

/** Somebody signs in as an administrator: a session ends after some hours, and a key lives longer. */
async function signInAdmin() {
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
}
async function goTo(at: Date) {
  server.setTime(at);
  await signInAdmin();
}

const make = (permissions: string[], settings: { name?: string; locations?: string[]; expires_at?: string } = {}) =>
  makeApiKey(server, admin, { permissions, ...settings });
const asked = (settings: object, by = admin) => server.as(by)('POST', '/api_keys', { api_key: settings });
const statusOf = async (key: string, path = '/hl7_messages') =>
  (await server.as({ headers: { authorization: `Bearer ${key}` } })('GET', path)).status;
const listed = async (query = '') => (await server.as(admin)('GET', `/api_keys${query}`)).body.data;

describe('an API key', () => {
  it('is shown once, has 256 random bits, and is stored as a hash beside the letters by which it is recognised', async () => {
    const { status, body } = await asked({ name: 'Warehouse', permissions: ['messages.list'] });
    expect(status).toBe(201);
    const { key, prefix, id } = body.data;
    expect(key).toMatch(/^wvk_[0-9A-Za-z]{43}$/);
    expect(key.startsWith(prefix) && prefix.length).toBe(12);
    expect(body.data).toMatchObject({
      state: 'active',
      last_used_at: null,
      locations: [],
      created_by: { id: admin.id },
    });
    expect(body.data.expires_at).toBe(later(365 * DAY_MS).toISOString());
    const shown = JSON.stringify([await listed(), (await server.as(admin)('GET', `/api_keys/${id}`)).body]);
    expect(shown).toContain(prefix);
    expect(shown).not.toContain(key);
    const { rows } = await server.ctx.db.transaction(systemScope('example'), (tx) =>
      sql<{ text: string }>`select k::text as text from api_keys k where id = ${id}`.execute(tx),
    );
    expect(rows[0]?.text).not.toContain(key.slice(prefix.length));
  });

  it('does what its permissions let it, in its application, without a cookie or a header of CSRF', async () => {
    const { call } = await make(['contacts.create', 'contacts.view']);
    const made = await call('POST', '/contacts', { contact: { name: 'Conn', email: 'conn@example.org' } });
    expect(made.status).toBe(201);
    expect((await call('GET', `/contacts/${made.body.data.id}`)).status).toBe(200);
    expect((await call('GET', '/hl7_messages')).status).toBe(403);
  });

  it('never has more permissions or wards than who makes it, and never those that are for people', async () => {
    const nurse = await server.makeUser({
      applications: [hospital],
      permissions: ['api_keys.create', 'api_keys.update', 'api_keys.list', 'messages.list'],
      locations: ['ASH'],
    });
    const errorsOf = async (settings: object, by = nurse) => {
      const { status, body } = await asked({ name: 'Key', locations: ['ASH'], ...settings }, by);
      return [status, Object.keys(body.errors ?? {})];
    };
    expect(await errorsOf({ permissions: ['messages.list'] })).toEqual([201, []]);
    expect(await errorsOf({ permissions: ['messages.list', 'contacts.list'] })).toEqual([422, ['permissions']]);
    expect(await errorsOf({ permissions: ['messages.list'], locations: [] })).toEqual([422, ['locations']]);
    expect(await errorsOf({ permissions: ['messages.list'], locations: ['BIRCH'] })).toEqual([422, ['locations']]);
    for (const permission of ['admin', 'superuser', 'api_keys.create', 'users.create', 'of.nobody'])
      expect(await errorsOf({ permissions: [permission] }, admin)).toEqual([422, ['permissions']]);
    // Whoever gets the secret of a key may do what it may.
    const wide = await make(['contacts.list']);
    const change = (method: 'PUT' | 'POST', path: string) =>
      server.as(nurse)(method, `/api_keys/${wide.id}${path}`, { api_key: {} });
    expect([(await change('PUT', '')).status, (await change('POST', '/rotate')).status]).toEqual([403, 403]);
  });

  it('expires: at the latest after two years, and not in the past', async () => {
    const errorsOf = async (expires_at: string) =>
      Object.keys((await asked({ name: 'Key', permissions: ['messages.list'], expires_at })).body.errors ?? {});
    expect(await errorsOf(later(732 * DAY_MS).toISOString())).toEqual(['expires_at']);
    expect(await errorsOf(later(-1).toISOString())).toEqual(['expires_at']);
    expect(await errorsOf('tomorrow')).toEqual(['expires_at']);
    const { key, id } = await make(['messages.list'], { expires_at: later(DAY_MS).toISOString() });
    expect(await statusOf(key)).toBe(200);
    await goTo(later(DAY_MS));
    expect(await statusOf(key)).toBe(401);
    expect((await listed('?state=expired')).map((row: Json) => row.id)).toEqual([id]);
    const renewed = await server.as(admin)('PUT', `/api_keys/${id}`, {
      api_key: { expires_at: later(30 * DAY_MS).toISOString() },
    });
    expect([renewed.status, await statusOf(key)]).toEqual([200, 200]);
  });

  it('is revoked at once and for good, and stays in the list', async () => {
    const { key, id } = await make(['messages.list'], { name: 'Old engine' });
    expect(await statusOf(key)).toBe(200);
    for (const _ of [1, 2]) expect((await server.as(admin)('DELETE', `/api_keys/${id}`)).status).toBe(200);
    expect(await statusOf(key)).toBe(401);
    expect(await listed('?state=revoked&term=engine')).toMatchObject([
      { id, state: 'revoked', revoked_at: NOON.toISOString() },
    ]);
    expect(await listed('?state=active')).toEqual([]);
    const rotated = await server.as(admin)('POST', `/api_keys/${id}/rotate`, { api_key: { overlap_days: 7 } });
    expect([rotated.status, await statusOf(key)]).toEqual([409, 401]);
  });

  it('is rotated: the old secret works for the days that were chosen, and no longer', async () => {
    const { key, id } = await make(['messages.list']);
    const rotate = (overlap_days: number) =>
      server.as(admin)('POST', `/api_keys/${id}/rotate`, { api_key: { overlap_days } });
    expect((await rotate(8)).status).toBe(422);
    const second = (await rotate(2)).body.data;
    expect([second.key === key, second.previous_until]).toEqual([false, later(2 * DAY_MS).toISOString()]);
    expect([await statusOf(key), await statusOf(second.key)]).toEqual([200, 200]);
    await goTo(later(2 * DAY_MS));
    expect([await statusOf(key), await statusOf(second.key)]).toEqual([401, 200]);
    const third = (await rotate(0)).body.data;
    expect([await statusOf(second.key), await statusOf(third.key)]).toEqual([401, 200]);
  });

  it('loses what is taken from it at its next call, and a second change of one version is refused', async () => {
    const { call, id } = await make(['messages.list', 'contacts.list']);
    const { version } = (await server.as(admin)('GET', `/api_keys/${id}`)).body.data;
    const change = () =>
      server.as(admin)('PUT', `/api_keys/${id}`, { api_key: { permissions: ['messages.list'], version } });
    expect((await call('GET', '/contacts')).status).toBe(200);
    expect((await change()).status).toBe(200);
    expect((await call('GET', '/contacts')).status).toBe(403);
    expect((await change()).status).toBe(409);
  });

  it('goes on working when its maker has left', async () => {
    const leaving = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const { key, id } = await makeApiKey(server, leaving, { permissions: ['messages.list'] });
    expect((await server.as(admin)('DELETE', `/users/${leaving.id}`)).status).toBe(200);
    expect(await statusOf(key)).toBe(200);
    expect((await server.as(admin)('GET', `/api_keys/${id}`)).body.data.state).toBe('active');
  });

  it('says when and from where it was last used, once a minute', async () => {
    const { headers, id } = await make(['messages.list']);
    const useFrom = (remoteAddress: string, at: Date) => {
      server.setTime(at);
      return server.call({ method: 'GET', url: '/api/v1/hl7_messages', headers, remoteAddress });
    };
    const lastUse = async () => {
      const { last_used_at, last_used_from } = (await server.as(admin)('GET', `/api_keys/${id}`)).body.data;
      return [last_used_at, last_used_from];
    };
    await useFrom('10.9.9.1', NOON);
    await useFrom('10.9.9.2', later(30_000));
    expect(await lastUse()).toEqual([NOON.toISOString(), '10.9.9.1']);
    await useFrom('10.9.9.2', later(61_000));
    expect(await lastUse()).toEqual([later(61_000).toISOString(), '10.9.9.2']);
  });

  it('may make 600 calls a minute over all processes, and is told how many are left', async () => {
    const { headers } = await make(['messages.list']);
    const use = () => server.call({ method: 'GET', url: '/api/v1/trigger_catalog', headers });
    const first = await use();
    expect(first.headers).toMatchObject({
      'ratelimit-limit': '600',
      'ratelimit-remaining': '599',
      'ratelimit-reset': '60',
      'ratelimit-policy': '600;w=60',
    });
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      sql`update api_key_uses set calls = 599`.execute(tx),
    );
    expect((await use()).status).toBe(200);
    const refused = await use();
    expect([refused.status, refused.headers['retry-after'], refused.headers['ratelimit-remaining']]).toEqual([
      429,
      '60',
      '0',
    ]);
    server.setTime(later(60_000));
    expect((await use()).status).toBe(200);
  });
});

describe('a wrong key', () => {
  const guess = (key: string, remoteAddress: string) =>
    server.call({
      method: 'GET',
      url: '/api/v1/hl7_messages',
      headers: { authorization: `Bearer ${key}` },
      remoteAddress,
    });

  it('is answered like one that has expired or was revoked', async () => {
    const revoked = await make(['messages.list']);
    await server.as(admin)('DELETE', `/api_keys/${revoked.id}`);
    const expired = await make(['messages.list'], { expires_at: later(1_000).toISOString() });
    server.setTime(later(2_000));
    const answers = [];
    for (const key of [revoked.key, expired.key, `wvk_${'x'.repeat(43)}`]) answers.push(await guess(key, '10.8.0.1'));
    const [first, ...others] = answers.map(({ status, body }) => ({ status, body }));
    expect(first).toMatchObject({
      status: 401,
      body: { message: 'This API key is wrong, has expired or was revoked.' },
    });
    expect(others).toEqual([first, first]);
  });

  it('makes its address wait after many, while a right key from there still works', async () => {
    const { key } = await make(['messages.list']);
    const statuses = [];
    for (let n = 0; n < 22; n += 1) statuses.push((await guess(`wvk_${'y'.repeat(40)}${100 + n}`, '10.8.0.2')).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    expect((await guess(key, '10.8.0.2')).status).toBe(200);
  });

  it('that was right once is in the audit of its application, once a minute', async () => {
    const { key, id } = await make(['messages.list']);
    await server.as(admin)('DELETE', `/api_keys/${id}`);
    for (let n = 0; n < 3; n += 1) await guess(key, '10.8.0.3');
    const { body } = await server.as(admin)('GET', '/audit?action=sign_in&record_type=api_keys');
    expect(body.data).toMatchObject([
      { record_id: id, refused: true, address: '10.8.0.3', user_id: null, details: { reason: 'wrong_key' } },
    ]);
  });
});

describe('the audit', () => {
  it('names the key instead of a person, and finds what it did', async () => {
    await feed(server, hospital, { event: 'A01', patient: 'P1' });
    const { call, id } = await make(['messages.list', 'messages.view', 'categories.create'], { name: 'Warehouse' });
    const other = await make(['messages.list'], { name: 'Another' });
    const [message] = (await call('GET', '/hl7_messages')).body.data;
    await call('GET', `/hl7_messages/${message.id}`);
    await call('POST', '/categories', { category: { title: 'Food' } });
    await call('GET', '/contacts');
    await other.call('GET', '/hl7_messages');
    const { data } = (await server.as(admin)('GET', `/audit?api_key_id=${id}&sort=at`)).body;
    expect(
      data.map(({ action, record_type, refused, user_id, user_name, session_id, details }: Json) => [
        action,
        record_type,
        refused,
        user_id,
        user_name,
        session_id,
        details.as,
      ]),
    ).toEqual(
      [
        ['list', 'hl7_messages', false],
        ['view', 'hl7_messages', false],
        ['create', 'categories', false],
        ['list', 'contacts', true],
      ].map((entry) => [...entry, null, 'API key Warehouse', null, { api_key: { id, name: 'Warehouse' } }]),
    );
    const made = (await server.as(admin)('GET', `/audit?record_type=api_keys&record_id=${id}`)).body.data;
    expect(made).toMatchObject([{ action: 'create', user_id: admin.id, record_name: 'Warehouse' }]);
    expect(JSON.stringify(made)).not.toContain('hash');
  });
});

describe('an alarm', () => {
  const evaluateAt = async (at: Date) => {
    await goTo(at);
    return evaluateAlarms(
      server.ctx,
      { certificateFile: null, dataDir: null, makesBackups: false, wal: null },
      new Date(0),
    );
  };
  const open = async () => (await server.as(admin)('GET', '/alarms?open=1')).body.data;

  it('is opened fourteen days before a key expires, is critical three days before, and closes once the key has a later day', async () => {
    const { id } = await make(['messages.list'], { name: 'Warehouse', expires_at: later(20 * DAY_MS).toISOString() });
    await evaluateAt(later(5 * DAY_MS));
    expect(await open()).toEqual([]);
    await evaluateAt(later(6 * DAY_MS));
    expect(await open()).toMatchObject([
      { kind: 'api_key_expiring', severity: 'warning', details: { name: 'Warehouse', days: 14 } },
    ]);
    await evaluateAt(later(17 * DAY_MS));
    expect(await open()).toMatchObject([{ severity: 'critical' }]);
    await server.as(admin)('PUT', `/api_keys/${id}`, { api_key: { expires_at: later(200 * DAY_MS).toISOString() } });
    await evaluateAt(later(17 * DAY_MS + 6 * 60_000));
    expect(await open()).toEqual([]);
  });
});
