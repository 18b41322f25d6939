import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const waitedFor = async () =>
  Number(/^wardvoice_database_connections_waited_for (\d+)$/m.exec(await figures())?.[1] ?? Number.NaN);
const figures = async () => (await server.call({ method: 'GET', url: '/metrics' })).body as string;

it('nobody waits for a connection because Prometheus asks, and who really waits is counted', async () => {
  for (let scrape = 0; scrape < 5; scrape += 1) expect(await waitedFor()).toBe(0);
  const { pool } = server.ctx.db;
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const waiting = [pool.connect(), pool.connect()];
  // Figures that are read from the database wait for one as well, until they are left out.
  expect(await waitedFor()).toBeGreaterThanOrEqual(waiting.length);
  for (const client of taken) client.release();
  for (const client of await Promise.all(waiting)) client.release();
});
