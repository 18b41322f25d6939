import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { refuseForeignDatabase } from './refuse-foreign-database.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('the demo runs on an empty database and on its own, and never on one that has users', async () => {
  await expect(refuseForeignDatabase(server.connectionString)).resolves.toBeUndefined();
  const user = await server.makeUser({});
  await expect(refuseForeignDatabase(server.connectionString)).rejects.toThrow(/only on a database that it has made/);
  await server.ctx.db.pool.query('update users set email = $1 where id = $2', [
    'superuser@demo.wardvoice.example',
    user.id,
  ]);
  await expect(refuseForeignDatabase(server.connectionString)).resolves.toBeUndefined();
});

test('a database that does not answer is left to the migrations', async () => {
  await expect(refuseForeignDatabase('postgres://nobody@127.0.0.1:9/nothing')).resolves.toBeUndefined();
});
