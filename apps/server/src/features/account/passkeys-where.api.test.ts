import { account } from '@wardvoice/contract';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createAuthenticator } from '../../testing/authenticator.ts';
import { startIdentityProvider } from '../../testing/outside/identity-provider.ts';
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});

async function startAt(publicUrl: string, options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const server = await startTestServer({ ...options, contextOf: (ctx) => ({ ...ctx, publicUrl }) });
  stops.push(server.stop);
  return server;
}
const post = (server: TestServer, path: string, payload?: object, headers = {}) =>
  server.call({ method: 'POST', url: `/api/v1${path}`, headers, ...(payload ? { payload } : {}) });

async function addPasskey(server: TestServer, user: TestUser, origin: string) {
  const authenticator = createAuthenticator(origin);
  const { body } = await post(server, '/account/passkeys/options', undefined, user.headers);
  const credential = authenticator.make(body.data);
  expect((await post(server, '/account/passkeys', { name: 'Phone', credential }, user.headers)).status).toBe(201);
  return authenticator;
}

async function signIn(server: TestServer, authenticator: ReturnType<typeof createAuthenticator>) {
  const { body, headers } = await post(server, '/login/passkey/options');
  const cookie = [headers['set-cookie']].flat().map(String)[0]?.split(';')[0] ?? '';
  return post(server, '/login/passkey', { credential: authenticator.sign(body.data) }, { cookie });
}

describe('a server whose address browsers have no passkeys for', () => {
  it.each([
    ['http://192.0.2.7:3000', 'ip_address', 'Passkeys need a host name: set PUBLIC_URL to one.'],
    ['https://[2001:db8::1]', 'ip_address', 'Passkeys need a host name: set PUBLIC_URL to one.'],
    [
      'http://wardvoice.hospital.example',
      'not_https',
      'Passkeys need https: set PUBLIC_URL to an address that begins with it.',
    ],
  ])('offers none, and says why to an administrator: %s', async (address, hindrance, message) => {
    const server = await startAt(address);
    const { body } = await server.call({ method: 'GET', url: '/api/v1/login/options' });
    expect(body.data.passkeys).toBe(false);
    expect(await post(server, '/login/passkey/options')).toMatchObject({ status: 409, body: { message } });
    const [admin, nurse] = [await server.makeUser({ permissions: ['admin'] }), await server.makeUser({})];
    const told = async (user: TestUser) => (await server.as(user)('GET', '/account')).body.data.passkeys;
    expect([await told(admin), await told(nurse)]).toEqual([
      { count: 0, can_add: false, hindrance },
      { count: 0, can_add: false, hindrance: null },
    ]);
  });

  it('has them on the machine itself', async () => {
    const server = await startAt('http://localhost:3000');
    const user = await server.makeUser({});
    expect((await signIn(server, await addPasskey(server, user, 'http://localhost:3000'))).status).toBe(200);
  });
});

describe('a server that is reached by another name than before', () => {
  it('finds no passkey of the earlier name, and does not take the password alone for enough', async () => {
    let publicUrl = 'https://before.example';
    const server = await startTestServer({
      contextOf: (ctx) => ({
        ...ctx,
        get publicUrl() {
          return publicUrl;
        },
      }),
    });
    onTestFinished(() => server.stop());
    const user = await server.makeUser({});
    const authenticator = await addPasskey(server, user, publicUrl);
    publicUrl = 'https://after.example';
    expect((await signIn(server, authenticator)).status).toBe(401);
    const asked = await post(server, '/login', { username: user.email, password: PASSWORD });
    expect([asked.status, asked.body.passkey]).toEqual([403, false]);
    const { body } = await server.as(user)('GET', '/account/passkeys');
    expect(body.data).toMatchObject([{ usable: false }]);
  });
});

describe('where single sign-on is the only way in', () => {
  it('a passkey is refused as a password is, but one of a superuser in an emergency, who is told', async () => {
    const origin = 'https://wardvoice.example';
    const provider = await startIdentityProvider(origin + account.SINGLE_SIGN_ON_CALLBACK);
    stops.push(provider.stop);
    const open = await startAt(origin);
    const [nurse, superuser] = [await open.makeUser({}), await open.makeUser({ superUser: true })];
    const [phone, key] = [await addPasskey(open, nurse, origin), await addPasskey(open, superuser, origin)];
    // The same database, with another setting.
    const only = await startTestServer({
      oidc: provider.settings,
      singleSignOnOnly: true,
      contextOf: (ctx) => ({ ...ctx, db: open.ctx.db, keys: open.ctx.keys, publicUrl: origin }),
    });
    stops.unshift(only.stop);
    const refused = await signIn(only, phone);
    expect([refused.status, refused.body.message]).toEqual([401, expect.stringContaining('was not accepted')]);
    expect((await signIn(only, key)).body.method).toBe('passkey');
    await open.runJobs();
    const subjects = open.gateways.emails.filter(({ to }) => to === superuser.email).map(({ subject }) => subject);
    expect(subjects).toContain('Your Wardvoice password or passkey was used');
  });
});
