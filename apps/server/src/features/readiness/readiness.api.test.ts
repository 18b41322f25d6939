import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createReadinessProbe, type ReadinessProbe } from './index.ts';

let server: TestServer;
let superuser: pg.Pool;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await startTestServer();
  superuser = new pg.Pool({ connectionString: server.superuserConnectionString, max: 1 });
  superuser.on('error', () => undefined);
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(async () => {
  await superuser.end();
  await server.stop();
});

function probe(connectionString = server.connectionString, roles = ['web', 'mllp']): ReadinessProbe {
  const made = createReadinessProbe(connectionString, new Set(roles));
  closing.push(() => made.close());
  return made;
}

it('reports intake, processing and sending separately', async () => {
  const { status, body } = await server.call({ method: 'GET', url: '/readyz' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'ready',
    database: 'writable',
    intake: { status: 'works' },
    processing: { status: 'elsewhere', oldest_waiting_seconds: null },
    sending: { status: 'elsewhere', overdue_deliveries: 0, oldest_overdue_seconds: null, oldest_due_job_seconds: null },
  });
});

it('reports what is overdue, and how long messages have waited', async () => {
  const { id, facility } = await server.makeApplication();
  await server.receive(adt({ event: 'A01', facility, controlId: 'R1' }));
  await superuser.query(`update hl7_messages set received_at = now() - interval '90 seconds'`);
  await superuser.query(
    `insert into deliveries (application_id, purpose, channel, state, cause, send_at, text, created_at)
     select $1, 'message', 'sms', 'scheduled', 'test:' || n, now() - n * interval '1 minute', 'Hello', now() from generate_series(0, 4) n`,
    [id],
  );
  await superuser.query(`select graphile_worker.add_job('x', run_at => now() - interval '2 minutes')`);
  const readiness = await probe().read();
  expect(readiness.processing.oldest_waiting_seconds).toBeGreaterThanOrEqual(90);
  expect(readiness.sending.overdue_deliveries).toBe(4);
  expect(readiness.sending.oldest_overdue_seconds).toBeGreaterThanOrEqual(240);
  expect(readiness.sending.oldest_due_job_seconds).toBeGreaterThanOrEqual(120);
  // What waits for a person is not late.
  await superuser.query(`insert into sending_holds (application_id, reason, held_at) values ($1, 'restored', now())`, [
    id,
  ]);
  const held = await probe().read();
  expect(held.sending).toMatchObject({ overdue_deliveries: 0, oldest_overdue_seconds: null });
  // What goes to patients waits also where somebody has stopped it; what goes to colleagues is late.
  await superuser.query(`update sending_holds set reason = 'by_hand'`);
  await superuser.query(`update deliveries set purpose = 'case_notice' where cause = 'test:2'`);
  expect((await probe().read()).sending.overdue_deliveries).toBe(1);
  const metrics = async () => (await server.call({ method: 'GET', url: '/metrics' })).body;
  // What was read in the same second is repeated.
  await expect.poll(metrics).toMatch(/^wardvoice_sending_on_hold 1$/m);
  await superuser.query('delete from sending_holds');
});

it('expects no work before the roles were started', async () => {
  const readiness = await probe(server.connectionString, ['worker']).read();
  expect(readiness).toMatchObject({ status: 'ready', processing: { status: 'works' }, sending: { status: 'works' } });
});

it('gives Prometheus the same figures', async () => {
  const { body } = await server.call({ method: 'GET', url: '/metrics' });
  for (const name of [
    'deliveries_overdue',
    'deliveries_overdue_oldest_seconds',
    'jobs_due_oldest_seconds',
    'messages_waiting_oldest_seconds',
  ])
    expect(body).toMatch(new RegExp(`^wardvoice_${name} \\d`, 'm'));
});

it('is not ready with a database that can be read but not written', async () => {
  const readOnly = new URL(server.connectionString);
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
  // Reading works, which is what this test is about.
  await expect(server.ctx.db.transaction(systemScope('example'), async () => 'read')).resolves.toBe('read');
  expect(await probe(readOnly.href).read()).toMatchObject({ status: 'not_ready', database: 'away' });
});

it('answers within seconds when the database accepts connections and does not respond, and is ready again afterwards', async () => {
  const { port: realPort } = new URL(server.connectionString);
  let isSilent = true;
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (isSilent) return;
    const upstream = connect(Number(realPort), '127.0.0.1');
    upstream.on('error', () => undefined);
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const address = new URL(server.connectionString);
  address.port = String((proxy.address() as AddressInfo).port);
  const asked = probe(address.href);
  const begin = performance.now();
  expect(await asked.read()).toMatchObject({ status: 'not_ready', database: 'away', intake: { status: 'fails' } });
  expect(performance.now() - begin).toBeLessThan(5_000);
  isSilent = false;
  await expect.poll(async () => (await asked.read()).status, { timeout: 10_000 }).toBe('ready');
});
