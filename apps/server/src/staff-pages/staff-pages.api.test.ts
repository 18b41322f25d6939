import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { staffPages } from './staff-pages.ts';

const SCRIPT = 'console.log("the application");'.repeat(200);
const PRELOADS = [
  { path: '/messages/$id', files: ['assets/message-2.js'] },
  { path: '/messages/index', files: ['assets/list-1.js', 'assets/list-1.css'] },
  { path: '/dashboard', files: ['assets/dashboard-3.js'] },
];

let http: FastifyInstance;
let root: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'wardvoice-web-'));
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Wardvoice</title>');
  writeFileSync(join(root, 'preloads.json'), JSON.stringify(PRELOADS));
  writeFileSync(join(root, 'wardvoice.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(root, 'assets/open-0.js'), SCRIPT);
  writeFileSync(join(root, 'assets/open-0.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(root, 'assets/open-0.js.gz'), gzipSync(SCRIPT));
  http = fastify();
  await staffPages(http, root);
});
afterAll(async () => {
  await http.close();
  rmSync(root, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers });
const openPage = (url: string, headers: Record<string, string> = {}) => get(url, { accept: 'text/html', ...headers });

it('a script comes as the build compressed it, in the encoding that the browser reads', async () => {
  const brotli = await get('/assets/open-0.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
    vary: 'accept-encoding',
  });
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT);
  const gzip = await get('/assets/open-0.js', { 'accept-encoding': 'gzip' });
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT);
  const plain = await get('/assets/open-0.js');
  expect([plain.headers['content-encoding'], plain.payload]).toEqual([undefined, SCRIPT]);
});

it('a browser keeps a script for good and the icon for an hour, and asks again for the page, which it is only sent when it changed', async () => {
  const script = await get('/assets/open-0.js');
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await get('/wardvoice.svg')).headers['cache-control']).toBe('public, max-age=3600');
  const page = await openPage('/messages/index');
  expect(page.headers['cache-control']).toBe('no-cache');
  const known = { 'if-none-match': String(page.headers.etag) };
  expect((await openPage('/messages/index', known)).statusCode).toBe(304);
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Wardvoice, a newer version</title>');
  expect((await openPage('/messages/index', known)).statusCode).toBe(200);
});

it('the page names what its screen will ask for', async () => {
  const linkOf = async (url: string) => (await openPage(url)).headers.link;
  const list = '</assets/list-1.js>; rel=modulepreload, </assets/list-1.css>; rel=preload; as=style; crossorigin';
  expect(await linkOf('/messages/index?page=2')).toBe(list);
  expect(await linkOf('/messages/17')).toBe('</assets/message-2.js>; rel=modulepreload');
  expect(await linkOf('/')).toBe('</assets/dashboard-3.js>; rel=modulepreload');
  expect(await linkOf('/login')).toBeUndefined();
});

it('neither the list of these files nor a compressed file has an address, and only pages answer elsewhere', async () => {
  for (const url of ['/preloads.json', '/assets/open-0.js.br', '/assets/open-1.js', '/api/v1/nothing']) {
    expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
  }
  expect((await openPage('/feedback/records')).statusCode).toBe(200);
});
