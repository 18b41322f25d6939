import { afterAll, beforeAll, expect, it } from 'vitest';
import { feed, insertContacts, makeAskingApplication, within } from '../../testing/builders.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('a contact’s history is that of its patient, limited to the wards that the caller may see', async () => {
  const asking = await makeAskingApplication(server);
  await feed(server, asking, { event: 'A03', patient: 'P77', ward: 'ASH', phone: '07700 900111^PRN^CP' });
  await server.runJobs();
  await feed(server, asking, { event: 'A01', patient: 'P77', ward: 'BIRCH', phone: '07700 900111^PRN^CP' });
  const everywhere = await server.makeUser({ applications: [asking], permissions: ['admin'] });
  const ward = await server.makeUser({ applications: [asking], permissions: ['admin'], locations: ['BIRCH'] });
  const [id] = await within(server, asking, (tx) =>
    insertContacts(tx, asking, [{ name: 'Una', external_id: 'P77', phone: '+447700900111' }]),
  );
  const history = async (user: TestUser) =>
    (await server.call({ method: 'GET', url: `/api/v1/contacts/${id}/history`, headers: user.headers })).body.data;
  expect(await history(everywhere)).toMatchObject([
    { channel: 'sms', state: 'sent', survey_title: expect.any(String) },
  ]);
  expect(await history(ward)).toEqual([]);
});
