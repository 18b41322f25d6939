import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { startHttpListener } from '../testing/outside/http-listener.ts';
import { startHttpProxy } from '../testing/outside/http-proxy.ts';
import { makeAuthority } from '../testing/outside/make-certificate.ts';
import { startConfigured } from '../testing/start-configured.ts';
import { startTestServer } from '../testing/test-server.ts';
import { createHttpSmsGateway } from './gateways/http-sms.ts';
import { createPushGateway } from './gateways/push.ts';
import { nameProxy, sendThroughProxy } from './outgoing-proxy.ts';
import { portOf } from './port-of.ts';

const direct = getGlobalDispatcher();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  setGlobalDispatcher(direct);
  for (const close of closing.splice(0)) await close();
});

async function startProxy(status?: () => number) {
  const proxy = await startHttpProxy(status);
  closing.push(proxy.close);
  return proxy;
}
async function startListener() {
  const listener = await startHttpListener((response) => response.end('{"id": "7"}'));
  closing.push(listener.close);
  return listener;
}
const sms = { to: '+447700900123', text: 'How was it?', idempotencyKey: 'key' };
const OF_PROXY = `Basic ${Buffer.from('ward:voice@').toString('base64')}`;

describe('a proxy of the hospital', () => {
  it('is asked for other machines, with its password, also for names that only it can look up', async () => {
    const [proxy, gateway] = [await startProxy(), await startListener()];
    sendThroughProxy({ https: null, http: proxy.url, except: '' });
    const result = await createHttpSmsGateway(`http://sms.gateway.test:${gateway.port}/send`).send(sms);
    expect(result).toEqual({ ok: true, gatewayMessageId: '7' });
    expect(proxy.asked).toEqual([{ to: `sms.gateway.test:${gateway.port}`, by: OF_PROXY }]);
    expect(gateway.heard).toMatchObject([{ method: 'POST', url: '/send' }]);
    expect(JSON.stringify(gateway.heard)).not.toContain(OF_PROXY);
  });

  it('is not asked for this machine, nor for what is excepted', async () => {
    const [proxy, gateway] = [await startProxy(), await startListener()];
    sendThroughProxy({ https: null, http: proxy.url, except: '.hospital.test, 10.1.2.3' });
    expect(await createHttpSmsGateway(`http://127.0.0.1:${gateway.port}`).send(sms)).toMatchObject({ ok: true });
    const excepted = await createHttpSmsGateway(`http://sms.hospital.test:${gateway.port}`).send(sms);
    expect(excepted).toMatchObject({ ok: false, outcome: 'retry', error: expect.stringContaining('ENOTFOUND') });
    expect(proxy.asked).toEqual([]);
  });

  it('that refuses, or is not there, sends nothing: it is tried again, and said what to look at', async () => {
    const proxy = await startProxy(() => 407);
    sendThroughProxy({ https: null, http: proxy.url, except: '' });
    const gateway = createHttpSmsGateway('http://sms.gateway.test');
    expect(await gateway.send(sms)).toEqual({
      ok: false,
      outcome: 'retry',
      error:
        'The SMS gateway could not be reached: PROXY_407. The proxy answered 407; check HTTPS_PROXY, and what the proxy lets through.',
    });
    await proxy.close();
    closing.length = 0;
    expect(await gateway.send(sms)).toMatchObject({ outcome: 'retry', error: expect.stringContaining('ECONNREFUSED') });
  });

  it('is used by a server whose settings name it', async () => {
    const [proxy, gateway, database, folder] = [
      await startProxy(),
      await startListener(),
      await startTestServer(),
      await mkdtemp(join(tmpdir(), 'wardvoice-proxy-')),
    ];
    closing.push(database.stop, () => rm(folder, { recursive: true }));
    const server = await startConfigured(database, {
      DATA_DIR: folder,
      PORT: '0',
      ROLES: 'web',
      SMS_URL: `http://sms.gateway.test:${gateway.port}/send`,
      http_proxy: proxy.url,
    });
    closing.unshift(server.stop);
    expect(await server.ctx.gateways.sms.send(sms)).toMatchObject({ ok: true });
    expect(proxy.asked).toHaveLength(1);
  });

  it('is named without its password', () => {
    const proxy = { https: 'http://ward:secret@proxy.hospital.example:3128', http: null, except: '' };
    expect(nameProxy(proxy)).toBe('proxy.hospital.example:3128');
  });
});

describe('an API push through a proxy', () => {
  const push = (endpoint: string) => ({
    endpoint,
    body: '{}',
    id: 'msg_1',
    at: new Date(0),
    secrets: [Buffer.from('s')],
  });

  /** Starts a receiver, and a gateway on a machine on which names are looked up so. */
  async function startPushing(resolve: LookupFunction) {
    const proxy = await startProxy();
    const authority = makeAuthority();
    const received: string[] = [];
    const server = createServer(authority.issue('hook.receiver.test'), (request, response) => {
      received.push(request.url ?? '');
      response.writeHead(204).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const gateway = createPushGateway({
      allowPrivate: false,
      ca: authority.cert,
      proxy: { https: proxy.url, http: null, except: '' },
      resolve,
    });
    closing.push(
      () => new Promise((closed) => server.close(closed)),
      () => gateway.close(),
    );
    return { proxy, gateway, received, endpoint: `https://hook.receiver.test:${portOf(server)}/hook` };
  }
  const unknown: LookupFunction = (_name, _options, callback) =>
    callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), '');
  const inside: LookupFunction = (_name, _options, callback) => callback(null, [{ address: '10.1.2.3', family: 4 }]);

  it('reaches a receiver whose name only the proxy knows, and trusts nobody but it', async () => {
    const { proxy, gateway, received, endpoint } = await startPushing(unknown);
    expect(await gateway.send(push(endpoint))).toEqual({ ok: true, gatewayMessageId: null });
    expect([proxy.asked.length, received]).toEqual([1, ['/hook']]);
    const other = await gateway.send(push(endpoint.replace('hook.', 'other.')));
    expect(other).toMatchObject({ ok: false, error: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') });
  });

  it('is refused where the name leads inside the network', async () => {
    const { proxy, gateway, endpoint } = await startPushing(inside);
    expect(await gateway.send(push(endpoint))).toMatchObject({
      outcome: 'refused',
      error: expect.stringContaining('inside this network'),
    });
    expect(proxy.asked).toEqual([]);
  });
});
