import { account, FRESH_SIGN_IN_NEEDED } from '@wardvoice/contract';
import type { InjectOptions } from 'fastify';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { startIdentityProvider } from '../../testing/outside/identity-provider.ts';
import {
  PASSWORD,
  startTestServer,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { problemType } from '../../testing/problem-type.ts';

const HOME = 'http://wardvoice.test';
const MINUTE = 60_000;
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;
let start: Date;

beforeAll(async () => {
  provider = await startIdentityProvider(HOME + account.SINGLE_SIGN_ON_CALLBACK);
  server = await startTestServer({ oidc: provider.settings, locksIdle: true });
  hospital = await server.makeApplication();
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});
beforeEach(async () => {
  start = new Date();
  server.setTime(start);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});

type Caller = Pick<TestUser, 'headers'>;
let addresses = 0;
const call = (user: Caller, method: InjectOptions['method'], path: string, payload?: object, headers = {}) =>
  server.call({
    method: method ?? 'GET',
    url: `/api/v1${path}`,
    headers: { ...user.headers, ...headers },
    remoteAddress: `10.8.0.${(addresses += 1) % 250}`,
    ...(payload ? { payload } : {}),
  });
/** Lets the time pass while these people work, so that no session is locked. */
async function workUntil(minute: number, ...people: Caller[]): Promise<void> {
  for (let at = 10; at < minute; at += 10) {
    server.setTime(new Date(start.getTime() + at * MINUTE));
    for (const person of people) await call(person, 'GET', '/account');
  }
  server.setTime(new Date(start.getTime() + minute * MINUTE));
}
const prove = (user: Caller, body: object) => call(user, 'POST', '/session/prove', body);
const rename = (user: Caller, id: number, name: string) => call(user, 'PUT', `/users/${id}`, { user: { name } });
const auditOf = (userId: number) =>
  server.ctx.db.transaction(systemScope('example'), (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['action', 'refused', 'details'])
      .where('user_id', '=', userId)
      .orderBy('at')
      .orderBy('id')
      .execute(),
  );

describe('a call that changes access', () => {
  it('is answered within half an hour of signing in, and refused after it, with what to do', async () => {
    const other = await server.makeUser({ applications: [hospital] });
    await workUntil(29, admin);
    expect((await rename(admin, other.id, 'Before')).status).toBe(200);
    await workUntil(31, admin);
    const { status, body } = await rename(admin, other.id, 'After');
    expect([status, body.type]).toEqual([403, FRESH_SIGN_IN_NEEDED]);
    expect(body.message).toContain('Confirm that it is you.');
    expect((await call(admin, 'GET', `/users/${other.id}`)).body.data.name).toBe('Before');
  });

  it('is answered after the password, until half an hour after that', async () => {
    await workUntil(31, admin);
    expect((await rename(admin, admin.id, 'Refused')).status).toBe(403);
    const { status, body } = await prove(admin, { password: PASSWORD });
    expect([status, new Date(body.data.fresh_until)]).toEqual([200, new Date(start.getTime() + 61 * MINUTE)]);
    expect((await rename(admin, admin.id, 'Proved')).status).toBe(200);
    await workUntil(60.9, admin);
    expect((await rename(admin, admin.id, 'Still')).status).toBe(200);
    await workUntil(61.1, admin);
    expect((await rename(admin, admin.id, 'No more')).status).toBe(403);
  });

  it('is refused to whoever may not make it, proof or none, with nothing about a proof', async () => {
    const nurse = await server.makeUser({ applications: [hospital] });
    await workUntil(31, nurse);
    const { status, body } = await rename(nurse, admin.id, 'Mine');
    expect([status, body.type]).toEqual([403, 'about:blank']);
  });

  it('is in the audit when it is refused and when the person proved who they are', async () => {
    await workUntil(31, admin);
    await rename(admin, admin.id, 'Refused');
    await prove(admin, { password: 'not mine' });
    await prove(admin, { password: PASSWORD });
    expect((await auditOf(admin.id)).slice(-3)).toMatchObject([
      { action: 'update', refused: true, details: { reason: FRESH_SIGN_IN_NEEDED } },
      { action: 'sign_in', refused: true, details: { reason: 'wrong_password, password' } },
      { action: 'prove', refused: false },
    ]);
  });

  it('is answered in the session that was proved, and not in another of the same person', async () => {
    const login = { username: admin.email, password: PASSWORD };
    const answer = await server.call({ method: 'POST', url: '/api/login', payload: login });
    const other = { headers: { authorization: `Bearer ${answer.body.auth_token}` } };
    await workUntil(31, admin, other);
    await prove(admin, { password: PASSWORD });
    expect([
      (await rename(admin, admin.id, 'Here')).status,
      (await rename(other, admin.id, 'There')).body.type,
    ]).toEqual([200, FRESH_SIGN_IN_NEEDED]);
  });
});

describe('a file of a list', () => {
  it('that shows patients wants a fresh sign-in, and one of categories does not', async () => {
    await workUntil(31, admin);
    const answers = async () => [
      (await call(admin, 'GET', '/contacts.csv')).status,
      (await call(admin, 'GET', '/hl7_messages.csv')).status,
      (await call(admin, 'GET', '/categories.csv')).status,
      (await call(admin, 'GET', '/contacts')).status,
    ];
    expect(await answers()).toEqual([403, 403, 200, 200]);
    await prove(admin, { password: PASSWORD });
    expect(await answers()).toEqual([200, 200, 200, 200]);
  });
});

describe('every dangerous call', () => {
  it('says so in the contract', () => {
    const dangerous = server.endpoints
      .filter(({ freshSignIn, path }) => freshSignIn && !path.endsWith('.csv'))
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted((one, other) => one.localeCompare(other));
    expect(dangerous).toEqual([
      'DELETE /account/passkeys/:id',
      'DELETE /api_keys/:id',
      'DELETE /applications/:id',
      'DELETE /destinations/:id',
      'DELETE /fhir/r4/Subscription/:id',
      'DELETE /permissions/:id',
      'DELETE /roles/:id',
      'DELETE /scim_tokens/:id',
      'DELETE /sessions',
      'DELETE /sessions/:id',
      'DELETE /users/:id',
      'DELETE /users/:id/applications/:applicationId',
      'DELETE /users/:id/permissions/:permissionId',
      'DELETE /users/:id/sessions',
      'DELETE /users/:id/single-sign-on',
      'DELETE /users/:id/two-step',
      'DELETE /webhooks/:id',
      'GET /consent_events',
      'GET /data_exports/:id/file',
      'GET /fhir/r4/bulk-export/Appointment',
      'GET /fhir/r4/bulk-export/AuditEvent',
      'GET /fhir/r4/bulk-export/Communication',
      'GET /fhir/r4/bulk-export/Consent',
      'GET /fhir/r4/bulk-export/Encounter',
      'GET /fhir/r4/bulk-export/Patient',
      'GET /fhir/r4/bulk-export/Questionnaire',
      'GET /fhir/r4/bulk-export/QuestionnaireResponse',
      'GET /fhir/r4/bulk-export/Task',
      'GET /fhir/r4/Consent',
      'GET /fhir/r4/Consent/:id',
      'GET /persons/export',
      'POST /account_invitations',
      'POST /account_invitations/:id/send',
      'POST /account_registrations/:id/grant',
      'POST /account/passkeys',
      'POST /account/passkeys/options',
      'POST /account/two-step/disable',
      'POST /api_keys',
      'POST /api_keys/:id/rotate',
      'POST /applications',
      'POST /consent_purposes',
      'POST /data_exports',
      'POST /destinations',
      'POST /fhir/r4/Subscription',
      'POST /patients/:id/legal_hold',
      'POST /permissions',
      'POST /persons/erase',
      'POST /roles',
      'POST /scim_tokens',
      'POST /users',
      'POST /users/:id/applications',
      'POST /users/:id/permissions',
      'POST /webhooks',
      'POST /webhooks/:id/rotate',
      'PUT /api_keys/:id',
      'PUT /applications/:id',
      'PUT /data_exports/nightly',
      'PUT /destinations/:id',
      'PUT /patients/:id/legal_hold/release',
      'PUT /permissions/:id',
      'PUT /roles/:id',
      'PUT /users/:id',
      'PUT /users/:id/applications/:applicationId',
      'PUT /users/:id/reset-password',
      'PUT /webhooks/:id',
    ]);
  });

  it('is refused to a session whose sign-in is old', async () => {
    const superuser = await server.makeUser({ superUser: true });
    await workUntil(31, superuser);
    await call(superuser, 'PUT', '/session/application', { application_id: hospital.id });
    for (const { method, path } of server.endpoints.filter(({ freshSignIn }) => freshSignIn)) {
      const { status, body } = await call(superuser, method, path.replaceAll(/:\w+/g, '999999999'));
      expect([method, path, status, problemType(body)]).toEqual([method, path, 403, FRESH_SIGN_IN_NEEDED]);
    }
  });

  it('says so in the description of the API', async () => {
    const { body } = await server.call({ method: 'GET', url: '/api/openapi.json' });
    expect(body.paths['/api/v1/persons/erase'].post.description).toContain('POST /session/prove');
    expect(body.paths['/api/v1/erasures'].get.description).not.toContain('POST /session/prove');
  });
});

describe('a wrong password', () => {
  it('is counted together with those of unlocking: the fifth ends the session', async () => {
    for (let tries = 0; tries < 2; tries += 1) {
      const { status, body } = await prove(admin, { password: 'not mine' });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['password']]);
    }
    await call(admin, 'POST', '/session/lock');
    for (let tries = 0; tries < 2; tries += 1)
      expect((await call(admin, 'POST', '/session/unlock', { password: 'not mine' })).status).toBe(422);
    expect((await call(admin, 'POST', '/session/unlock', { password: 'not mine' })).status).toBe(401);
    expect((await call(admin, 'GET', '/session')).status).toBe(401);
  });

  it('is no proof in a locked session, however right', async () => {
    await call(admin, 'POST', '/session/lock');
    expect((await prove(admin, { password: PASSWORD })).status).toBe(423);
  });
});

describe('unlocking', () => {
  it('is a proof, because it asks for the password', async () => {
    await workUntil(31, admin);
    await call(admin, 'POST', '/session/lock');
    await call(admin, 'POST', '/session/unlock', { password: PASSWORD });
    expect((await rename(admin, admin.id, 'Unlocked')).status).toBe(200);
  });
});

describe('somebody with two-step sign-in', () => {
  let totp: TOTP;
  const code = () => totp.generate({ timestamp: server.ctx.clock().getTime() });

  beforeEach(async () => {
    const begun = await call(admin, 'POST', '/account/two-step', { password: PASSWORD });
    totp = new TOTP({ secret: begun.body.data.secret });
    await call(admin, 'POST', '/account/two-step/confirm', { code: code() });
    await workUntil(31, admin);
  });

  it('proves it with a code as well', async () => {
    const without = await prove(admin, { password: PASSWORD });
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['code']]);
    expect((await rename(admin, admin.id, 'Not yet')).status).toBe(403);
    expect((await prove(admin, { password: PASSWORD, code: code() })).status).toBe(200);
    expect((await rename(admin, admin.id, 'With a code')).status).toBe(200);
  });

  it('has five tries at the code, however right the password is, and the session ends', async () => {
    for (let tries = 1; tries < 5; tries += 1) {
      const { status, body } = await prove(admin, { password: PASSWORD, code: '000000' });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['code']]);
      // Asking for the field between the tries gives no further ones.
      await prove(admin, { password: PASSWORD });
    }
    expect((await prove(admin, { password: PASSWORD, code: '000000' })).status).toBe(401);
    expect((await call(admin, 'GET', '/session')).status).toBe(401);
  });

  it('does not prove it by unlocking, which asks for no code', async () => {
    await call(admin, 'POST', '/session/lock');
    await call(admin, 'POST', '/session/unlock', { password: PASSWORD });
    expect((await rename(admin, admin.id, 'Unlocked')).body.type).toBe(FRESH_SIGN_IN_NEEDED);
  });

  it('cannot have it switched off by whoever knows the password and finds the screen', async () => {
    const off = await call(admin, 'POST', '/account/two-step/disable', { password: PASSWORD });
    expect(off.body.type).toBe(FRESH_SIGN_IN_NEEDED);
  });
});

describe('somebody who signed in by single sign-on', () => {
  const verified = (email: string) => ({ email, email_verified: true });
  /** Goes to the provider and back. Returns the cookie of the browser and where it has landed. */
  async function visit(address: string, name: string, email: string) {
    const left = await server.call({ method: 'GET', url: address });
    const [cookie = ''] = String(left.headers['set-cookie']).split(';');
    const there = new URL(String(left.headers['location']));
    const back = await provider.visit(there.href, name, verified(email));
    const landed = await server.call({ method: 'GET', url: back.pathname + back.search, headers: { cookie } });
    return { cookie, there, landedAt: landed.headers['location'] };
  }
  async function signOn(user: TestUser, name: string): Promise<Caller> {
    const { cookie } = await visit(account.SINGLE_SIGN_ON_START, name, user.email);
    const answer = await server.call({ method: 'POST', url: '/api/v1/login/single-sign-on', headers: { cookie } });
    return { headers: { authorization: `Bearer ${answer.body.auth_token}` } };
  }
  const proveBy = (caller: Caller, cookie: string) =>
    call(caller, 'POST', '/session/prove/single-sign-on', undefined, { cookie });
  /** The provider's clock goes on, so it is the proof that is made old. */
  const grow = (userId: number) =>
    server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx
        .updateTable('sessions')
        .set({ proved_at: new Date(start.getTime() - 31 * MINUTE) })
        .where('user_id', '=', userId)
        .execute(),
    );

  it('proves it there, asked again, and not with a password', async () => {
    const caller = await signOn(admin, 'ada');
    await grow(admin.id);
    expect((await rename(caller, admin.id, 'Old')).body.type).toBe(FRESH_SIGN_IN_NEEDED);
    expect((await prove(caller, { password: PASSWORD })).status).toBe(409);
    const { cookie, there, landedAt } = await visit(account.SINGLE_SIGN_ON_PROVE, 'ada', admin.email);
    expect([there.searchParams.get('prompt'), there.searchParams.get('max_age')]).toEqual(['login', '0']);
    expect(landedAt).toBe('/signed-on');
    expect((await proveBy(caller, cookie)).status).toBe(200);
    expect((await rename(caller, admin.id, 'Proved')).status).toBe(200);
    // It works once, and opens no session.
    expect((await proveBy(caller, cookie)).status).toBe(409);
  });

  it('gets no session by a proof, and no proof by signing in', async () => {
    const caller = await signOn(admin, 'bea');
    const proof = await visit(account.SINGLE_SIGN_ON_PROVE, 'bea', admin.email);
    const session = await server.call({
      method: 'POST',
      url: '/api/v1/login/single-sign-on',
      headers: { cookie: proof.cookie },
    });
    expect(session.status).toBe(401);
    const signIn = await visit(account.SINGLE_SIGN_ON_START, 'bea', admin.email);
    expect([signIn.landedAt, (await proveBy(caller, signIn.cookie)).status]).toEqual(['/login?signed_on=1', 409]);
  });

  it('is refused when somebody else signs in there, which is audited', async () => {
    const caller = await signOn(admin, 'cleo');
    const other = await server.makeUser({});
    await grow(admin.id);
    const { cookie } = await visit(account.SINGLE_SIGN_ON_PROVE, 'dora', other.email);
    expect((await proveBy(caller, cookie)).status).toBe(403);
    expect((await rename(caller, admin.id, 'Taken')).status).toBe(403);
    const reasons = (await auditOf(admin.id)).map(({ details }) => details);
    expect(reasons).toContainEqual({ reason: 'other_person, single_sign_on' });
  });

  it('is not believed where the provider says that it asked long ago', async () => {
    const caller = await signOn(admin, 'edda');
    // The provider's clock stays where it is, so what it asked is half an hour old for this server.
    await workUntil(31, caller);
    const { cookie } = await visit(account.SINGLE_SIGN_ON_PROVE, 'edda', admin.email);
    const { status, body } = await proveBy(caller, cookie);
    expect([status, body.message]).toEqual([409, expect.stringContaining('did not ask you again')]);
    expect((await rename(caller, admin.id, 'Old')).body.type).toBe(FRESH_SIGN_IN_NEEDED);
  });

  it('is told when the provider is away', async () => {
    const away = await startTestServer({ oidc: { ...provider.settings, issuer: 'http://127.0.0.1:9' } });
    const user = await away.makeUser({});
    const left = await away.call({ method: 'GET', url: account.SINGLE_SIGN_ON_PROVE });
    const [cookie = ''] = String(left.headers['set-cookie']).split(';');
    const url = '/api/v1/session/prove/single-sign-on';
    const answer = await away.call({ method: 'POST', url, headers: { ...user.headers, cookie } });
    expect([left.headers['location'], answer.status]).toEqual(['/signed-on', 409]);
    expect(answer.body.message).toContain('does not answer');
    await away.stop();
  });
});
