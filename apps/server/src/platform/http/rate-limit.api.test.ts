import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createHttpServer } from './http-server.ts';

test('many users behind one address are limited at the API, and never at the files of a screen', async () => {
  const http = await createHttpServer({ log: createLog('silent'), requestsPerMinute: 3 });
  http.get('/api/v1/nothing', () => ({}));
  http.get('/assets/index.js', () => 'script');
  const statuses = async (url: string) => {
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push((await http.inject(url)).statusCode);
    return answers;
  };
  expect(await statuses('/assets/index.js')).toEqual([200, 200, 200, 200, 200]);
  expect(await statuses('/api/v1/nothing')).toEqual([200, 200, 200, 429, 429]);
  const { headers } = await http.inject('/api/v1/nothing');
  expect(headers).toMatchObject({
    'ratelimit-limit': '3',
    'ratelimit-remaining': '0',
    'ratelimit-policy': '3;w=60',
    'retry-after': '60',
  });
  expect(Number(headers['ratelimit-reset'])).toBeGreaterThan(0);
  await http.close();
});

test('behind a proxy that is trusted each user has a limit of their own; nobody else can name an address', async () => {
  const log = createLog('silent');
  const http = await createHttpServer({ log, requestsPerMinute: 2, trustProxy: ['10.9.0.0/16'] });
  http.get('/api/v1/nothing', (request) => ({ ip: request.ip }));
  const statusOf = async (remoteAddress: string, forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded };
    return (await http.inject({ url: '/api/v1/nothing', remoteAddress, headers })).statusCode;
  };
  for (const user of ['192.0.2.1', '192.0.2.2', '192.0.2.1', '192.0.2.2'])
    expect(await statusOf('10.9.1.1', user)).toBe(200);
  expect(await statusOf('10.9.1.1', '192.0.2.1')).toBe(429);

  const strangers = [];
  for (const claimed of ['192.0.2.7', '192.0.2.8', '192.0.2.9'])
    strangers.push(await statusOf('198.51.100.1', claimed));
  expect(strangers).toEqual([200, 200, 429]);
  await http.close();
});

test('browsers use nothing but https where people reach the server by it', async () => {
  const headerOf = async (isHttps: boolean, hstsSubDomains = false) => {
    const http = await createHttpServer({ log: createLog('silent'), isHttps, hstsSubDomains });
    http.get('/page', () => 'page');
    const { headers } = await http.inject('/page');
    await http.close();
    return headers['strict-transport-security'];
  };
  expect(await headerOf(true)).toBe('max-age=31536000');
  expect(await headerOf(true, true)).toBe('max-age=31536000; includeSubDomains');
  expect(await headerOf(false, true)).toBeUndefined();
  expect(await headerOf(false)).toBeUndefined();
});
