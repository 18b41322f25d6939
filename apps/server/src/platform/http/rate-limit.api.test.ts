import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createHttpServer } from './http-server.ts';

test('a crowd behind one address is slowed down at the API, and never kept from the files of a screen', async () => {
  const http = await createHttpServer({ log: createLog('silent'), version: 'test', requestsPerMinute: 3 });
  http.get('/api/v1/nothing', () => ({}));
  http.get('/assets/index.js', () => 'script');
  const statuses = async (url: string) => {
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push((await http.inject(url)).statusCode);
    return answers;
  };
  expect(await statuses('/assets/index.js')).toEqual([200, 200, 200, 200, 200]);
  expect(await statuses('/api/v1/nothing')).toEqual([200, 200, 200, 429, 429]);
  await http.close();
});
