import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { feed, insertContacts, makeAskingApplication, within } from '../../testing/builders.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  const hospital = await server.makeApplication({ country: 'IE' });
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  server.call({ method, url: `/api/v1${path}`, headers: admin.headers, ...(payload ? { payload } : {}) });
const create = async (contact: object): Promise<Json> => (await call('POST', '/contacts', { contact })).body.data;

describe('opting out', () => {
  it('is recorded and withdrawn with a reason, and both stay in the history with who did it', async () => {
    const { id } = await create({ name: 'Una', email: 'Una@example.org' });
    const noted = await call('POST', `/contacts/${id}/opt_outs`, {
      opt_out: { channel: 'email', reason: 'Told the ward' },
    });
    expect([noted.status, noted.body.data.channels[0]]).toMatchObject([201, { source: 'staff' }]);
    const back = await call('POST', `/contacts/${id}/opt_outs/take_back`, {
      opt_out: { channel: 'email', reason: 'Wrote to us' },
    });
    expect(back.body.data.channels[0].source).toBeNull();
    expect((await call('GET', `/contacts/${id}/opt_outs`)).body.data.changes).toMatchObject([
      { change: 'taken_back', reason: 'Wrote to us', user_name: expect.stringContaining('User') },
      { change: 'noted', reason: 'Told the ward', source: 'staff', address: 'una@example.org' },
    ]);
    await call('DELETE', `/contacts/${id}`);
    const again = await create({ name: 'Una again', email: 'una@example.org' });
    expect((await call('GET', `/contacts/${again.id}/opt_outs`)).body.data.changes).toHaveLength(2);
  });

  it('needs a reason and an address, and can be withdrawn only where there is one', async () => {
    const { id } = await create({ name: 'Una', email: 'una@example.org' });
    const note = (opt_out: object, path = '') => call('POST', `/contacts/${id}/opt_outs${path}`, { opt_out });
    expect((await note({ channel: 'email', reason: ' ' })).body.errors).toHaveProperty('reason');
    expect((await note({ channel: 'pigeon', reason: 'Because' })).body.errors).toHaveProperty('channel');
    expect((await note({ channel: 'sms', reason: 'Because' })).status).toBe(409);
    expect((await note({ channel: 'email', reason: 'Because' }, '/take_back')).status).toBe(409);
  });
});

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
