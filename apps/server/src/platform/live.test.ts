import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { createLog } from './log.ts';
import { listenLive } from './live.ts';

/** Starts a proxy in front of the real PostgreSQL, whose connections a test can cut. */
async function startCuttableWire(connectionString: string) {
  const { hostname, port } = new URL(connectionString);
  const target = new URL(connectionString);
  const open = new Set<Socket>();
  let isCut = false;
  let attempts = 0;
  const wire = createServer((near) => {
    attempts += 1;
    near.on('error', () => undefined);
    if (isCut) return near.destroy();
    const far = connect(Number(port), hostname);
    far.on('error', () => near.destroy());
    open.add(near);
    return near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  target.port = String((wire.address() as AddressInfo).port);
  return {
    connectionString: target.href,
    attempts: () => attempts,
    cut: () => {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend: () => (isCut = false),
    close: () => wire.close(),
  };
}

test('while the database is away live updates ask for it once a second, however long it takes, and go on afterwards', async () => {
  const database = await createTestDatabase();
  const wire = await startCuttableWire(database.connectionString);
  const live = await listenLive(wire.connectionString, createLog('silent'));
  wire.cut();
  const before = wire.attempts();
  await pause(4_500);
  expect(wire.attempts() - before).toBeGreaterThanOrEqual(3);
  expect(wire.attempts() - before).toBeLessThanOrEqual(5);

  wire.mend();
  const atLast = wire.attempts();
  await pause(2_500);
  expect(wire.attempts() - atLast).toBe(1);
  await live.close();
  wire.close();
  await database.drop();
});
