import { account } from '@wardvoice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { startIdentityProvider } from '../../testing/outside/identity-provider.ts';
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

const HOME = 'http://wardvoice.test';
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let server: TestServer;

beforeAll(async () => {
  provider = await startIdentityProvider(HOME + account.SINGLE_SIGN_ON_CALLBACK);
  server = await startTestServer({ oidc: provider.settings });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

/** Starts a sign-on. Returns the address at the provider and the cookie that the browser keeps. */
async function leave() {
  const answer = await server.call({ method: 'GET', url: account.SINGLE_SIGN_ON_START });
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);
  return { address: String(answer.headers['location']), cookie };
}
const comeBack = (back: URL, cookie: string) =>
  server.call({ method: 'GET', url: back.pathname + back.search, headers: { cookie } });
const finish = (cookie: string) =>
  server.call({ method: 'POST', url: '/api/v1/login/single-sign-on', headers: { cookie } });

async function signInAs(name: string, person: { email: string; email_verified: boolean }) {
  const { address, cookie } = await leave();
  const back = await provider.visit(address, name, person);
  const landed = await comeBack(back, cookie);
  expect(landed.headers['location']).toBe('/login?signed_on=1');
  return { cookie, back, answer: await finish(cookie) };
}

describe('single sign-on', () => {
  it('is offered only where a provider is configured', async () => {
    const without = await startTestServer();
    const options = (at: TestServer) => at.call({ method: 'GET', url: '/api/v1/login/options' });
    expect((await options(server)).body.data).toEqual({
      single_sign_on: true,
      providers: [{ number: 1, name: null }],
      single_sign_on_only: false,
      registration: false,
      passkeys: false,
    });
    expect((await options(without)).body.data).toEqual({
      single_sign_on: false,
      providers: [],
      single_sign_on_only: false,
      registration: false,
      passkeys: false,
    });
    expect((await without.call({ method: 'GET', url: account.SINGLE_SIGN_ON_START })).status).toBe(404);
    await without.stop();
  });

  it('signs in a user whose verified address is known, with no token in any address', async () => {
    const user = await server.makeUser({});
    const { answer, cookie } = await signInAs('first', { email: user.email.toUpperCase(), email_verified: true });
    expect([answer.status, answer.body.data.id, answer.body.method]).toEqual([200, user.id, 'single_sign_on']);
    const headers = { authorization: `Bearer ${answer.body.auth_token}` };
    expect((await server.call({ method: 'GET', url: '/api/v1/session', headers })).status).toBe(200);
    // The session can be fetched once.
    expect((await finish(cookie)).status).toBe(401);
  });

  it('makes no account for somebody unknown, and says whom to contact', async () => {
    const { answer } = await signInAs('stranger', { email: 'stranger@elsewhere.example', email_verified: true });
    expect([answer.status, answer.body.message]).toEqual([401, expect.stringContaining('administrator')]);
    const users = await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.selectFrom('users').select('id').where('email', '=', 'stranger@elsewhere.example').execute(),
    );
    expect(users).toEqual([]);
  });

  it('accepts no address that the provider has not verified', async () => {
    const user = await server.makeUser({});
    const { answer } = await signInAs('mallory', { email: user.email, email_verified: false });
    expect(answer.status).toBe(401);
  });

  it('is refused to another browser, for another state, and a second time', async () => {
    const user = await server.makeUser({});
    const person = { email: user.email, email_verified: true };
    const [own, other] = [await leave(), await leave()];
    const back = await provider.visit(own.address, 'browser', person);

    // Another browser presents the return address of this one: its own attempt fails, and it does not get this one's
    // session.
    await comeBack(back, other.cookie);
    expect((await finish(other.cookie)).status).toBe(401);
    expect((await finish('')).status).toBe(401);

    const forged = new URL(back);
    forged.searchParams.set('state', 'forged');
    const third = await leave();
    await comeBack(forged, third.cookie);
    expect((await finish(third.cookie)).status).toBe(401);
  });

  it('is unlocked by signing in again at the provider, not with a password', async () => {
    const user = await server.makeUser({});
    const { answer } = await signInAs('locked', { email: user.email, email_verified: true });
    const headers = { authorization: `Bearer ${answer.body.auth_token}` };
    await server.call({ method: 'POST', url: '/api/v1/session/lock', headers });
    const unlock = await server.call({
      method: 'POST',
      url: '/api/v1/session/unlock',
      headers,
      payload: { password: PASSWORD },
    });
    expect(unlock.status).toBe(409);
  });

  it('says that it does not work when the provider is away', async () => {
    const away = await startTestServer({ oidc: { ...provider.settings, issuer: 'http://127.0.0.1:9' } });
    const answer = await away.call({ method: 'GET', url: account.SINGLE_SIGN_ON_START });
    expect([answer.status, answer.headers['location']]).toEqual([302, '/login?signed_on=1']);
    const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
    const asked = await away.call({ method: 'POST', url: '/api/v1/login/single-sign-on', headers: { cookie } });
    expect([asked.status, asked.body.message]).toEqual([401, expect.stringContaining('does not answer at the moment')]);
    await away.stop();
  });
});

describe('the link between a user and the identity provider', () => {
  const verified = (email: string) => ({ email, email_verified: true });
  const remove = (by: TestUser, id: number) =>
    server.call({ method: 'DELETE', url: `/api/v1/users/${id}/single-sign-on`, headers: by.headers });
  const actionsOf = (userId: number) =>
    server.ctx.db.transaction(systemScope('example'), async (tx) => {
      const rows = await tx
        .selectFrom('audit_entries')
        .select(['action', 'refused'])
        .where('user_id', '=', userId)
        .orderBy('at')
        .orderBy('id')
        .execute();
      return rows.map(({ action, refused }) => (refused ? `${action} refused` : action));
    });

  it('keeps somebody out who was given the same address at the provider later', async () => {
    const user = await server.makeUser({});
    expect((await signInAs('nora', verified(user.email))).answer.status).toBe(200);
    const { answer } = await signInAs('nora-the-second', verified(user.email));
    expect([answer.status, answer.body.message]).toEqual([401, expect.stringContaining('somebody else’s account')]);
    expect(await actionsOf(user.id)).toEqual(['sign_in', 'link_identity', 'sign_in', 'sign_in refused']);
    expect((await signInAs('nora', verified(user.email))).answer.status).toBe(200);
  });

  it('lets somebody in whose address has changed at the provider, or is not verified there any more', async () => {
    const user = await server.makeUser({});
    await signInAs('married', verified(user.email));
    for (const person of [verified('new.name@elsewhere.example'), { email: user.email, email_verified: false }]) {
      const { answer } = await signInAs('married', person);
      expect([answer.status, answer.body.data?.id]).toEqual([200, user.id]);
    }
  });

  it('does not lead to the account of somebody else whose address the person has now', async () => {
    const [own, other] = [await server.makeUser({}), await server.makeUser({})];
    await signInAs('mover', verified(own.email));
    const { answer } = await signInAs('mover', verified(other.email));
    expect(answer.body.data.id).toBe(own.id);
  });

  it('is made once when somebody signs on twice at once', async () => {
    const user = await server.makeUser({});
    const person = verified(user.email);
    const attempts = [await leave(), await leave()];
    const backs = [];
    for (const { address } of attempts) backs.push(await provider.visit(address, 'hasty', person));
    await Promise.all(backs.map((back, at) => comeBack(back, attempts[at]?.cookie ?? '')));
    for (const { cookie } of attempts) expect((await finish(cookie)).status).toBe(200);
  });

  it('does not let a deactivated user in, and says so', async () => {
    const [user, superuser] = [await server.makeUser({}), await server.makeUser({ superUser: true })];
    await signInAs('leaver', verified(user.email));
    await server.call({
      method: 'PUT',
      url: `/api/v1/users/${user.id}`,
      headers: superuser.headers,
      payload: { user: { active: 0 } },
    });
    const { answer } = await signInAs('leaver', verified(user.email));
    expect([answer.status, answer.body.message]).toEqual([401, expect.stringContaining('deactivated')]);
    const { answer: never } = await signInAs('never-linked', verified(user.email));
    expect(never.status).toBe(401);
  });

  it('is removed by an administrator, ends the sessions, and is made anew by the next sign-on', async () => {
    const hospital = await server.makeApplication();
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const user = await server.makeUser({ applications: [hospital] });
    const since = async () =>
      (await server.call({ method: 'GET', url: `/api/v1/users/${user.id}`, headers: admin.headers })).body.data
        .single_sign_on_since;
    expect([await since(), (await remove(admin, user.id)).status]).toEqual([null, 409]);
    const { answer } = await signInAs('old-account', verified(user.email));
    expect(await since()).toEqual(expect.any(String));
    expect((await remove(admin, user.id)).status).toBe(200);
    const headers = { authorization: `Bearer ${answer.body.auth_token}` };
    expect((await server.call({ method: 'GET', url: '/api/v1/session', headers })).status).toBe(401);
    expect(await actionsOf(user.id)).toContain('remove_identity');
    expect((await signInAs('new-account', verified(user.email))).answer.status).toBe(200);
    expect((await signInAs('old-account', verified(user.email))).answer.status).toBe(401);
  });

  it('is not removed by somebody who may not manage the person', async () => {
    const hospital = await server.makeApplication();
    const admin = await server.makeUser({ applications: [hospital], permissions: ['users.update'] });
    const [boss, stranger] = [
      await server.makeUser({ applications: [hospital], permissions: ['admin'] }),
      await server.makeUser({}),
    ];
    await signInAs('boss', verified(boss.email));
    expect([(await remove(admin, boss.id)).status, (await remove(admin, stranger.id)).status]).toEqual([403, 404]);
    expect((await signInAs('boss', verified(boss.email))).answer.status).toBe(200);
  });

  it('ends when the account is claimed anew: a password or an address set by an administrator', async () => {
    const superuser = await server.makeUser({ superUser: true });
    for (const [path, payload] of [
      ['/reset-password', { user: { password: 'seven hens in a row' } }],
      ['', { user: { email: 'claimed.anew@wardvoice.example' } }],
    ] as const) {
      const user = await server.makeUser({});
      const name = `claimed${path}`;
      await signInAs(name, verified(user.email));
      const url = `/api/v1/users/${user.id}${path}`;
      expect((await server.call({ method: 'PUT', url, headers: superuser.headers, payload })).status).toBe(200);
      const { answer } = await signInAs(name, verified('gone@elsewhere.example'));
      expect([path, answer.status]).toEqual([path, 401]);
    }
  });
});
