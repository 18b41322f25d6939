import { account } from '@wardvoice/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { startIdentityProvider } from '../../testing/outside/identity-provider.ts';
import { signOnThrough } from '../../testing/sign-on.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const HOME = 'http://wardvoice.test';
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let server: TestServer;

beforeAll(async () => {
  provider = await startIdentityProvider(HOME + account.SINGLE_SIGN_ON_CALLBACK);
  server = await startTestServer({ oidc: { ...provider.settings, acrValues: ['mfa', 'hardware'] } });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

async function signOn(name: string, acr?: string) {
  const { email, id } = await server.makeUser({});
  const says = { email, email_verified: true };
  const { asked, ...answer } = await signOnThrough(server, provider, { subject: name, says, acr });
  return { id, asked: asked.searchParams.get('acr_values'), answer };
}

it('a way of signing in that is wanted is asked of the provider, and accepted', async () => {
  const { id, asked, answer } = await signOn('with-a-code', 'mfa');
  expect([asked, answer.status, answer.body.data.id]).toEqual(['mfa hardware', 200, id]);
});

it.each([['another one', 'password'] as const, ['none that it names', undefined] as const])(
  'a provider that used %s all the same is refused, with what to do',
  async (name, acr) => {
    const { answer } = await signOn(name.replaceAll(' ', '-'), acr);
    expect([answer.status, answer.body.message]).toEqual([401, expect.stringContaining('second factor')]);
    const [entry] = await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.selectFrom('audit_entries').select(['action', 'refused', 'details']).orderBy('id', 'desc').limit(1).execute(),
    );
    expect(entry).toMatchObject({
      action: 'sign_in',
      refused: true,
      details: { reason: 'weak_sign_on, single_sign_on' },
    });
  },
);
