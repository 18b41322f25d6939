import type { AddressInfo } from 'node:net';
import { TWO_STEP_NEEDED } from '@wardvoice/contract';
import type { InjectOptions } from 'fastify';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import {
  PASSWORD,
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { problemType } from '../../testing/problem-type.ts';

let server: TestServer;
let superuser: TestUser;
let hospital: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.makeUser({ superUser: true });
  await enrol(superuser);
});
beforeEach(async () => {
  hospital = await server.makeApplication();
});
afterAll(() => server.stop());

type Caller = Pick<TestUser, 'headers'>;
let addresses = 0;
const call = (user: Caller, method: InjectOptions['method'], path: string, payload?: object) =>
  server.call({
    method: method ?? 'GET',
    url: `/api/v1${path}`,
    headers: user.headers,
    remoteAddress: `10.6.${(addresses += 1) >> 8}.${addresses & 255}`,
    ...(payload ? { payload } : {}),
  });
const settings = (user: Caller, application: object, { id } = hospital) =>
  call(user, 'PUT', `/applications/${id}`, { application });
const requireOf = async (two_step_required: string, of = hospital) =>
  expect((await settings(superuser, { two_step_required }, of)).status).toBe(200);
async function enrol(user: Caller): Promise<void> {
  const { body } = await call(user, 'POST', '/account/two-step', { password: PASSWORD });
  const code = new TOTP({ secret: body.data.secret }).generate({ timestamp: server.ctx.clock().getTime() });
  expect((await call(user, 'POST', '/account/two-step/confirm', { code })).status).toBe(200);
}
/** Any call that is not about the person's own account. */
const opens = async (user: Caller) => {
  const { status, body } = await call(user, 'GET', '/dashboard');
  return status === 200 ? true : [status, body.type];
};
const CLOSED = [403, TWO_STEP_NEEDED];
const needs = async (user: Caller): Promise<boolean> => (await call(user, 'GET', '/session')).body.needs_two_step;
const roleIn = async (admin: TestUser, role: object) => {
  const { body } = await call(admin, 'POST', '/roles', {
    role: { name: 'Lounge', permissions: ['cases.list'], ...role },
  });
  return body.data;
};
const adminOf = (application: TestApplication) =>
  server.makeUser({ applications: [application], permissions: ['admin'] });

describe('an application that requires two-step sign-in', () => {
  it('of nobody, as every new one, opens to everybody', async () => {
    const nurse = await server.makeUser({ applications: [hospital] });
    expect([await opens(nurse), await needs(nurse)]).toEqual([true, false]);
  });

  it('of everybody is closed to whoever has not switched it on, from their next call on', async () => {
    const nurse = await server.makeUser({ applications: [hospital] });
    const elsewhere = await server.makeUser({ applications: [await server.makeApplication()] });
    await requireOf('everybody');
    expect([await opens(nurse), await needs(nurse)]).toEqual([CLOSED, true]);
    expect(await opens(elsewhere)).toBe(true);
    await requireOf('nobody');
    expect(await opens(nurse)).toBe(true);
  });

  it('of administrators is closed to those by a permission, by a role and by one granted everywhere', async () => {
    await requireOf('administrators');
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['cases.list'] });
    const byRole = await server.makeUser({ applications: [hospital], role: 'administrator' });
    const everywhere = await server.makeUser({ permissions: ['admin'] });
    await call(superuser, 'POST', `/users/${everywhere.id}/applications`, { application: { id: hospital.id } });
    const { body } = await call(everywhere, 'GET', '/session');
    expect([
      body.needs_two_step,
      await opens(await adminOf(hospital)),
      await opens(byRole),
      await opens(nurse),
    ]).toEqual([true, CLOSED, CLOSED, true]);
  });

  it('of administrators is closed to whoever becomes one later, and open again when they are none', async () => {
    await requireOf('administrators');
    const nurse = await server.makeUser({ applications: [hospital] });
    expect(await opens(nurse)).toBe(true);
    await call(superuser, 'PUT', '/session/application', { application_id: hospital.id });
    const { body } = await call(superuser, 'GET', '/permissions?term=admin');
    const { id } = body.data.find((one: Json) => one.name === 'admin');
    await call(superuser, 'POST', `/users/${nurse.id}/permissions`, { permission: { id } });
    expect(await opens(nurse)).toEqual(CLOSED);
    await call(superuser, 'DELETE', `/users/${nurse.id}/permissions/${id}`);
    expect(await opens(nurse)).toBe(true);
    await call(superuser, 'PUT', '/session/application', { application_id: null });
  });

  it('of administrators is closed to every superuser, whichever application they have chosen', async () => {
    const other = await server.makeUser({ superUser: true });
    await call(other, 'PUT', '/session/application', { application_id: (await server.makeApplication()).id });
    await requireOf('administrators');
    // A superuser can change its settings and people from any other.
    expect([await needs(other), await opens(other)]).toEqual([true, CLOSED]);
    expect((await settings(other, { two_step_required: 'nobody' })).body.type).toBe(TWO_STEP_NEEDED);
    await requireOf('nobody');
  });

  it('of the people of a role is closed to them, whatever it asks of others', async () => {
    const admin = await adminOf(hospital);
    const role = await roleIn(admin, { two_step_required: true });
    expect(role['two_step_required']).toBe(true);
    const [nurse, other] = [
      await server.makeUser({ applications: [hospital] }),
      await server.makeUser({ applications: [hospital] }),
    ];
    await call(admin, 'PUT', `/users/${nurse.id}`, { user: {}, application_user: { role_id: role['id'] } });
    expect([await opens(nurse), await opens(other), await opens(admin)]).toEqual([CLOSED, true, true]);
    // A change of its name leaves that as it is.
    await call(admin, 'PUT', `/roles/${role['id']}`, { role: { name: 'Discharge lounge' } });
    expect(await opens(nurse)).toEqual(CLOSED);
    await call(admin, 'PUT', `/roles/${role['id']}`, { role: { two_step_required: false } });
    expect(await opens(nurse)).toBe(true);
  });

  it('says so in the audit when that is changed, with what it was', async () => {
    const admin = await adminOf(hospital);
    await settings(admin, { two_step_required: 'administrators', minimum_age: 16 });
    const [entry] = await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx
        .selectFrom('audit_entries')
        .select(['action', 'details'])
        .where('user_id', '=', admin.id)
        .orderBy('id', 'desc')
        .limit(1)
        .execute(),
    );
    expect(entry).toMatchObject({
      action: 'update',
      details: { changes: { two_step_required: { from: 'nobody', to: 'administrators' } } },
    });
    // It holds for whoever has just set it, too.
    expect(await opens(admin)).toEqual(CLOSED);
  });

  it('asks one of three, by name', async () => {
    const { status, body } = await settings(superuser, { two_step_required: 'doctors' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['two_step_required']]);
  });
});

describe('somebody who has to switch it on', () => {
  let nurse: TestUser;
  beforeEach(async () => {
    nurse = await server.makeUser({ applications: [hospital], permissions: ['contacts.list', 'categories.list'] });
    await requireOf('everybody');
  });

  it('signs in with the password, and is told what is missing', async () => {
    const { status, body } = await server.call({
      method: 'POST',
      url: '/api/login',
      payload: { username: nurse.email, password: PASSWORD },
    });
    expect([status, body.needs_two_step]).toEqual([200, true]);
    const refused = await call(nurse, 'GET', '/contacts');
    expect(refused.body.message).toContain('Switch it on first');
  });

  it('is refused every call but those about their own account', async () => {
    const answered: string[] = [];
    for (const { method, path, access } of server.endpoints) {
      if (typeof access === 'string' && access !== 'signed-in' && access !== 'person') continue;
      const { body } = await call(nurse, method, path.replaceAll(/:\w+/g, '999999999'));
      if (problemType(body) !== TWO_STEP_NEEDED) answered.push(`${method} ${path}`);
      // Signing out is among them.
      if (path === '/logout') nurse = await server.makeUser({ applications: [hospital] });
      if (path === '/session/lock') await call(nurse, 'POST', '/session/unlock', { password: PASSWORD });
    }
    expect(answered.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'GET /account',
      'GET /account/passkeys',
      'GET /session',
      'POST /account/passkeys',
      'POST /account/passkeys/options',
      'POST /account/two-step',
      'POST /account/two-step/confirm',
      'POST /logout',
      'POST /session/lock',
      'POST /session/passkey/options',
      'POST /session/prove',
      'POST /session/prove/passkey',
      'POST /session/unlock',
      'POST /session/unlock/passkey',
      'PUT /account/language',
      'PUT /account/password',
    ]);
  });

  it('gets no file of a list and nothing live', async () => {
    expect((await call(nurse, 'GET', '/categories.csv')).body.type).toBe(TWO_STEP_NEEDED);
    expect((await call(nurse, 'GET', '/events')).body.type).toBe(TWO_STEP_NEEDED);
  });

  it('has what is shown live ended at once', async () => {
    await requireOf('nobody');
    await server.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.http.server.address() as AddressInfo;
    const stream = await fetch(`http://127.0.0.1:${port}/api/v1/events`, { headers: nurse.headers });
    expect(stream.status).toBe(200);
    await requireOf('everybody');
    expect(await stream.text()).toContain(': connected');
  });

  it('switches it on and works', async () => {
    await enrol(nurse);
    expect([await needs(nurse), await opens(nurse)]).toEqual([false, true]);
  });

  it('cannot switch it off while it is required, and can afterwards', async () => {
    await enrol(nurse);
    expect((await call(nurse, 'GET', '/account')).body.data.two_step).toMatchObject({ enabled: true, required: true });
    const off = () => call(nurse, 'POST', '/account/two-step/disable', { password: PASSWORD });
    const { status, body } = await off();
    expect([status, body.message]).toEqual([409, 'Your organisation asks for two-step sign-in. It stays on.']);
    await requireOf('nobody');
    expect((await off()).body.data.two_step).toMatchObject({ enabled: false, required: false });
  });

  it('has to do it again when an administrator has switched it off for them', async () => {
    await enrol(nurse);
    expect((await call(superuser, 'DELETE', `/users/${nurse.id}/two-step`)).status).toBe(200);
    expect(await opens(nurse)).toEqual(CLOSED);
  });

  it('cannot work in another organisation either, because it is the same account', async () => {
    const peaceful = await server.makeApplication();
    await call(superuser, 'POST', `/users/${nurse.id}/applications`, { application: { id: peaceful.id } });
    const chosen = await call(nurse, 'PUT', '/session/application', { application_id: peaceful.id });
    expect([chosen.body.type, await opens(nurse)]).toEqual([TWO_STEP_NEEDED, CLOSED]);
    await call(superuser, 'DELETE', `/users/${nurse.id}/applications/${hospital.id}`);
    expect(await needs(nurse)).toBe(false);
  });

  it('has nothing to do in a session of the single sign-on', async () => {
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.updateTable('sessions').set({ method: 'single_sign_on' }).where('user_id', '=', nurse.id).execute(),
    );
    expect([await needs(nurse), await opens(nurse)]).toEqual([false, true]);
  });
});
