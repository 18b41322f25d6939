import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startHttpListener } from '../../testing/outside/http-listener.ts';
import { createHttpSmsGateway } from './http-sms.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(answer: (response: ServerResponse) => void) {
  const server = await startHttpListener(answer);
  closing.push(server.close);
  return server;
}
const say =
  (status: number, body = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);

const sms = { to: '+447700900123', text: 'كيف كانت زيارتك؟ http://w.example/feedback/x', idempotencyKey: 'b7e9c1de' };

describe('an SMS', () => {
  it('is handed over as JSON, with its key and the log-in of the address', async () => {
    const server = await listen(say(201, '{"id": "SM4711"}'));
    const gateway = createHttpSmsGateway(`http://ward:p%40ss@127.0.0.1:${server.port}/sms?route=7`);
    expect(await gateway.send(sms)).toEqual({ ok: true, gatewayMessageId: 'SM4711' });
    const [heard] = server.heard;
    expect(heard).toMatchObject({ method: 'POST', url: '/sms?route=7' });
    expect(JSON.parse(heard?.body ?? '')).toEqual({ to: sms.to, text: sms.text });
    expect(heard?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'b7e9c1de',
      authorization: `Basic ${Buffer.from('ward:p@ss').toString('base64')}`,
    });
  });

  it.each([
    ['{"message_id": 12}', '12'],
    ['OK', null],
    ['', null],
    ['null', null],
    ['{"id": {"odd": 1}}', null],
  ])('is sent whatever the gateway says of it: %s', async (body, gatewayMessageId) => {
    const server = await listen(say(200, body));
    const result = await createHttpSmsGateway(`http://127.0.0.1:${server.port}`).send(sms);
    expect(result).toEqual({ ok: true, gatewayMessageId });
  });
});

describe('a gateway', () => {
  it.each([400, 410, 422])('that answers %d has refused it', async (status) => {
    const server = await listen(say(status, 'no: +447700900123'));
    const result = await createHttpSmsGateway(`http://127.0.0.1:${server.port}`).send(sms);
    expect(result).toEqual({ ok: false, outcome: 'refused', error: `The SMS gateway answered ${status}.` });
    expect(server.heard).toHaveLength(1);
  });

  it.each([401, 403, 404, 301, 307])(
    'that answers %d wants other settings: it is asked again, and not elsewhere',
    async (status) => {
      const server = await listen(say(status, 'no: +447700900123', { location: 'http://127.0.0.1:1/' }));
      const result = await createHttpSmsGateway(`http://127.0.0.1:${server.port}`).send(sms);
      const error = `The SMS gateway answered ${status}. Check SMS_URL.`;
      expect(result).toEqual({ ok: false, outcome: 'retry', error });
      expect(server.heard).toHaveLength(1);
    },
  );

  it.each([408, 425, 429, 500, 502, 503])('that answers %d is asked again', async (status) => {
    const server = await listen(say(status));
    const result = await createHttpSmsGateway(`http://127.0.0.1:${server.port}`).send(sms);
    expect(result).toMatchObject({ ok: false, outcome: 'retry' });
  });

  it('that is not there is asked again', async () => {
    const server = await listen(say(200));
    await server.close();
    const result = await createHttpSmsGateway(`http://127.0.0.1:${server.port}`).send(sms);
    expect(result).toMatchObject({ ok: false, outcome: 'retry' });
    const nowhere = await createHttpSmsGateway('http://sms.invalid').send(sms);
    expect(nowhere).toMatchObject({ ok: false, outcome: 'retry' });
  });

  it('that does not answer may have sent it: the outcome is unknown', async () => {
    const server = await listen(() => undefined);
    const gateway = createHttpSmsGateway(`http://127.0.0.1:${server.port}`, { timeoutMs: 200 });
    expect(await gateway.send(sms)).toMatchObject({ ok: false, outcome: 'unknown' });
  });

  it('that ends the connection without an answer may have sent it: the outcome is unknown', async () => {
    const server = await listen((response) => response.destroy());
    const result = await createHttpSmsGateway(`http://127.0.0.1:${server.port}`).send(sms);
    expect(result).toMatchObject({ ok: false, outcome: 'unknown' });
    expect(JSON.stringify(result)).not.toContain('7700');
    expect(server.heard).toHaveLength(1);
  });
});
