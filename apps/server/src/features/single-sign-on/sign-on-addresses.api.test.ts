import { account } from '@wardvoice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentityProvider, type ProviderPerson } from '../../testing/outside/identity-provider.ts';
import { signOnThrough } from '../../testing/sign-on.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const HOME = 'http://wardvoice.test';
type Provider = Awaited<ReturnType<typeof startIdentityProvider>>;
let provider: Provider;
/** Takes secrets in the header only. */
let inHeader: Provider;
let server: TestServer;
/** Believes the names of accounts. */
let believing: TestServer;

beforeAll(async () => {
  provider = await startIdentityProvider(HOME + account.SINGLE_SIGN_ON_CALLBACK);
  inHeader = await startIdentityProvider(HOME + account.singleSignOnCallback(2), 2, ['client_secret_basic']);
  server = await startTestServer({
    oidc: [
      { ...provider.settings, name: 'Hospital' },
      { ...inHeader.settings, name: 'Clinic', domains: ['clinic.example'] },
    ],
  });
  believing = await startTestServer({ oidc: { ...provider.settings, emailClaim: 'preferred_username' } });
});
afterAll(async () => {
  for (const one of [server, believing]) await one.stop();
  for (const one of [provider, inHeader]) await one.stop();
});

let people = 0;
/** Signs on somebody of whom the provider says this. */
const signOn = (at: TestServer, says: ProviderPerson, by = provider) =>
  signOnThrough(at, by, { subject: `person-${(people += 1)}`, says });

describe('an address that a provider names', () => {
  it.each<[string, Omit<ProviderPerson, 'email'>]>([
    ['as verified', { email_verified: true }],
    ['as verified, in words', { email_verified: 'true' }],
    ['as one of its own domain (xms_edov)', { xms_edov: true }],
    ['as one of its own domain, as a number', { xms_edov: 1 }],
  ])('%s counts', async (_how, says) => {
    const { email, id } = await server.makeUser({});
    const { status, body } = await signOn(server, { email, ...says });
    expect([status, body.data?.id]).toEqual([200, id]);
  });

  it.each<[string, Omit<ProviderPerson, 'email'>]>([
    ['without a word about it', {}],
    ['as not verified, in words', { email_verified: 'false' }],
    ['as one of somebody else’s domain', { xms_edov: 0 }],
  ])('%s does not', async (_how, says) => {
    const { email } = await server.makeUser({});
    const { status, body } = await signOn(server, { email, ...says });
    expect([status, body.message]).toEqual([401, expect.stringContaining('has not confirmed your e-mail address')]);
  });

  it('is believed in the claim that the operator has named, and in no other', async () => {
    const user = await believing.makeUser({});
    const { status, body } = await signOn(believing, { preferred_username: user.email });
    expect([status, body.data?.id]).toEqual([200, user.id]);
    const other = await believing.makeUser({});
    expect((await signOn(believing, { email: other.email, email_verified: true })).status).toBe(401);
    // The name of an account need not be an address.
    expect((await signOn(believing, { preferred_username: 'HOSPITAL\\nora' })).status).toBe(401);
  });
});

it('a provider that takes secrets in the header only gets it there', async () => {
  const user = await server.makeUser({});
  expect((await signOn(server, { email: user.email, email_verified: true }, inHeader)).body.message).toContain(
    'does not speak for your e-mail address',
  );
});
