import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { startHttpListener, type Heard } from '../../testing/outside/http-listener.ts';
import { createTwilioGateway } from './twilio.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const fieldsOf = ({ body }: Heard) => Object.fromEntries(new URLSearchParams(body));

/** Starts an HTTP server in place of Twilio's API. */
async function startTwilio(answer: (response: ServerResponse) => void) {
  const listener = await startHttpListener(answer);
  closing.push(() => listener.close());
  return { heard: listener.heard, base: `http://127.0.0.1:${listener.port}`, close: listener.close };
}

const json = (status: number, body: object) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const sms = { to: '+447700900123', text: 'How was it? كيف', idempotencyKey: 'key' };
const gatewayTo = (base: string, from = '+447700900000', callback: string | null = null) =>
  createTwilioGateway(`twilio://AC123:to%3Aken@${from}?base=${base}`, {
    statusCallback: () => callback,
    timeoutMs: 300,
  });

it('sends a text to the account, with the address for receipts', async () => {
  const { heard, base } = await startTwilio(json(201, { sid: 'SM1', status: 'queued' }));
  const result = await gatewayTo(base, '+447700900000', 'https://h.example/status').send(sms);
  expect(result).toEqual({ ok: true, gatewayMessageId: 'SM1' });
  const [call] = heard as [Heard];
  expect(call.url).toBe('/2010-04-01/Accounts/AC123/Messages.json');
  expect(call.headers.authorization).toBe(`Basic ${Buffer.from('AC123:to:ken').toString('base64')}`);
  const StatusCallback = 'https://h.example/status';
  expect(fieldsOf(call)).toEqual({ To: sms.to, From: '+447700900000', Body: sms.text, StatusCallback });
});

it('sends in the name of the hospital that has one of its own', async () => {
  const { heard, base } = await startTwilio(json(201, { sid: 'SM3' }));
  await gatewayTo(base).send({ ...sms, from: 'Northside' });
  expect(fieldsOf(heard[0] as Heard)['From']).toBe('Northside');
});

it('sends through a messaging service when one is named', async () => {
  const { heard, base } = await startTwilio(json(201, { sid: 'SM2' }));
  await gatewayTo(base, 'MG0123').send(sms);
  expect(fieldsOf(heard[0] as Heard)).toEqual({ To: sms.to, MessagingServiceSid: 'MG0123', Body: sms.text });
});

it.each([
  [400, { code: 21610, message: 'Attempt to send to unsubscribed recipient +447700900123' }, 'refused'],
  // The hospital corrects these: the token, the account, the number that sends.
  [401, { code: 20003 }, 'retry'],
  [404, { code: 20404 }, 'retry'],
  [400, { code: 21606 }, 'retry'],
  [400, { code: 21211 }, 'refused'],
  [429, { code: 20429 }, 'retry'],
  [503, {}, 'retry'],
])('%i %j is %s, and the number is not repeated', async (status, body, outcome) => {
  const { base } = await startTwilio(json(status, body));
  const result = await gatewayTo(base).send(sms);
  expect(result).toMatchObject({ ok: false, outcome });
  expect(JSON.stringify(result)).not.toContain('447700900123');
});

it('a text may have been sent when no answer comes, and was not sent when nothing listens at the address', async () => {
  const { base, close } = await startTwilio(() => undefined);
  expect(await gatewayTo(base).send(sms)).toMatchObject({ outcome: 'unknown' });
  await close();
  expect(await gatewayTo(base).send(sms)).toMatchObject({ outcome: 'retry' });
});

it('recognises what Twilio has signed', () => {
  const gateway = gatewayTo('http://127.0.0.1:1');
  const url = 'https://h.example/api/v1/twilio/sms';
  const fields = { From: '+447700900123', Body: 'STOP' };
  const signature = createHmac('sha1', 'to:ken').update(`${url}BodySTOPFrom+447700900123`).digest('base64');
  expect(gateway.isSigned(url, fields, signature)).toBe(true);
  expect(gateway.isSigned(url, { ...fields, Body: 'START' }, signature)).toBe(false);
  expect(gateway.isSigned(`${url}2`, fields, signature)).toBe(false);
});
