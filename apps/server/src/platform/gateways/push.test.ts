import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startHttpListener } from '../../testing/outside/http-listener.ts';
import { createPushGateway, isPrivateAddress } from './push.ts';

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
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end();

function open({ allowPrivate, requireTls = false }: { allowPrivate: boolean; requireTls?: boolean }) {
  const gateway = createPushGateway({ allowPrivate, requireTls });
  closing.push(() => gateway.close());
  return gateway;
}

const secret = Buffer.from('a secret of the application');
const push = (endpoint: string) => ({
  endpoint,
  body: JSON.stringify({ type: 'feedback.escalated', data: { id: 7 } }),
  id: 'msg_b7e9c1de',
  at: new Date('2026-03-10T12:00:00.900Z'),
  secrets: [secret],
});

describe('a push', () => {
  it('is signed as Standard Webhooks says, so that its receiver can check it', async () => {
    const server = await listen(say(204));
    const gateway = open({ allowPrivate: true });
    expect(await gateway.send(push(`http://127.0.0.1:${server.port}/hook`))).toMatchObject({ ok: true });
    const [heard] = server.heard;
    expect(heard).toMatchObject({ method: 'POST', url: '/hook' });
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = heard?.headers ?? {};
    expect([id, timestamp]).toEqual(['msg_b7e9c1de', '1773144000']);
    const expected = createHmac('sha256', secret).update([id, timestamp, heard?.body].join('.')).digest('base64');
    expect(signature).toBe(`v1,${expected}`);
  });

  it('is signed with each secret while the secret is being replaced, so that its receiver may know either', async () => {
    const server = await listen(say(204));
    const secrets = [Buffer.from('the new secret'), secret];
    await open({ allowPrivate: true }).send({ ...push(`http://127.0.0.1:${server.port}/hook`), secrets });
    const [heard] = server.heard;
    const signed = [heard?.headers['webhook-id'], heard?.headers['webhook-timestamp'], heard?.body].join('.');
    const expected = secrets.map((one) => `v1,${createHmac('sha256', one).update(signed).digest('base64')}`);
    expect(heard?.headers['webhook-signature']).toBe(expected.join(' '));
  });

  it.each([400, 404, 429, 500, 503])('answered %d is tried again', async (status) => {
    const server = await listen(say(status));
    const result = await open({ allowPrivate: true }).send(push(`http://127.0.0.1:${server.port}`));
    expect(result).toEqual({ ok: false, outcome: 'retry', error: `The receiver answered ${status}.` });
  });

  it('that is answered with 410 is not tried again', async () => {
    const server = await listen(say(410));
    const result = await open({ allowPrivate: true }).send(push(`http://127.0.0.1:${server.port}`));
    expect(result).toMatchObject({ ok: false, outcome: 'refused' });
  });

  it('does not follow a redirect', async () => {
    const elsewhere = await listen(say(200));
    const server = await listen(say(307, { location: `http://127.0.0.1:${elsewhere.port}/` }));
    const result = await open({ allowPrivate: true }).send(push(`http://127.0.0.1:${server.port}`));
    expect(result).toEqual({ ok: false, outcome: 'retry', error: 'The receiver answered 307.' });
    expect(elsewhere.heard).toEqual([]);
  });

  it('that nobody answers is tried again, because the receiver recognises its id', async () => {
    const server = await listen((response) => response.destroy());
    const result = await open({ allowPrivate: true }).send(push(`http://127.0.0.1:${server.port}`));
    expect(result).toMatchObject({ ok: false, outcome: 'retry' });
  });
});

describe('the hospital’s own network', () => {
  it.each([
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://10.1.2.3',
    'https://172.16.0.1',
    'https://192.168.1.1',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]',
    'https://[fd00::1]',
    'https://[fe80::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:10.0.0.1]',
    'https://[64:ff9b::7f00:1]',
    'https://[2002:7f00:1::]',
    'https://0.0.0.0',
    'https://localhost',
  ])('is not reached by %s', async (endpoint) => {
    const server = await listen(say(200));
    const url = new URL(endpoint);
    url.port = String(server.port);
    const result = await open({ allowPrivate: false }).send(push(url.href));
    expect(result).toEqual({
      ok: false,
      outcome: 'refused',
      error: 'The address to push to is inside this network; PUSH_ALLOW_PRIVATE=1 allows it.',
    });
    expect(server.heard).toEqual([]);
  });

  it('nor is anything without encryption', async () => {
    const result = await open({ allowPrivate: false }).send(push('http://receiver.example/hook'));
    expect(result).toMatchObject({ ok: false, outcome: 'refused' });
  });

  it('nor, where everything has to be encrypted, by http inside the network', async () => {
    const server = await listen(say(200));
    const result = await open({ allowPrivate: true, requireTls: true }).send(push(`http://127.0.0.1:${server.port}`));
    expect(result).toMatchObject({ outcome: 'refused', error: 'The address to push to must begin with https://.' });
    expect(server.heard).toEqual([]);
  });

  it.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:93.184.215.14', '172.32.0.1'])(
    'does not hold %s',
    (address) => expect(isPrivateAddress(address)).toBe(false),
  );
});
