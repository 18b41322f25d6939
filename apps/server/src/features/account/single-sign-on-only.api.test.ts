import { account } from '@wardvoice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { startIdentityProvider } from '../../testing/outside/identity-provider.ts';
import {
  PASSWORD,
  startTestServer,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

const HOME = 'http://wardvoice.test';
const NOT_USED = 'Passwords are not used here.';
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let server: TestServer;
let hospital: TestApplication;
let superuser: TestUser;

beforeAll(async () => {
  provider = await startIdentityProvider(HOME + account.SINGLE_SIGN_ON_CALLBACK);
  server = await startTestServer({ oidc: provider.settings, singleSignOnOnly: true });
  hospital = await server.makeApplication();
  superuser = await server.makeUser({ superUser: true });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

let addresses = 0;
const post = (path: string, payload: object, headers = {}) =>
  server.call({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    headers,
    remoteAddress: `10.9.${(addresses += 1) >> 8}.${addresses & 255}`,
  });
const signIn = (username: string, password = PASSWORD) => post('/login', { username, password });
async function signOn(name: string, email: string, isVerified = true) {
  const left = await server.call({ method: 'GET', url: account.SINGLE_SIGN_ON_START });
  const [cookie = ''] = String(left.headers['set-cookie']).split(';');
  const person = { email, email_verified: isVerified };
  const back = await provider.visit(String(left.headers['location']), name, person);
  await server.call({ method: 'GET', url: back.pathname + back.search, headers: { cookie } });
  return post('/login/single-sign-on', {}, { cookie });
}
const reasonsOf = (userId: number) =>
  server.ctx.db.transaction(systemScope('example'), async (tx) => {
    const rows = await tx
      .selectFrom('audit_entries')
      .select(['refused', 'details'])
      .where('user_id', '=', userId)
      .orderBy('at')
      .orderBy('id')
      .execute();
    return rows.map(({ refused, details }) => `${JSON.stringify(details)}${refused ? ' refused' : ''}`);
  });

describe('where single sign-on is the only way in', () => {
  it('the sign-in page learns so', async () => {
    const { body } = await server.call({ method: 'GET', url: '/api/v1/login/options' });
    expect(body.data).toEqual({
      single_sign_on: true,
      providers: [{ number: 1, name: null }],
      single_sign_on_only: true,
      registration: false,
      passkeys: false,
    });
  });

  it('a right password is refused with the words for a wrong one and for nobody, and audited', async () => {
    const user = await server.makeUser({});
    const answers = [
      await signIn(user.email),
      await signIn(user.email, 'not mine'),
      await signIn(superuser.email, 'not mine'),
      await signIn('nobody@elsewhere.example'),
    ];
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1);
    expect([answers[0]?.status, answers[0]?.body.message]).toEqual([401, expect.stringContaining('single sign-on')]);
    expect(await reasonsOf(user.id)).toContain('{"reason":"password_not_accepted, password"} refused');
    expect((await signOn('accepted', user.email)).status).toBe(200);
  });

  it('a right password that is refused makes further ones wait, as wrong ones do', async () => {
    const user = await server.makeUser({});
    // One attempt was made while the user was made.
    for (let tries = 1; tries < 5; tries += 1) expect((await signIn(user.email)).status).toBe(401);
    expect((await signIn(user.email)).status).toBe(429);
  });

  it('a superuser gets in with a password, in an emergency, and is told by e-mail', async () => {
    const emails = () => server.gateways.emails.filter(({ to }) => to === superuser.email);
    await server.runJobs();
    const before = emails().length;
    expect((await signIn(superuser.email)).status).toBe(200);
    await server.runJobs();
    expect(emails().slice(before)).toMatchObject([{ subject: 'Your Wardvoice password or passkey was used' }]);
    expect(await reasonsOf(superuser.id)).toContain('{"reason":"signed_in, password"}');
  });

  it.each([
    ['/forgot-password', { email: 'a@b.example' }],
    ['/reset-password', { user: { reset_token: 'x', email: 'a@b.example', password: 'seven hens in a row' } }],
    ['/accept-invitation', { user: { invitation_token: 'x', password: 'seven hens in a row' } }],
  ])('%s is refused, and says how to sign in', async (path, payload) => {
    const { status, body } = await post(path, payload);
    expect([status, body.message]).toEqual([403, expect.stringContaining(NOT_USED)]);
  });

  it('nobody registers', async () => {
    const { status } = await post('/register', { user: { name: 'Nim', email: 'nim@b.example' } });
    expect(status).toBe(403);
  });
});

describe('somebody who is invited', () => {
  let admin: TestUser;
  let invited = 0;
  const adminHeaders = async () => {
    const { body } = await signOn(`admin of ${admin.email}`, admin.email);
    return { authorization: `Bearer ${body.auth_token}` };
  };
  async function invite(more: object = {}, seat: object = { locations: ['ASH'], landing_page: '/cases/index' }) {
    const email = `Ida${(invited += 1)}@hospital.example`;
    const user = { name: 'Ida Invited', email, ...more };
    const answer = await post('/account_invitations', { user, application_user: seat }, await adminHeaders());
    expect(answer.status).toBe(201);
    return { id: answer.body.data.id as number, email };
  }

  beforeAll(async () => {
    admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  });

  it('gets in by their first single sign-on, with the wards of the invitation, which is then accepted', async () => {
    const { email } = await invite();
    const { status, body } = await signOn('ida', email.toLowerCase());
    expect([status, body.data.email, body.application_user]).toMatchObject([
      200,
      email,
      { landing_page: '/cases/index', locations: ['ASH'], application: { id: hospital.id } },
    ]);
    expect(body.permissions).toEqual([]);
    expect(await reasonsOf(body.data.id)).toEqual([
      '{"reason":"invitation_accepted, single_sign_on"}',
      '{"reason":"identity_linked, single_sign_on"}',
      '{"reason":"signed_in, single_sign_on"}',
    ]);
    const open = await server.call({
      method: 'GET',
      url: '/api/v1/account_invitations',
      headers: await adminHeaders(),
    });
    expect(open.body.data).toEqual([]);
    expect((await signOn('ida', email)).body.data.id).toBe(body.data.id);
  });

  it('is one user when they sign on twice at once', async () => {
    const { email } = await invite();
    const answers = await Promise.all([signOn('eve', email), signOn('eve', email)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
  });

  it('does not get in with an address that the provider has not verified', async () => {
    const { email } = await invite();
    expect((await signOn('mallory', email, false)).status).toBe(401);
  });

  it('does not get in when the invitation was withdrawn, or has expired', async () => {
    const { id, email } = await invite();
    const headers = await adminHeaders();
    await server.call({ method: 'DELETE', url: `/api/v1/account_invitations/${id}`, headers });
    const late = await invite();
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx
        .updateTable('account_invitations')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('id', '=', late.id)
        .execute(),
    );
    for (const address of [email, late.email]) {
      const { status, body } = await signOn(`too late ${address}`, address);
      expect([status, body.message]).toEqual([401, expect.stringContaining('administrator')]);
    }
  });

  it('does not get in when whoever invited them may not create users any more', async () => {
    const { email } = await invite();
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.deleteFrom('user_permissions').where('user_id', '=', admin.id).execute(),
    );
    expect((await signOn('left alone', email)).status).toBe(401);
  });
});
