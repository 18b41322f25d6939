import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let superuser: TestUser;
const NEW_PASSWORD = 'seven hens in a row';

beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.makeUser({ superUser: true });
});
afterAll(() => server.stop());

let addresses = 0;
const post = (path: string, payload: object, headers = {}) =>
  server.call({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    headers,
    remoteAddress: `10.8.${(addresses += 1) >> 8}.${addresses & 255}`,
  });
const change = (by: TestUser, path: string, payload: object) =>
  server.call({ method: 'PUT', url: `/api/v1${path}`, payload, headers: by.headers });
const isSignedIn = async ({ headers }: Pick<TestUser, 'headers'>) =>
  (await server.call({ method: 'GET', url: '/api/v1/session', headers })).status === 200;

async function askForLink(email: string): Promise<string> {
  await post('/forgot-password', { email });
  await server.runJobs();
  const sent = server.gateways.emails.findLast(({ to }) => to === email);
  return /\/reset-password\/([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? '';
}
const reset = async (reset_token: string, email: string, password = 'eleven geese abroad') =>
  (await post('/reset-password', { user: { reset_token, email, password } })).status;

/** Switches two-step sign-in on, and returns what waits for the code of a sign-in that has begun. */
async function beginSignIn(user: TestUser): Promise<{ two_step_token: string; code: string }> {
  const begun = await post('/account/two-step', { password: PASSWORD }, user.headers);
  const totp = new TOTP({ secret: begun.body.data.secret as string });
  const confirmed = await post('/account/two-step/confirm', { code: totp.generate() }, user.headers);
  const asked = await post('/login', { username: user.email, password: PASSWORD });
  return { two_step_token: asked.body.two_step_token, code: String(confirmed.body.data.recovery_codes[0]) };
}

/** What an administrator does, and the address that the account has afterwards. */
const CLAIMS = {
  'a password that an administrator sets': async (user: TestUser) => {
    await change(superuser, `/users/${user.id}/reset-password`, { user: { password: NEW_PASSWORD } });
    return user.email;
  },
  'an address that an administrator changes': async (user: TestUser) => {
    await change(superuser, `/users/${user.id}`, { user: { email: `anew${user.id}@wardvoice.example` } });
    return `anew${user.id}@wardvoice.example`;
  },
  'a deactivation, also after the return': async (user: TestUser) => {
    for (const active of [0, 1]) await change(superuser, `/users/${user.id}`, { user: { active } });
    return user.email;
  },
};

describe.each(Object.entries(CLAIMS))('an account that is claimed anew by %s', (_what, claim) => {
  it('has no session, no open link and no sign-in in progress from before', async () => {
    const user = await server.makeUser({});
    const token = await askForLink(user.email);
    const waiting = await beginSignIn(user);
    const email = await claim(user);
    expect(await isSignedIn(user)).toBe(false);
    expect(await reset(token, email)).toBe(422);
    expect((await post('/login/two-step', waiting)).status).toBe(401);
  });
});

describe('the link to choose a password', () => {
  it('ends the sessions, other open links and sign-ins in progress of the account', async () => {
    const user = await server.makeUser({});
    const [first, second] = [await askForLink(user.email), await askForLink(user.email)];
    const waiting = await beginSignIn(user);
    expect(await reset(second, user.email)).toBe(200);
    expect(await isSignedIn(user)).toBe(false);
    expect(await reset(first, user.email)).toBe(422);
    expect((await post('/login/two-step', waiting)).status).toBe(401);
  });

  it('ends when the person changes the password, who stays signed in here', async () => {
    const user = await server.makeUser({});
    const token = await askForLink(user.email);
    const changed = await change(user, '/account/password', {
      user: { old_password: PASSWORD, password: NEW_PASSWORD },
    });
    expect([changed.status, await isSignedIn(user), await reset(token, user.email)]).toEqual([200, true, 422]);
  });
});

describe('a change that claims nothing', () => {
  it('such as a name, or an address in other letters, leaves everything as it is', async () => {
    const user = await server.makeUser({});
    const token = await askForLink(user.email);
    await change(superuser, `/users/${user.id}`, { user: { name: 'Renamed', email: user.email.toUpperCase() } });
    expect(await isSignedIn(user)).toBe(true);
    expect(await reset(token, user.email)).toBe(200);
  });

  it('such as one’s own address, leaves the session in which it was made', async () => {
    const own = await server.makeUser({ superUser: true });
    const elsewhere = await post('/login', { username: own.email, password: PASSWORD });
    await change(own, `/users/${own.id}`, { user: { email: `own${own.id}@wardvoice.example` } });
    const other = { headers: { authorization: `Bearer ${elsewhere.body.auth_token}` } };
    expect([await isSignedIn(own), await isSignedIn(other)]).toEqual([true, false]);
  });
});
