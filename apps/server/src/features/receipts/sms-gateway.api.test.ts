import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOON, stamp } from '../../testing/asked.ts';
import { feed, makeAskingApplication, within } from '../../testing/builders.ts';
import { startHttpListener } from '../../testing/outside/http-listener.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import { createHttpSmsGateway } from '../../platform/gateways/http-sms.ts';
import { readSmsFormat } from '../../platform/gateways/sms-format.ts';

const PHONE = '447700900123';
const SECRET = 'only-the-gateway-knows';
let listener: Awaited<ReturnType<typeof startHttpListener>>;
let server: TestServer;
let hospital: TestApplication;

beforeAll(async () => {
  let sent = 0;
  // In place of a gateway that answers with lists.
  listener = await startHttpListener((response) => {
    sent += 1;
    response.writeHead(200).end(JSON.stringify({ messages: [{ id: `m${sent}` }] }));
  });
  const read = readSmsFormat(
    JSON.stringify({
      send: { json: { to: '{{to_digits}}', body: '{{text}}' }, id: 'messages.0.id' },
      texts: { each: 'results', from: 'from', text: 'text', id: 'id' },
      receipts: { id: 'ref', status: 'state', delivered: ['OK'], failed: ['NOK'], error: 'why' },
      secret: SECRET,
    }),
  );
  if ('problem' in read) throw new Error(read.problem);
  const sms = createHttpSmsGateway(`http://127.0.0.1:${listener.port}/send`, { format: read.format });
  server = await startTestServer({ contextOf: (ctx) => ({ ...ctx, gateways: { ...ctx.gateways, sms } }) });
  server.setTime(NOON);
  hospital = await makeAskingApplication(server);
  await feed(server, hospital, { event: 'A03', at: stamp(), phone: `+${PHONE}^PRN^CP` });
  await server.runJobs();
});
afterAll(async () => {
  await server.stop();
  await listener.close();
});

const call = async (path: string, payload: object, secret = SECRET) =>
  (await server.http.inject({ method: 'POST', url: `/api/v1/sms-gateway/${secret}/${path}`, payload })).statusCode;
const texts = () =>
  within(server, hospital, (tx) => tx.selectFrom('inbound_texts').select('text').orderBy('id').execute());
const states = () =>
  within(server, hospital, (tx) =>
    tx.selectFrom('deliveries').select(['state', 'last_error']).where('purpose', '=', 'survey').execute(),
  );

describe('a gateway with a format of its own', () => {
  it('gets the survey, and passes on texts, each stored once however often it comes, and answered through it', async () => {
    expect(JSON.parse(listener.heard[0]?.body ?? '')).toMatchObject({ to: PHONE });
    const before = listener.heard.length;
    const results = [
      { id: 't1', from: PHONE, text: 'Nobody came when I rang' },
      { id: 't2', from: PHONE, text: 'stop' },
    ];
    expect([await call('texts', { results }), await call('texts', { results })]).toEqual([200, 200]);
    await server.runJobs();
    expect(await texts()).toEqual([{ text: 'Nobody came when I rang' }, { text: 'stop' }]);
    const stopped = await within(server, hospital, (tx) => tx.selectFrom('opt_outs').select('address').execute());
    expect(stopped).toEqual([{ address: `+${PHONE}` }]);
    const answers = listener.heard.slice(before).map(({ body }) => JSON.parse(body));
    expect(answers).toEqual([
      { to: PHONE, body: expect.stringContaining('Nobody watches this number at all hours') },
      { to: PHONE, body: expect.stringContaining('you will get no more messages') },
    ]);
  });

  it('passes on whatever it likes, and what is too long or cannot be stored is cut away', async () => {
    const odd = { id: `\u0000${'i'.repeat(5_000)}`, from: `${PHONE}\u0000`, text: 'odd \u0000\ud83d' };
    expect([await call('texts', { results: [odd] }), await call('texts', { results: [odd] })]).toEqual([200, 200]);
    expect((await texts()).filter(({ text }) => text.startsWith('odd'))).toHaveLength(1);
    expect(await call('texts', { results: [{ id: 'x', from: '\u0000', text: 'whose?' }] })).toBe(422);
    expect(await call('receipts', { ref: `m1\u0000${'0'.repeat(5_000)}`, state: 'OK' })).toBe(200);
  });

  it('says that a text arrived, also in the fields of an address', async () => {
    const url = `/api/v1/sms-gateway/${SECRET}/receipts?ref=m1&state=OK`;
    expect((await server.http.inject({ method: 'GET', url })).statusCode).toBe(200);
    await server.runJobs();
    expect(await states()).toMatchObject([{ state: 'delivered' }]);
  });

  it('says that a text did not arrive, and its words are kept unless they hold a number', async () => {
    for (const [why, error] of [
      [`absent ${PHONE}`, 'The gateway accepted the message and could not deliver it.'],
      ['absent subscriber', 'The gateway could not deliver it (absent subscriber).'],
    ]) {
      expect(await call('receipts', { ref: 'm1', state: 'NOK', why })).toBe(200);
      await server.runJobs();
      expect(await states()).toEqual([{ state: 'failed', last_error: error }]);
    }
  });

  it('is believed only by the secret in the address, and refused where the format does not fit', async () => {
    const before = await texts();
    const results = [{ id: 't3', from: PHONE, text: 'start' }];
    expect(await call('texts', { results }, 'some-other-secret-word')).toBe(404);
    expect(await call('receipts', { ref: 'm1', state: 'OK' }, 'some-other-secret-word')).toBe(404);
    expect(await call('texts', { inbox: results })).toBe(422);
    expect(await call('receipts', { ref: 'm1' })).toBe(422);
    expect(await texts()).toEqual(before);
  });
});
