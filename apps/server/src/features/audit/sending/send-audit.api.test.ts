import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../config.ts';
import { portOf } from '../../../platform/port-of.ts';
import { systemScope } from '../../../platform/scope.ts';
import type { SyslogReceiver } from '../../../platform/syslog/send-syslog.ts';
import { startServer } from '../../../start-server.ts';
import { makeAuthority } from '../../../testing/outside/make-certificate.ts';
import { startSyslogCollector, type SyslogCollector } from '../../../testing/outside/syslog-receiver.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { evaluateAlarms } from '../../alarms/index.ts';
import { chainAudit } from '../chain-audit.ts';
import { recordAudit, startAuditSending, type NewAuditEntry } from '../index.ts';
import { sendAudit } from './send-audit.ts';

const NOON = new Date('2026-06-17T12:00:00Z');
const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);
const soon = { timeout: 30_000 };
const authority = makeAuthority();

let server: TestServer;
let superuser: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.makeUser({ superUser: true });
});
afterAll(() => server.stop());

async function collect(options: Parameters<typeof startSyslogCollector>[0] = {}): Promise<SyslogCollector> {
  const collector = await startSyslogCollector(options);
  onTestFinished(() => collector.stop());
  return collector;
}
const plain = ({ port }: { port: number }): SyslogReceiver => ({ host: '127.0.0.1', port, tls: null });
const send = (receiver: SyslogReceiver) => sendAudit(server.ctx, receiver, new AbortController().signal);

/** Writes entries and chains them. */
async function writeEntries(count: number, entry: Partial<NewAuditEntry> = {}): Promise<void> {
  await server.ctx.db.transaction(systemScope('example'), async (tx) => {
    for (let n = 1; n <= count; n += 1)
      await recordAudit(tx, server.ctx, { at: NOON, action: 'view', record_type: 'visits', record_id: n, ...entry });
  });
  await chainAudit(server.ctx);
}

async function query<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.superuserConnectionString });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
const chained = async (): Promise<{ position: string; hash: string }[]> =>
  query(`select position::text, encode(hash, 'hex') as hash from audit_entries
         where position is not null order by audit_entries.position`);
const placesOf = ({ messages }: SyslogCollector) =>
  messages.map(({ data }) => ({ position: data['position'], hash: data['hash'] }));
const stateOf = async ({ port }: { port: number }) =>
  (
    await query<{ position: string; failing_since: Date | null }>(
      'select position::text, failing_since from audit_receivers where receiver like $1',
      [`%:${port}`],
    )
  )[0];

describe('a receiver', () => {
  it('gets every chained entry once, in the order of the chain, and later what was chained since', async () => {
    const collector = await collect();
    await writeEntries(3);
    expect(await send(plain(collector))).toBe('sent');
    expect(placesOf(collector)).toEqual(await chained());
    expect(await send(plain(collector))).toBe('sent');
    const { length } = collector.messages;
    await writeEntries(2);
    expect(await send(plain(collector))).toBe('sent');
    expect(collector.messages).toHaveLength(length + 2);
    expect(placesOf(collector)).toEqual(await chained());
  });

  it('is told who by id, what, when and with which outcome, and no name, address, patient or value', async () => {
    const collector = await collect();
    await send(plain(collector));
    const { length } = collector.messages;
    const names = { user_name: 'Matron Ann Ash', address: '10.9.8.7' };
    const about = {
      application_id: null,
      user_id: superuser.id,
      patient_ids: [987_654],
      details: { phone: '+4477009' },
    };
    await writeEntries(1, { ...names, ...about, action: 'update', record_type: 'contacts', record_id: 12 });
    await writeEntries(1, { ...names, refused: true });
    await send(plain(collector));
    const [done, refused] = collector.messages.slice(length);
    expect(done).toMatchObject({ severity: 6, at: NOON.toISOString() });
    expect(done?.data).toEqual({
      position: expect.stringMatching(/^\d+$/),
      entry: expect.stringMatching(/^\d+$/),
      user: String(superuser.id),
      action: 'update',
      record_type: 'contacts',
      record: '12',
      outcome: 'done',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(refused).toMatchObject({ severity: 4, data: { outcome: 'refused' } });
    expect(`${done?.raw}${refused?.raw}`).not.toMatch(/Matron|10\.9\.8\.7|987654|4477009/);
  });

  it('is sent to over TLS when its certificate is of the authority of the settings, and not otherwise', async () => {
    const collector = await collect({ certificate: authority.issue('127.0.0.1') });
    const over = (ca: string) => ({ ...plain(collector), tls: { ca } });
    await writeEntries(1);
    expect(await send(over(makeAuthority('Somebody else').cert))).toBe('failed');
    expect(await send(plain(collector))).toBe('failed');
    expect(collector.messages).toEqual([]);
    expect(await send(over(authority.cert))).toBe('sent');
    expect(placesOf(collector)).toEqual(await chained());
  });

  it('that is away gets all that has waited when it is back, in batches', async () => {
    const { port, stop } = await startSyslogCollector();
    await stop();
    server.setTime(NOON);
    await writeEntries(1_100);
    expect(await send(plain({ port }))).toBe('failed');
    server.setTime(later(3));
    expect(await send(plain({ port }))).toBe('failed');
    expect(await stateOf({ port })).toEqual({ position: '0', failing_since: NOON });
    const collector = await collect({ port });
    expect(await send(plain({ port }))).toBe('sent');
    const all = await chained();
    expect(placesOf(collector)).toEqual(all);
    expect(collector.connections).toBe(Math.floor(all.length / 500) + 1);
    expect(await stateOf({ port })).toEqual({ position: all.at(-1)?.position, failing_since: null });
  });

  it('that ends the connection before it has read all is sent the same entries again', async () => {
    const collector = await collect();
    await writeEntries(2);
    collector.beforeEnd = async (socket) => void socket.resetAndDestroy();
    expect(await send(plain(collector))).toBe('failed');
    collector.messages.length = 0;
    collector.beforeEnd = async () => undefined;
    expect(await send(plain(collector))).toBe('sent');
    expect(placesOf(collector)).toEqual(await chained());
  });

  it('that answers is no receiver of syslog, although it reads all and ends the connection', async () => {
    const collector = await collect();
    await writeEntries(1);
    collector.beforeEnd = async (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
    expect(await send(plain(collector))).toBe('failed');
    expect(await stateOf(collector)).toMatchObject({ position: '0' });
  });

  it('that accepts connections and reads nothing does not count as one that has read', async () => {
    const deaf = createServer({ allowHalfOpen: true, pauseOnConnect: true }).listen(0, '127.0.0.1');
    await new Promise((resolve) => deaf.once('listening', resolve));
    onTestFinished(() => void deaf.close());
    await writeEntries(1);
    const stopping = new AbortController();
    deaf.once('connection', (socket) => {
      onTestFinished(() => void socket.destroy());
      setTimeout(() => stopping.abort(), 200);
    });
    expect(await sendAudit(server.ctx, plain({ port: portOf(deaf) }), stopping.signal)).toBe('stopped');
    expect(await stateOf({ port: portOf(deaf) })).toBeUndefined();
  });
});

it('a crash after sending and before the position is stored sends the entries again, and skips none', async () => {
  const collector = await collect();
  await writeEntries(2);
  collector.beforeEnd = async () => {
    await query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`);
  };
  await expect(send(plain(collector))).rejects.toThrow(/terminat|connection error|EPIPE|ECONNRESET/i);
  expect(placesOf(collector)).toEqual((await chained()).slice(0, 500));
  expect(await stateOf(collector)).toBeUndefined();
  collector.beforeEnd = async () => undefined;
  collector.messages.length = 0;
  await writeEntries(1);
  expect(await send(plain(collector))).toBe('sent');
  expect(placesOf(collector)).toEqual(await chained());
});

it('two processes do not send at the same time, and writing to the audit does not wait for the receiver', async () => {
  const collector = await collect();
  await writeEntries(1);
  let second = '';
  collector.beforeEnd = async () => {
    collector.beforeEnd = async () => undefined;
    second = await send(plain(collector));
    await writeEntries(1);
  };
  expect(await send(plain(collector))).toBe('sent');
  expect(second).toBe('elsewhere');
  await send(plain(collector));
  expect(placesOf(collector)).toEqual(await chained());
});

it('a receiver that was away for a quarter of an hour is an alarm, until it is back', async () => {
  const { port, stop } = await startSyslogCollector();
  await stop();
  const alarmsAt = async (at: Date) => {
    server.setTime(at);
    await send(plain({ port }));
    await evaluateAlarms(server.ctx, { certificateFile: null, dataDir: null, makesBackups: false, wal: null });
    const { body } = await server.call({ url: '/api/v1/alarms?open=1', headers: superuser.headers });
    return body.data.filter(({ kind }: { kind: string }) => kind === 'audit_unsent');
  };
  await writeEntries(1);
  expect(await alarmsAt(NOON)).toEqual([]);
  expect(await alarmsAt(later(14))).toEqual([]);
  const details = { receiver: `tcp://127.0.0.1:${port}`, minutes: 16 };
  expect(await alarmsAt(later(16))).toMatchObject([{ application_id: null, severity: 'warning', details }]);
  await collect({ port });
  await alarmsAt(later(17));
  expect(await alarmsAt(later(30))).toEqual([]);
  server.setTime(NOON);
});

describe('a process', () => {
  it('sends by itself, ends at once while a receiver does not answer, and says how many entries wait', async () => {
    const collector = await collect();
    const sending = startAuditSending(server.ctx, plain(collector), 20);
    await expect.poll(() => placesOf(collector), soon).toEqual(await chained());
    collector.beforeEnd = () => new Promise(() => undefined);
    const { connections } = collector;
    await writeEntries(2);
    await expect.poll(() => collector.connections, soon).toBe(connections + 1);
    const { body } = await server.call({ url: '/metrics' });
    expect(String(body)).toMatch(/^wardvoice_audit_unsent_entries 2$/m);
    const begin = performance.now();
    await sending.stop();
    expect(performance.now() - begin).toBeLessThan(5_000);
  });

  it('with the role worker sends to the receiver of AUDIT_SYSLOG', async () => {
    const collector = await collect({ certificate: authority.issue('127.0.0.1') });
    const folder = await mkdtemp(join(tmpdir(), 'wardvoice-syslog-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const ca = join(folder, 'ca.pem');
    await writeFile(ca, authority.cert);
    const AUDIT_SYSLOG = `tls://127.0.0.1:${collector.port}`;
    const read = readConfig({ ROLES: 'worker', DATA_DIR: folder, AUDIT_SYSLOG, AUDIT_SYSLOG_CA: ca });
    if (!read.ok) throw new Error(read.problems.join('\n'));
    const { connectionString, ctx } = server;
    await writeEntries(1);
    const expected = await chained();
    const database = { connectionString, ownerConnectionString: null, superuserConnectionString: null };
    const options = { database, wal: null, onLostKeys: () => undefined, log: ctx.log, version: '0' };
    const worker = await startServer(read.config, options);
    onTestFinished(() => worker.stop());
    await expect.poll(() => placesOf(collector).slice(0, expected.length), soon).toEqual(expected);
  }, 60_000);
});
