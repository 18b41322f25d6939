import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staffPages } from '../../staff-pages/staff-pages.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createLog } from '../log.ts';
import { createHttpServer } from './http-server.ts';
import { setCookie } from './cookies.ts';
import { subPathOf, withoutSubPath } from './sub-path.ts';

describe('an installation whose public address has a path', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      contextOf: (ctx) => ({ ...ctx, publicUrl: 'http://www.hospital.test/wardvoice' }),
    });
  });
  afterAll(() => server.stop());

  it('answers below it, whether the proxy passes the path on or takes it off', async () => {
    const user = await server.makeUser({ superUser: true });
    for (const url of ['/wardvoice/api/v1/session', '/api/v1/session'])
      expect((await server.call({ method: 'GET', url, headers: user.headers })).status).toBe(200);
    expect((await server.call({ method: 'GET', url: '/wardvoicex/api/v1/session' })).status).toBe(404);
  });

  it('shows patients pages whose scripts, pictures and forms are below it', async () => {
    const page = await server.http.inject({ url: '/wardvoice/feedback/a-link-that-nobody-knows' });
    const addresses = [...page.payload.matchAll(/\s(?:src|href|action)="(\/[^"]*)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.filter((address) => !address?.startsWith('/wardvoice/'))).toEqual([]);
    const script = await server.http.inject({ url: addresses[0] ?? '' });
    expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  });
});

describe('the staff application below a path', () => {
  const root = mkdtempSync(join(tmpdir(), 'wardvoice-sub-path-'));
  mkdirSync(join(root, 'assets'));
  writeFileSync(
    join(root, 'index.html'),
    '<html><meta name="sub-path" content="" /><link rel="icon" href="/icon.svg" /><p>href="/as text"</p></html>',
  );
  writeFileSync(join(root, 'preloads.json'), JSON.stringify([{ path: '/dashboard', files: ['assets/a.js'] }]));
  afterAll(() => rmSync(root, { recursive: true }));

  it('is told of it, and of what it will ask for', async () => {
    const http = await createHttpServer({ log: createLog('silent'), subPath: '/wardvoice' });
    await staffPages(http, root, '/wardvoice');
    http.get('/elsewhere', (_request, reply) => reply.redirect('https://login.hospital.test/a'));
    http.get('/here', (_request, reply) => reply.redirect('/login'));
    const page = await http.inject({ url: '/wardvoice/dashboard', headers: { accept: 'text/html' } });
    expect(page.payload).toBe(
      '<html><meta name="sub-path" content="/wardvoice" /><link rel="icon" href="/wardvoice/icon.svg" /><p>href="/as text"</p></html>',
    );
    expect(page.headers).toMatchObject({
      link: '</wardvoice/assets/a.js>; rel=modulepreload',
      'cache-control': 'no-cache',
    });
    expect((await http.inject('/wardvoice/here')).headers.location).toBe('/wardvoice/login');
    expect((await http.inject('/wardvoice/elsewhere')).headers.location).toBe('https://login.hospital.test/a');
    expect((await http.inject({ url: '/wardvoice', headers: { accept: 'text/html' } })).statusCode).toBe(200);
    await http.close();
  });

  it('keeps cookies that are sent without https below it', async () => {
    const http = await createHttpServer({ log: createLog('silent') });
    const publicUrl = 'http://www.hospital.test/wardvoice';
    http.get('/', (_request, reply) => {
      setCookie({ publicUrl }, reply, { name: 'device', value: 'x', seconds: 5, path: '/api', sameSite: 'Strict' });
      return reply.send('');
    });
    expect(String((await http.inject('/')).headers['set-cookie'])).toContain('Path=/wardvoice/api;');
    await http.close();
  });
});

it.each([
  ['/feedback', 1],
  ['/wardvoice', 0],
])('below %s, which may be a path of its own, the log has %i warnings', async (subPath, warnings) => {
  const lines: string[] = [];
  const http = await createHttpServer({ log: createLog('warn', { write: (line) => void lines.push(line) }), subPath });
  http.get('/feedback/:token', (_request, reply) => reply.send(''));
  await http.ready();
  expect(lines.filter((line) => line.includes('the proxy must pass it on'))).toHaveLength(warnings);
  await http.close();
});

it.each([
  ['/wardvoice/login?a=1', '/login?a=1'],
  ['/wardvoice', '/'],
  ['/wardvoice?a=1', '/?a=1'],
  ['/wardvoicex', '/wardvoicex'],
  ['/login', '/login'],
])('%s is the route %s', (url, route) => {
  expect(withoutSubPath(url, '/wardvoice')).toBe(route);
});

it('a public address without a path has no sub-path', () => {
  expect([subPathOf('https://feedback.hospital.test'), subPathOf('https://www.hospital.test/a/b/')]).toEqual([
    '',
    '/a/b',
  ]);
});
