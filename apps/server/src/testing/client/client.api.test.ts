import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CallRefused, createWardvoiceClient, eachRecord, type WardvoiceClient } from '@wardvoice/client';
import { generateApi } from '@wardvoice/client/generate-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '../api-key.ts';
import { within } from '../builders.ts';
import { startTestServer, type TestApplication, type TestServer } from '../test-server.ts';

const PERMISSIONS = [
  'categories.list',
  'categories.view',
  'categories.create',
  'categories.update',
  'categories.delete',
];

let server: TestServer;
let hospital: TestApplication;
let address: string;
let client: WardvoiceClient;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await server.makeApplication();
  const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  const { key } = await makeApiKey(server, admin, { permissions: PERMISSIONS });
  address = await server.http.listen({ host: '127.0.0.1', port: 0 });
  client = createWardvoiceClient({ address: `${address}/`, token: key });
});
afterAll(() => server.stop());

const titlesOf = async (params?: Parameters<typeof eachRecord<'/api/v1/categories'>>[2]) => {
  const titles: string[] = [];
  for await (const { title } of eachRecord(client, '/api/v1/categories', params)) titles.push(title);
  return titles;
};

describe('the types of the client', () => {
  it('are those of the API: npm run client makes them again', async () => {
    const { body } = await server.call({ url: '/api/openapi.json' });
    const file = '../../../../../packages/client/src/api.gen.ts';
    await expect(await generateApi(body)).toMatchFileSnapshot(file);
  });
});

describe('the client', () => {
  it('makes, reads, changes and deletes a record', async () => {
    const made = await client.POST('/api/v1/categories', { body: { category: { title: 'Cleanliness' } } });
    expect(made.response.status).toBe(201);
    const id = made.data?.data.id ?? 0;
    const params = { path: { id } };
    const read = await client.GET('/api/v1/categories/{id}', { params });
    expect(read.data?.data).toMatchObject({ id, title: 'Cleanliness', version: 1 });
    const headers = { 'if-match': read.response.headers.get('etag') };
    const body = { category: { title: 'Clean rooms' } };
    const changed = await client.PUT('/api/v1/categories/{id}', { params, headers, body });
    expect(changed.data?.data).toMatchObject({ title: 'Clean rooms', version: 2 });
    const late = await client.PUT('/api/v1/categories/{id}', { params, headers, body });
    expect([late.response.status, late.error?.type]).toEqual([412, 'about:blank']);
    expect((await client.DELETE('/api/v1/categories/{id}', { params })).response.status).toBe(200);
  });

  it('is answered what is wrong with a request, in the shape of RFC 9457', async () => {
    const { data, error, response } = await client.POST('/api/v1/categories', { body: { category: { title: '' } } });
    expect(data).toBeUndefined();
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(error).toMatchObject({ status: 422, title: 'Unprocessable Content' });
    expect(Object.keys(error?.errors ?? {})).toEqual(['title']);
  });

  it('reads every row of a list, whatever the size of its pages', async () => {
    for (const title of ['Food', 'Noise', 'Pain', 'Parking', 'Waiting'])
      await client.POST('/api/v1/categories', { body: { category: { title } } });
    expect(await titlesOf({ query: { per_page: 2, sort: '-title' } })).toEqual([
      'Waiting',
      'Parking',
      'Pain',
      'Noise',
      'Food',
    ]);
    expect(await titlesOf()).toHaveLength(5);
    expect(await titlesOf({ query: { term: 'nothing like it' } })).toEqual([]);
  });

  it('reads lists that are longer than what is counted of them, on from a row or page by page', async () => {
    const count = 10_150;
    const other = await server.makeApplication();
    const admin = await server.makeUser({ applications: [other], permissions: ['admin'] });
    const { key } = await makeApiKey(server, admin, { permissions: ['deliveries.list', 'contacts.list'] });
    await within(server, other, async (tx) => {
      await sql`insert into deliveries (application_id, purpose, channel, state, cause, send_at, text, created_at)
        select ${other.id}, 'message', 'sms', 'failed', 'bench ' || n, now(), 'Hello', now() from generate_series(1, ${count}::int) n`.execute(
        tx,
      );
      await sql`insert into contacts (application_id, name) select ${other.id}, 'Rowan ' || n from generate_series(1, ${count}::int) n`.execute(
        tx,
      );
    });
    const reader = createWardvoiceClient({ address: `${address}/`, token: key });
    for (const path of ['/api/v1/deliveries', '/api/v1/contacts'] as const) {
      const ids = new Set<number>();
      for await (const { id } of eachRecord(reader, path)) ids.add(id);
      expect([path, ids.size]).toEqual([path, count]);
    }
  });

  it('says why a list could not be read', async () => {
    const rows = eachRecord(client, '/api/v1/surveys');
    await expect(rows.next()).rejects.toBeInstanceOf(CallRefused);
    await expect(eachRecord(client, '/api/v1/surveys').next()).rejects.toMatchObject({ status: 403 });
  });
});

describe('a request of the client', () => {
  it('is made once, also when its answer was lost', async () => {
    // A proxy that hands the request on, and hangs up instead of handing back the first answer.
    let answers = 0;
    const proxy = await listen(async (request, body, answer) => {
      const { method = 'GET', url = '/' } = request;
      const headers = withoutConnection(request);
      const answered = await fetch(address + url, { method, headers, body: body || null });
      const text = await answered.text();
      if (answers++ === 0) request.socket.destroy();
      else answer(answered.status, text, { 'idempotent-replayed': answered.headers.get('idempotent-replayed') ?? '' });
    });
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const { key } = await makeApiKey(server, admin, { permissions: PERMISSIONS });
    const behind = createWardvoiceClient({ address: proxy.address, token: key });
    const title = `Made once ${randomUUID()}`;
    const { response } = await behind.POST('/api/v1/categories', { body: { category: { title } } });
    expect([answers, response.status, response.headers.get('idempotent-replayed')]).toEqual([2, 201, 'true']);
    expect(await titlesOf({ query: { term: title } })).toEqual([title]);
    await proxy.close();
  });

  it('is sent again as long as the answer is "later", with the same key, and no more often than told', async () => {
    const keys: unknown[] = [];
    const busy = await listen((request, _body, answer) => {
      keys.push(request.headers['idempotency-key']);
      answer(keys.length % 2 === 1 ? 503 : 429, '{}', { 'retry-after': '0' });
    });
    const patient = createWardvoiceClient({ address: busy.address, token: 'wvk_none', attempts: 3 });
    const { response } = await patient.POST('/api/v1/categories', { body: { category: { title: 'Food' } } });
    expect([response.status, keys.length, new Set(keys).size]).toEqual([503, 3, 1]);
    await busy.close();
  });

  it('is not sent again when it is told to wait for longer than the caller would, or was refused', async () => {
    const answers = [429, 422];
    let asked = 0;
    const strict = await listen((_request, _body, answer) => {
      answer(answers[asked++] ?? 500, '{}', { 'retry-after': '3600' });
    });
    const patient = createWardvoiceClient({ address: strict.address, token: 'wvk_none' });
    expect((await patient.GET('/api/v1/categories')).response.status).toBe(429);
    expect((await patient.GET('/api/v1/categories')).response.status).toBe(422);
    expect(asked).toBe(2);
    await strict.close();
  });

  it('ends when its caller gives up, also while it waits', async () => {
    const busy = await listen((_request, _body, answer) => answer(503, '{}', { 'retry-after': '60' }));
    const patient = createWardvoiceClient({ address: busy.address, token: 'wvk_none' });
    const signal = AbortSignal.timeout(50);
    await expect(patient.GET('/api/v1/categories', { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    await busy.close();
  });
});

type Handle = (request: IncomingMessage, body: string, answer: Respond) => void | Promise<void>;
type Respond = (status: number, body: string, headers: Record<string, string>) => void;

/** Listens on a port of its own, and answers JSON. */
async function listen(handle: Handle) {
  const http: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on(
      'end',
      () =>
        void handle(request, Buffer.concat(parts).toString(), (status, body, headers) =>
          response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body),
        ),
    );
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: async () => {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}

/** The headers that are for whoever is behind a proxy. */
function withoutConnection({ headers }: IncomingMessage): Record<string, string> {
  const own = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (own.has(name) ? [] : [[name, String(value)]])),
  );
}
