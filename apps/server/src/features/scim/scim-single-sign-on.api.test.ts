import { account } from '@wardvoice/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startIdentityProvider } from '../../testing/outside/identity-provider.ts';
import { listenOn, makeScimClient, type ScimClient } from '../../testing/outside/scim-client.ts';
import { signOnThrough } from '../../testing/sign-on.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const HOME = 'http://wardvoice.test';
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let server: TestServer;
let client: ScimClient;

beforeAll(async () => {
  provider = await startIdentityProvider(HOME + account.SINGLE_SIGN_ON_CALLBACK);
  server = await startTestServer({ oidc: provider.settings });
  const hospital = await server.makeApplication();
  const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  client = await makeScimClient(server, { address: await listenOn(server), by: admin, roles: ['ward_nurse'] });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

/** Signs on at the provider, and returns the answer of Wardvoice. */
const signOn = (subject: string, email: string) =>
  signOnThrough(server, provider, { subject, says: { email, email_verified: true } });

it('lets in who was added, by their verified address, and no e-mail about a password is sent', async () => {
  const email = 'robin@hospital.example';
  expect((await signOn('robin', email)).status).toBe(401);
  const { id } = await client.create({ userName: 'DOMAIN-robin', emails: [{ value: email, type: 'work' }] });
  const [nurses] = (await client.list('Groups', { filter: 'displayName eq "Ward nurse"' })).Resources;
  await client.patch(`Groups/${nurses.id}`, [{ op: 'add', path: 'members', value: [{ value: id }] }]);
  const signedOn = await signOn('robin', email);
  expect([signedOn.status, signedOn.body.data.id]).toEqual([200, Number(id)]);
  const headers = { authorization: `Bearer ${signedOn.body.auth_token}` };
  expect((await server.call({ method: 'GET', url: '/api/v1/cases', headers })).status).toBe(200);
  await server.runJobs();
  expect(server.gateways.emails).toEqual([]);

  // Whoever is switched off sees nothing, and whoever comes back enters in the same way.
  await client.patch(`Users/${id}`, [{ op: 'Replace', path: 'active', value: 'False' }]);
  expect((await server.call({ method: 'GET', url: '/api/v1/cases', headers })).status).toBe(401);
  await client.patch(`Users/${id}`, [{ op: 'Replace', path: 'active', value: 'True' }]);
  expect((await signOn('robin', email)).status).toBe(200);
  await client.send('DELETE', `Users/${id}`);
  expect((await signOn('robin', email)).status).toBe(401);
});
