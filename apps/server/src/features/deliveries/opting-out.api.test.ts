import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY, fates, listDeliveries, NOON, stamp } from '../../testing/asked.ts';
import { credentialsOf, feed, makeAskingApplication, within } from '../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

const optOuts = (application: TestApplication) =>
  within(server, application, (tx) =>
    tx.selectFrom('opt_outs').select(['channel', 'address', 'source']).orderBy('id').execute(),
  );

describe('the link at the foot of an e-mail', () => {
  async function mailed() {
    const hospital = await makeAskingApplication(server, { channel: 'email' });
    await feed(server, hospital, { event: 'A03', at: stamp() });
    await server.runJobs();
    const email = server.gateways.emails.at(-1);
    const url = email?.unsubscribeUrl ?? '';
    expect(email?.text).toContain(url);
    return { hospital, path: `/api/v1${new URL(url).pathname}`, page: new URL(url).pathname };
  }

  it('changes nothing when it is opened, by a mail scanner or by a person', async () => {
    const { hospital, path, page } = await mailed();
    const { status, body } = await server.call({ url: path });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      channel: 'email',
      address: 'o•••@e•••.org',
      hospital: expect.stringMatching(/^Hospital/),
      opted_out: false,
    });
    expect((await server.call({ url: page })).status).toBe(200);
    expect(await optOuts(hospital)).toEqual([]);
  });

  it('ends the e-mails with one click in the mail program (RFC 8058), permanently', async () => {
    const { hospital, page } = await mailed();
    const click = () =>
      server.call({
        method: 'POST',
        url: page,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    const [first, second] = await Promise.all([click(), click()]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await optOuts(hospital)).toEqual([{ channel: 'email', address: 'orla@example.org', source: 'unsubscribe' }]);
    server.setTime(after(60 * DAY));
    await feed(server, hospital, { event: 'A03', at: stamp(60 * DAY), visit: 'NEXT', patient: 'OTHER' });
    expect((await fates(server, hospital)).at(-1)).toBe('suppressed: opted_out');
  });

  it('can be withdrawn by the person, if the person made it', async () => {
    const { hospital, path } = await mailed();
    await server.call({ method: 'POST', url: path });
    const { body } = await server.call({ method: 'POST', url: `${path}?undo=1` });
    expect(body.data.opted_out).toBe(false);
    expect(await optOuts(hospital)).toEqual([]);
    await within(server, hospital, (tx) =>
      tx
        .insertInto('opt_outs')
        .values({ application_id: hospital.id, channel: 'email', address: 'orla@example.org', source: 'staff' })
        .execute(),
    );
    await server.call({ method: 'POST', url: `${path}?undo=1` });
    expect(await optOuts(hospital)).toHaveLength(1);
  });

  it.each(['nonsense', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
    'that is forged (%s) leads nowhere',
    async (token) => {
      expect((await server.call({ url: `/api/v1/unsubscribe/${token}` })).status).toBe(404);
      expect((await server.call({ method: 'POST', url: `/unsubscribe/${token}`, payload: {} })).status).toBe(404);
    },
  );
});

describe('an SMS from a patient', () => {
  async function texted(phone = '07700 900777^PRN^CP') {
    const hospital = await makeAskingApplication(server);
    await feed(server, hospital, { event: 'A03', at: stamp(), phone });
    await server.runJobs();
    return hospital;
  }
  const write = async (application: TestApplication, payload: object) =>
    server.call({
      method: 'POST',
      url: '/api/v1/inbound/sms',
      headers: await credentialsOf(server, application),
      payload,
    });

  it.each(['STOP', ' stop. ', 'Arrêt', 'توقف', 'UNSUBSCRIBE!'])('"%s" is obeyed at once', async (text) => {
    const hospital = await texted();
    const { status, body } = await write(hospital, { from: '+447700900777', text });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ understood: 'stop', reply: expect.stringContaining('START') });
    expect(await optOuts(hospital)).toEqual([{ channel: 'sms', address: '+447700900777', source: 'stop' }]);
  });

  it('affects the hospital whose gateway delivered it, and no other that wrote to that number', async () => {
    const [one, other] = [await texted('07700 900778^PRN^CP'), await texted('07700 900778^PRN^CP')];
    await write(one, { from: '447700900778', text: 'STOP' });
    expect(await optOuts(one)).toHaveLength(1);
    expect(await optOuts(other)).toEqual([]);
    await write(other, { from: '447700900778', text: 'STOP' });
    await write(one, { from: '447700900778', text: 'START' });
    expect([await optOuts(one), (await optOuts(other)).length]).toEqual([[], 1]);
  });

  it('"thanks, all good" opts nobody out', async () => {
    const hospital = await texted();
    const { body } = await write(hospital, { from: '+447700900777', text: 'thanks, all good' });
    expect(body.data.understood).toBeNull();
    expect(await optOuts(hospital)).toEqual([]);
  });

  it('needs credentials and its required fields', async () => {
    const hospital = await texted();
    const payload = { from: '+447700900777', text: 'STOP' };
    expect((await server.call({ method: 'POST', url: '/api/v1/inbound/sms', payload })).status).toBe(401);
    expect((await write(hospital, { from: '+447700900777' })).status).toBe(422);
  });
});

describe('a receipt', () => {
  async function sent(channel: 'sms' | 'email' = 'sms') {
    const hospital = await makeAskingApplication(server, { channel });
    await feed(server, hospital, { event: 'A03', at: stamp() });
    server.gateways.answerNext({ ok: true, gatewayMessageId: `GW${hospital.id}` });
    await server.runJobs();
    const headers = await credentialsOf(server, hospital);
    const tell = async (payload: object) => {
      const answer = await server.call({ method: 'POST', url: '/api/v1/inbound/receipts', headers, payload });
      await server.runJobs();
      return answer.status;
    };
    return { hospital, tell };
  }

  it('reports that the message arrived', async () => {
    const { hospital, tell } = await sent();
    expect(await tell({ event: 'delivered', gateway_message_id: `GW${hospital.id}` })).toBe(202);
    expect(await listDeliveries(server, hospital)).toMatchObject([{ state: 'delivered', delivered_at: NOON }]);
  });

  it('reports that it did not arrive, and then it can be retried', async () => {
    const { hospital, tell } = await sent();
    await tell({ event: 'failed', gateway_message_id: `GW${hospital.id}`, error: 'The phone is switched off.' });
    expect(await listDeliveries(server, hospital)).toMatchObject([
      { state: 'failed', last_error: 'The phone is switched off.' },
    ]);
  });

  it.each([
    ['bounced', 'bounce', 'failed'],
    ['complained', 'complaint', 'sent'],
  ])('%s opts that address out', async (event, source, state) => {
    const { hospital, tell } = await sent('email');
    const [{ idempotency_key } = { idempotency_key: '' }] = await listDeliveries(server, hospital);
    await tell({ event, idempotency_key });
    expect(await optOuts(hospital)).toEqual([{ channel: 'email', address: 'orla@example.org', source }]);
    expect(await fates(server, hospital)).toEqual([state]);
  });

  it('with the credentials of another hospital changes nothing', async () => {
    const { hospital } = await sent();
    const { tell } = await sent();
    await tell({ event: 'failed', gateway_message_id: `GW${hospital.id}` });
    expect(await fates(server, hospital)).toEqual(['sent']);
  });

  it('that names no delivery is refused', async () => {
    const { tell } = await sent();
    expect(await tell({ event: 'delivered' })).toBe(422);
    expect(await tell({ event: 'eaten', gateway_message_id: 'GW1' })).toBe(422);
  });
});
