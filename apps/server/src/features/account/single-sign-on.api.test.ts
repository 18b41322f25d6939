import { account } from '@wardvoice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { startIdentityProvider } from '../../testing/outside/identity-provider.ts';
import { PASSWORD, startTestServer, type TestServer } from '../../testing/test-server.ts';

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
    expect((await options(server)).body.data).toEqual({ single_sign_on: true, registration: false });
    expect((await options(without)).body.data).toEqual({ single_sign_on: false, registration: false });
    expect((await without.call({ method: 'GET', url: account.SINGLE_SIGN_ON_START })).status).toBe(404);
    await without.stop();
  });

  it('signs in a user whose verified address is known, with no token in any address', async () => {
    const user = await server.makeUser({});
    const { answer, cookie } = await signInAs('robin', { email: user.email.toUpperCase(), email_verified: true });
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
    const back = await provider.visit(own.address, 'robin', person);

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
    const { answer } = await signInAs('robin', { email: user.email, email_verified: true });
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
