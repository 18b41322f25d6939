import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOON, stamp } from '../../testing/asked.ts';
import { feed, makeAskingApplication, within } from '../../testing/builders.ts';
import { startHttpListener } from '../../testing/outside/http-listener.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import { createTwilioGateway } from '../../platform/gateways/twilio.ts';

const PHONE = '+447700900123';
let twilio: Awaited<ReturnType<typeof startHttpListener>>;
let server: TestServer;
let hospital: TestApplication;

beforeAll(async () => {
  let sent = 0;
  // In place of Twilio's API.
  twilio = await startHttpListener((response) => {
    sent += 1;
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ sid: `SM${sent}` }));
  });
  const sms = createTwilioGateway(`twilio://AC1:token@+447700900000?base=http://127.0.0.1:${twilio.port}`, {
    statusCallback: () => null,
  });
  server = await startTestServer({ contextOf: (ctx) => ({ ...ctx, gateways: { ...ctx.gateways, sms } }) });
  server.setTime(NOON);
  hospital = await makeAskingApplication(server);
  await feed(server, hospital, { event: 'A03', at: stamp(), phone: `${PHONE}^PRN^CP` });
  await server.runJobs();
});
afterAll(async () => {
  await server.stop();
  await twilio.close();
});

/** Calls as Twilio does: a form, signed with the token of the account. */
async function call(path: string, fields: Record<string, string>, token = 'token') {
  const signed = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}${fields[name]}`);
  const signature = createHmac('sha1', token)
    .update(`http://wardvoice.test${path}${signed.join('')}`)
    .digest('base64');
  const { statusCode, body } = await server.http.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    payload: new URLSearchParams(fields).toString(),
  });
  return { statusCode, body };
}
const write = (Body: string, MessageSid: string, more: Record<string, string> = {}) =>
  call('/api/v1/twilio/sms', { From: PHONE, To: '+447700900000', Body, MessageSid, ...more });
const texts = () =>
  within(server, hospital, (tx) =>
    tx.selectFrom('inbound_texts').select(['text', 'attachments']).orderBy('id').execute(),
  );
const EMPTY = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

describe('Twilio', () => {
  it('passes on a text, which is stored once however often it comes, and answered', async () => {
    const answers = [await write('Nobody came <when> I rang & rang', 'SMa'), await write('Nobody came', 'SMa')];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(answers[0]?.body).toMatch(/^<\?xml.*<Response><Message>[^<]+<\/Message><\/Response>$/);
    expect(await texts()).toEqual([{ text: 'Nobody came <when> I rang & rang', attachments: 0 }]);
  });

  it('passes on a picture, of which staff read that it came', async () => {
    await write('', 'SMb', { NumMedia: '2' });
    expect((await texts()).at(-1)).toEqual({ text: '', attachments: 2 });
  });

  it('has answered a plain STOP by itself: it is obeyed, and not answered again', async () => {
    expect(await write('Stop', 'SMc')).toEqual({ statusCode: 200, body: EMPTY });
    const stopped = await within(server, hospital, (tx) => tx.selectFrom('opt_outs').select('address').execute());
    expect(stopped).toEqual([{ address: PHONE }]);
  });

  it('says that a text arrived', async () => {
    const status = { MessageSid: 'SM1', MessageStatus: 'delivered' };
    expect((await call('/api/v1/twilio/status', status)).statusCode).toBe(204);
    await server.runJobs();
    const states = await within(server, hospital, (tx) => tx.selectFrom('deliveries').select('state').execute());
    expect(states).toEqual([{ state: 'delivered' }]);
  });

  it('is believed only with its signature', async () => {
    const before = await texts();
    const forged = await call('/api/v1/twilio/sms', { From: PHONE, Body: 'START', MessageSid: 'SMd' }, 'guessed');
    expect(forged.statusCode).toBe(403);
    expect((await call('/api/v1/twilio/status', { MessageSid: 'SM1' }, 'guessed')).statusCode).toBe(403);
    expect(await texts()).toEqual(before);
  });
});
