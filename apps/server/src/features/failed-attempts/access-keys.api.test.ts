import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readMetrics } from '../../platform/metrics.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { startTestServer, type Json, type TestApplication, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(new Date());
  hospital = await server.makeApplication();
});
afterAll(() => server.stop());

let addresses = 0;
const newAddress = () => `10.5.${(addresses += 1) >> 8}.${addresses & 255}`;
const minutesLater = (minutes: number) => server.setTime(new Date(Date.now() + minutes * 60_000));

async function post(remoteAddress: string, accessSecret = 'a wrong secret', accessKey = hospital.accessKey) {
  return server.call({
    method: 'POST',
    url: '/api/v1/hl7',
    payload: adt({ facility: hospital.facility }),
    remoteAddress,
    headers: {
      authorization: `Basic ${Buffer.from(`${accessKey}:${accessSecret}`).toString('base64')}`,
      'content-type': 'text/plain',
    },
  });
}

async function postMany(count: number, ...[address, secret, key]: Parameters<typeof post>): Promise<number[]> {
  const statuses = [];
  for (let n = 0; n < count; n += 1) statuses.push((await post(address, secret, key)).status);
  return statuses;
}

const entriesOf = async (user: { headers: object }): Promise<Json[]> =>
  (await server.call({ url: '/api/v1/audit?action=sign_in&record_type=applications', headers: { ...user.headers } }))
    .body.data;

describe('wrong secrets of an access key', () => {
  it('have to wait at their address, and never slow the feed from another', async () => {
    const [stranger, engine] = [newAddress(), newAddress()];
    expect(await postMany(11, stranger)).toEqual([...Array<number>(10).fill(401), 429]);
    const held = await post(stranger, hospital.accessSecret);
    expect([held.status, held.headers['retry-after']]).toEqual([429, '60']);
    expect((await post(engine, hospital.accessSecret)).status).toBe(200);
    minutesLater(1.1);
    expect((await post(stranger, hospital.accessSecret)).status).toBe(200);
  });

  it('are refused when many come at once, no more being checked than one after the other', async () => {
    const stranger = newAddress();
    await postMany(9, stranger);
    await Promise.all(Array.from({ length: 12 }, () => post(stranger)));
    expect((await post(stranger, hospital.accessSecret)).status).toBe(429);
  });

  it('at many keys from one address are held back, and the address’s own feed goes on', async () => {
    const address = newAddress();
    const statuses: number[] = [];
    for (let key = 0; key < 55; key += 1) statuses.push((await post(address, 'wrong', `key${key}`)).status);
    expect(statuses).toEqual([...Array<number>(50).fill(401), ...Array<number>(5).fill(429)]);
    expect((await post(address, hospital.accessSecret)).status).toBe(200);
    // The own key has its ten guesses even now, and then waits as well.
    expect(new Set(await postMany(10, address))).toEqual(new Set([429]));
    expect((await post(address, hospital.accessSecret)).status).toBe(429);
  });

  it('of receipts and texts count together with those of messages', async () => {
    const address = newAddress();
    await postMany(10, address);
    const receipt = await server.call({
      method: 'POST',
      url: '/api/v1/inbound/receipts',
      payload: { event: 'delivered', gateway_message_id: 'x' },
      remoteAddress: address,
      headers: {
        authorization: `Basic ${Buffer.from(`${hospital.accessKey}:${hospital.accessSecret}`).toString('base64')}`,
      },
    });
    expect(receipt.status).toBe(429);
  });
});

describe('a refused access key', () => {
  it('is in the audit of its application, once a minute for each address', async () => {
    const [one, two] = [newAddress(), newAddress()];
    await postMany(12, one);
    await postMany(2, two);
    const officer = await server.makeUser({ applications: [hospital], permissions: ['audit.list'] });
    const other = await server.makeApplication();
    const stranger = await server.makeUser({ applications: [other], permissions: ['audit.list'] });
    const entries = await entriesOf(officer);
    expect(entries.map(({ address }) => address)).toEqual([two, one]);
    expect(entries[0]).toMatchObject({
      record_id: hospital.id,
      application_id: hospital.id,
      user_id: null,
      refused: true,
      details: { reason: 'wrong_secret, access_key' },
    });
    expect(await entriesOf(stranger)).toEqual([]);
    minutesLater(1.1);
    await postMany(3, one);
    expect(await entriesOf(officer)).toHaveLength(3);
  });

  it('that is nobody’s is shown to superusers only, once a minute whatever the key', async () => {
    const address = newAddress();
    for (let key = 0; key < 5; key += 1) await post(address, 'wrong', `nobody${key}`);
    const superuser = await server.makeUser({ superUser: true });
    const officer = await server.makeUser({ applications: [hospital], permissions: ['audit.list'] });
    const theirs = (await entriesOf(superuser)).filter((entry) => entry.address === address);
    expect(theirs).toMatchObject([{ application_id: null, record_id: null, refused: true }]);
    expect(await entriesOf(officer)).toEqual([]);
  });

  it('is counted in the metrics', async () => {
    const count = async (reason: string) =>
      Number(new RegExp(`credentials_refused_total{reason="${reason}"} (\\d+)`).exec(await readMetrics())?.[1] ?? 0);
    const [wrong, waiting] = [await count('wrong'), await count('waiting')];
    await postMany(12, newAddress());
    expect([(await count('wrong')) - wrong, (await count('waiting')) - waiting]).toEqual([10, 2]);
  });
});
