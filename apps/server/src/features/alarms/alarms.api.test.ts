import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createPushGateway } from '../../platform/gateways/push.ts';
import { systemScope } from '../../platform/scope.ts';
import { makeAuthority } from '../../testing/outside/make-certificate.ts';
import { within } from '../../testing/builders.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { startHttpListener } from '../../testing/outside/http-listener.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { assessDisk, checkCertificate, type WatchedMachine } from './check-machine.ts';
import { evaluateAlarms, PUSH_ALARM, pushAlarm, type AlarmEvent } from './index.ts';

/** A Wednesday, at noon. */
const NOON = new Date('2026-06-17T12:00:00Z');
const MINUTE = 60_000;
const later = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE);
const NO_MACHINE = { certificateFile: null, dataDir: null, makesBackups: false, wal: null };
const LONG_AGO = new Date(0);

let server: TestServer;
let superuser: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.makeUser({ superUser: true });
});
afterAll(() => server.stop());

interface World {
  application: TestApplication;
  admin: TestUser;
}

async function makeWorld(): Promise<World> {
  server.setTime(NOON);
  const application = await server.makeApplication({ country: 'GB' });
  return { application, admin: await server.makeUser({ applications: [application], permissions: ['admin'] }) };
}

const evaluateAt = (at: Date) => {
  server.setTime(at);
  return evaluateAlarms(server.ctx, NO_MACHINE, LONG_AGO);
};
/** Stores a certificate, which expires at the end of 2049, in a file. */
async function storeCertificate(pem = makeAuthority().issue('localhost').cert): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wardvoice-certificate-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'cert.pem');
  await writeFile(file, pem);
  return file;
}

const list = async (user: TestUser, query = '?open=1') =>
  (await server.call({ method: 'GET', url: `/api/v1/alarms${query}`, headers: user.headers })).body.data;
const acknowledge = (user: TestUser, id: number) =>
  server.call({
    method: 'PUT',
    url: `/api/v1/alarms/${id}`,
    headers: user.headers,
    payload: { alarm: { acknowledged: true } },
  });
const mailTo = (user: TestUser) => server.gateways.emails.filter(({ to }) => to === user.email);
/** Runs the jobs that send the notices by e-mail. */
const sendNotices = () => server.runJobs({ asOf: new Date(Date.now() + 1_000) });

/** Inserts deliveries that were due `minutes` before noon. */
const insertDeliveries = (
  world: World,
  columns: { state: string; attempts: number; count: number; minutes: number; purpose?: string; last_error?: string },
) =>
  within(server, world.application, (tx) =>
    tx
      .insertInto('deliveries')
      .values(
        Array.from({ length: columns.count }, (_, n) => ({
          application_id: world.application.id,
          purpose: columns.purpose ?? 'message',
          channel: 'sms',
          state: columns.state,
          attempts: columns.attempts,
          last_error: columns.last_error ?? null,
          cause: `test:${columns.state}:${columns.minutes}:${n}`,
          send_at: new Date(NOON.getTime() - columns.minutes * MINUTE),
          text: 'Hello',
          created_at: NOON,
        })),
      )
      .execute(),
  );
const clearDeliveries = (world: World) =>
  within(server, world.application, (tx) => tx.deleteFrom('deliveries').execute());

describe('a problem', () => {
  it('opens one alarm and sends one notice to each administrator, however often and by however many processes it is seen', async () => {
    const world = await makeWorld();
    await insertDeliveries(world, { state: 'scheduled', attempts: 0, count: 3, minutes: 30 });
    await Promise.all([evaluateAt(NOON), evaluateAt(NOON)]);
    await evaluateAt(later(1));
    await sendNotices();
    expect(await list(world.admin)).toMatchObject([
      {
        kind: 'overdue_sending',
        severity: 'critical',
        details: { deliveries: 3, minutes: 31 },
        opened_at: NOON.toISOString(),
        last_seen_at: later(1).toISOString(),
        acknowledged_at: null,
        closed_at: null,
      },
    ]);
    expect(mailTo(world.admin)).toHaveLength(1);
    expect(mailTo(world.admin)[0]?.text).toContain('/alarms/index');
    expect(mailTo(superuser)).toEqual([]);
    const inbox = await server.call({ method: 'GET', url: '/api/v1/inbox', headers: world.admin.headers });
    const [{ id: alarmId }] = await list(world.admin);
    expect(inbox.body.data).toMatchObject([
      { kind: 'alarm_opened', alarm_id: alarmId, answer: expect.stringContaining('3 deliveries'), read_at: null },
    ]);
    await clearDeliveries(world);
  });

  it('is none where somebody has stopped what goes to patients, but for notices to colleagues', async () => {
    const world = await makeWorld();
    await insertDeliveries(world, { state: 'scheduled', attempts: 0, count: 3, minutes: 30 });
    await insertDeliveries(world, { state: 'scheduled', attempts: 0, count: 1, minutes: 20, purpose: 'case_notice' });
    await server.as(world.admin)('POST', '/deliveries/hold', { sending_hold: {} });
    await evaluateAt(NOON);
    expect(await list(world.admin)).toMatchObject([
      { kind: 'overdue_sending', details: { deliveries: 1, minutes: 20 } },
    ]);
    await server.as(world.admin)('DELETE', '/deliveries/hold');
    await clearDeliveries(world);
  });

  it('is told of in the language of each person’s screens', async () => {
    const world = await makeWorld();
    const headers = world.admin.headers;
    await server.call({ method: 'PUT', url: '/api/v1/account/language', headers, payload: { language: 'fr' } });
    await insertDeliveries(world, { state: 'scheduled', attempts: 0, count: 3, minutes: 30 });
    await evaluateAt(NOON);
    await sendNotices();
    expect(mailTo(world.admin).map(({ subject }) => subject)).toEqual([
      'Alarme : 3 envois ont jusqu’à 30 minutes de retard',
    ]);
    const inbox = await server.call({ method: 'GET', url: '/api/v1/inbox', headers });
    expect(inbox.body.data).toMatchObject([
      { kind: 'alarm_opened', answer: '3 envois ont jusqu’à 30 minutes de retard' },
    ]);
    await clearDeliveries(world);
  });

  it('is posted, signed, to the operator’s receiver when it opens and when it closes, and again until the receiver accepts it', async () => {
    const world = await makeWorld();
    let status = 503;
    const listener = await startHttpListener((response) => response.writeHead(status).end());
    const gateway = createPushGateway({ allowPrivate: true });
    const receiver = { url: `http://127.0.0.1:${listener.port}/on-call`, secret: 'sixteen letters!', gateway };
    const planned = (id: number) =>
      within(server, world.application, async (tx) => {
        const { rows } = await sql<{ payload: { alarm_id: number; event: AlarmEvent } }>`
          select j.payload from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${PUSH_ALARM}
          order by j.id`.execute(tx);
        return rows.flatMap(({ payload: { alarm_id, event } }) => (alarm_id === id ? [{ alarmId: id, event }] : []));
      });
    await sendNotices();
    await insertDeliveries(world, { state: 'scheduled', attempts: 0, count: 1, minutes: 30 });
    await evaluateAt(NOON);
    await clearDeliveries(world);
    await evaluateAt(later(6));
    const [{ id }] = await list(world.admin, '');
    const [opened, closed] = await planned(id);
    expect([opened, closed]).toEqual([
      { alarmId: id, event: 'alarm.opened' },
      { alarmId: id, event: 'alarm.closed' },
    ]);
    if (!opened || !closed) return;
    await expect(pushAlarm(server.ctx, receiver, opened)).rejects.toThrow('503');
    status = 200;
    await pushAlarm(server.ctx, receiver, opened);
    await pushAlarm(server.ctx, receiver, closed);
    const [refused, first, second] = listener.heard;
    expect(refused?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    const told = JSON.parse(first?.body ?? '') as Record<string, unknown>;
    expect(told).toMatchObject({ type: 'alarm.opened', data: { id, kind: 'overdue_sending', severity: 'critical' } });
    expect(JSON.parse(second?.body ?? '')).toMatchObject({
      type: 'alarm.closed',
      timestamp: later(6).toISOString(),
      data: { id, closed_at: later(6).toISOString() },
    });
    const signed = [first?.headers['webhook-id'], first?.headers['webhook-timestamp'], first?.body].join('.');
    const signature = createHmac('sha256', receiver.secret).update(signed);
    expect(first?.headers['webhook-signature']).toBe(`v1,${signature.digest('base64')}`);
    await listener.close();
    await gateway.close();
  });

  it('closes its alarm five minutes after it is gone, and opens a new one when it returns', async () => {
    const world = await makeWorld();
    const late = { state: 'scheduled', attempts: 0, count: 1, minutes: 30 };
    await insertDeliveries(world, late);
    await evaluateAt(NOON);
    await clearDeliveries(world);
    await evaluateAt(later(4));
    expect(await list(world.admin)).toHaveLength(1);
    await evaluateAt(later(5));
    expect(await list(world.admin)).toEqual([]);
    expect(await list(world.admin, '?open=0')).toMatchObject([{ closed_at: later(5).toISOString() }]);
    await insertDeliveries(world, late);
    await evaluateAt(later(20));
    expect(await list(world.admin)).toHaveLength(1);
    await clearDeliveries(world);
  });

  it('that comes and goes is one alarm', async () => {
    const world = await makeWorld();
    const late = { state: 'scheduled', attempts: 0, count: 1, minutes: 30 };
    for (const minutes of [0, 6, 12]) {
      await insertDeliveries(world, late);
      await evaluateAt(later(minutes));
      await clearDeliveries(world);
      await evaluateAt(later(minutes + 3));
    }
    await sendNotices();
    expect(await list(world.admin, '')).toHaveLength(1);
    expect(mailTo(world.admin)).toHaveLength(1);
  });

  it('is acknowledged by the first person who does so, and stays open', async () => {
    const world = await makeWorld();
    const colleague = await server.makeUser({ applications: [world.application], permissions: ['alarms.update'] });
    await insertDeliveries(world, { state: 'scheduled', attempts: 0, count: 1, minutes: 30 });
    await evaluateAt(NOON);
    const [{ id }] = await list(world.admin);
    const first = await acknowledge(colleague, id);
    server.setTime(later(3));
    const second = await acknowledge(world.admin, id);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.data).toMatchObject({ acknowledged_at: NOON.toISOString(), closed_at: null });
    expect(second.body.data.acknowledged_by_name).toBe(first.body.data.acknowledged_by_name);
    await clearDeliveries(world);
  });

  it('of one application is not seen by another, and one of the system by superusers alone', async () => {
    const world = await makeWorld();
    const other = await makeWorld();
    await insertDeliveries(world, { state: 'scheduled', attempts: 0, count: 1, minutes: 30 });
    await evaluateAt(NOON);
    const machine = { certificateFile: await storeCertificate(), dataDir: null, makesBackups: false, wal: null };
    server.setTime(new Date('2090-01-01T00:00:00Z'));
    await evaluateAlarms(server.ctx, machine, LONG_AGO);
    await sendNotices();
    server.setTime(NOON);
    const [{ id }] = await list(world.admin);
    expect((await list(world.admin, '')).map(({ kind }: { kind: string }) => kind)).not.toContain(
      'certificate_expiring',
    );
    expect(await list(other.admin)).toEqual([]);
    expect((await acknowledge(other.admin, id)).status).toBe(404);
    const seen = await list(superuser);
    expect(seen).toContainEqual(expect.objectContaining({ kind: 'certificate_expiring', application_id: null }));
    expect(mailTo(superuser).at(-1)?.subject).toMatch(/certificate/);
    await clearDeliveries(world);
  });
});

describe('an alarm is opened', () => {
  it('when a gateway refuses most deliveries, and not for a few', async () => {
    const world = await makeWorld();
    await insertDeliveries(world, { state: 'failed', attempts: 1, count: 4, minutes: 5 });
    await evaluateAt(NOON);
    expect(await list(world.admin)).toEqual([]);
    await insertDeliveries(world, { state: 'failed', attempts: 1, count: 4, minutes: 3 });
    await insertDeliveries(world, { state: 'sent', attempts: 1, count: 2, minutes: 2 });
    await evaluateAt(NOON);
    expect(await list(world.admin)).toMatchObject([
      { kind: 'gateway_refusing', problem: 'sms', details: { refused: 8, attempted: 10 } },
    ]);
    await clearDeliveries(world);
  });

  it('while deliveries wait for the gateway, also in the pauses between their attempts', async () => {
    const world = await makeWorld();
    const last_error = 'The SMS gateway answered 401. Check SMS_URL.';
    await insertDeliveries(world, { state: 'scheduled', attempts: 9, count: 6, minutes: -30, last_error });
    await evaluateAt(NOON);
    expect(await list(world.admin)).toMatchObject([
      { kind: 'gateway_refusing', details: { refused: 6, attempted: 6 } },
    ]);
    await clearDeliveries(world);
  });

  it('when many messages cannot be processed, or the oldest has waited too long', async () => {
    const world = await makeWorld();
    const { facility } = world.application;
    for (let n = 0; n < 12; n += 1)
      await server.receive(adt({ facility, event: 'A01', controlId: `E${n}`, without: ['PID'] }));
    await server.processAll();
    await server.receive(adt({ facility, event: 'A01', controlId: 'WAITS' }));
    await evaluateAt(NOON);
    expect(await list(world.admin)).toMatchObject([{ kind: 'error_rate', details: { errors: 12 } }]);
    await evaluateAt(later(6));
    const kinds = (await list(world.admin)).map(({ kind }: { kind: string }) => kind);
    expect(kinds.sort()).toEqual(['backlog', 'error_rate']);
    await server.processAll();
  });

  it('within five minutes when a sender is silent at an hour at which it never is', async () => {
    const world = await makeWorld();
    const { application } = world;
    // Six weeks with three hundred messages in each hour, up to noon.
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      sql`
        insert into feed_hours (application_id, sending_application, sending_facility, hour, messages, last_message_at)
        select ${application.id}, 'ADT', ${application.facility}, hour, 300, hour + interval '59 minutes 59 seconds'
        from generate_series(${NOON}::timestamptz - interval '6 weeks', ${NOON}::timestamptz - interval '1 hour', interval '1 hour') as hour`.execute(
        tx,
      ),
    );
    await evaluateAt(later(1));
    expect(await list(world.admin)).toEqual([]);
    await evaluateAt(later(5));
    expect(await list(world.admin)).toMatchObject([
      { kind: 'feed_silent', problem: `ADT|${application.facility}`, details: { sending_application: 'ADT' } },
    ]);
    // The sender sends again, so the alarm closes.
    server.setTime(later(6));
    await server.receive(adt({ facility: application.facility, event: 'A01', controlId: 'BACK' }));
    await server.processAll();
    await evaluateAt(later(7));
    await evaluateAt(later(10));
    const messages = await within(server, application, (tx) =>
      tx
        .selectFrom('feed_hours')
        .select(['hour', 'messages'])
        .where('sending_facility', '=', application.facility)
        .where('hour', '>=', NOON)
        .execute(),
    );
    // The message is counted once, although the check ran twice.
    expect(messages).toEqual([{ hour: NOON, messages: 1 }]);
  });

  it('thirty days before the certificate of the listeners expires, and as critical three days before', async () => {
    const file = await storeCertificate();
    const expires = Date.parse('2049-12-31T23:59:59Z');
    const daysBefore = async (days: number) =>
      (await checkCertificate(file, new Date(expires - days * 86_400_000)))?.problems[0]?.severity;
    const severities = await Promise.all([31, 30, 4, 3, -1].map(daysBefore));
    expect(severities).toEqual([undefined, 'warning', 'warning', 'critical', 'critical']);
    expect((await checkCertificate(null, NOON))?.problems).toEqual([]);
  });

  it('no sooner and no later while the file of the certificate is being replaced', async () => {
    const file = await storeCertificate('half of it');
    expect(await checkCertificate(file, NOON)).toBeNull();
    expect(await checkCertificate(`${file}.gone`, NOON)).toBeNull();
  });

  it('when the disk has less than a tenth left, and as critical with less than a twentieth', () => {
    const none = { kind: 'disk_full', problems: [], sees: 'here' } as const;
    const severityWith = (free: number) =>
      assessDisk({ free, total: 1_000 }, { ...none, problems: [] }, 'here').problems[0]?.severity;
    expect([100, 99, 49].map(severityWith)).toEqual([undefined, 'warning', 'critical']);
  });
});

describe('the alarm about backups', () => {
  const backUp = (columns: Record<string, unknown>) =>
    server.ctx.db.transaction(systemScope('example'), (tx) =>
      sql`insert into backups (name, place, state, started_at, snapshot_at, verified_at, verified_by)
        select gen_random_uuid()::text, '/backups', x.state, x.at, x.at, case x.state when 'verified' then x.at end,
          case x.state when 'verified' then 'read' end
        from jsonb_to_record(${JSON.stringify(columns)}::jsonb) as x (state text, at timestamptz)`.execute(tx),
    );
  const evaluateBackups = async (minutes: number, makesBackups = true) => {
    server.setTime(later(minutes));
    await evaluateAlarms(server.ctx, { ...NO_MACHINE, makesBackups }, NOON);
    const open: { kind: string; severity: string; details: object }[] = await list(superuser);
    return open.filter(({ kind }) => kind === 'backup_failed').map(({ severity, details }) => ({ severity, details }));
  };

  it('opens when none was verified for a day and a half or the newest failed, and where backups are made only', async () => {
    const HOUR = 60;
    expect(await evaluateBackups(35 * HOUR)).toEqual([]);
    expect(await evaluateBackups(36 * HOUR, false)).toEqual([]);
    expect(await evaluateBackups(36 * HOUR)).toEqual([{ severity: 'critical', details: { hours: 36, failed: 0 } }]);
    await backUp({ state: 'verified', at: later(36 * HOUR) });
    await evaluateBackups(37 * HOUR);
    expect(await evaluateBackups(37 * HOUR + 6)).toEqual([]);
    await backUp({ state: 'failed', at: later(60 * HOUR) });
    expect(await evaluateBackups(61 * HOUR)).toEqual([{ severity: 'warning', details: { hours: 25, failed: 1 } }]);
    await backUp({ state: 'verified', at: later(62 * HOUR) });
    await evaluateBackups(62 * HOUR);
    expect(await evaluateBackups(62 * HOUR + 6)).toEqual([]);
  });
});

const UNTRIED = { triedAt: null, provenAt: null, problem: null };

describe('the alarm about a restore on trial', () => {
  const DAY = 24 * 60;
  const standing = { coveredAt: null, baseAt: later(0), history: 'log', trouble: null, ...UNTRIED };
  const evaluateProof = async (days: number, wal: WatchedMachine['wal']) => {
    server.setTime(later(days * DAY));
    await evaluateAlarms(server.ctx, { ...NO_MACHINE, wal }, NOON);
    const open: { kind: string; severity: string; details: object }[] = await list(superuser);
    return open.filter(({ kind }) => kind === 'wal_unproven').map(({ severity, details }) => ({ severity, details }));
  };
  const machine = hostname();

  it('opens when one failed or none was made for three days, and closes when one succeeds', async () => {
    expect(await evaluateProof(2, () => standing)).toEqual([]);
    expect(await evaluateProof(3, () => standing)).toEqual([{ severity: 'warning', details: { machine, days: 3 } }]);
    expect(await evaluateProof(14, () => standing)).toEqual([{ severity: 'critical', details: { machine, days: 14 } }]);
    await evaluateProof(15, () => ({ ...standing, provenAt: later(15 * DAY) }));
    expect(await evaluateProof(16, () => ({ ...standing, provenAt: later(15 * DAY) }))).toEqual([]);
    expect(await evaluateProof(17, () => ({ ...standing, provenAt: later(16 * DAY), problem: 'no room' }))).toEqual([
      { severity: 'warning', details: { machine, days: 1 } },
    ]);
    // Before there is a copy, and where nobody stores the log, there is nothing to try.
    await evaluateProof(18, () => ({ ...standing, baseAt: null }));
    expect(await evaluateProof(19, () => null)).toEqual([]);
  });
});

describe('the alarm about the log of the database', () => {
  const evaluateWal = async (minutes: number, wal: WatchedMachine['wal']) => {
    server.setTime(later(minutes));
    await evaluateAlarms(server.ctx, { ...NO_MACHINE, wal }, NOON);
    const open: { kind: string; severity: string; details: object }[] = await list(superuser);
    return open.filter(({ kind }) => kind === 'wal_behind').map(({ severity, details }) => ({ severity, details }));
  };
  const coveredAt = (minutes: number | null) => () => ({
    coveredAt: minutes === null ? null : later(minutes),
    baseAt: null,
    history: null,
    trouble: null,
    ...UNTRIED,
  });

  it('opens when what is stored is a quarter of an hour old, also when nothing is, and closes where it is not wanted', async () => {
    const machine = hostname();
    const DAY = 24 * 60;
    expect(await evaluateWal(14, coveredAt(null))).toEqual([]);
    expect(await evaluateWal(15, coveredAt(null))).toEqual([
      { severity: 'warning', details: { machine, minutes: 15 } },
    ]);
    expect(await evaluateWal(16, coveredAt(16))).toHaveLength(1);
    expect(await evaluateWal(22, coveredAt(22))).toEqual([]);
    expect(await evaluateWal(DAY, coveredAt(DAY - 60))).toEqual([
      { severity: 'critical', details: { machine, minutes: 60 } },
    ]);
    // A process that does not look after the database says nothing about it.
    expect(await evaluateWal(DAY + 10, null)).toHaveLength(1);
    await evaluateWal(DAY + 11, () => null);
    expect(await evaluateWal(DAY + 20, () => null)).toEqual([]);
  });
});

it('is counted for Prometheus', async () => {
  const { body } = await server.call({ method: 'GET', url: '/metrics' });
  expect(body).toMatch(/^wardvoice_alarms_open \d+$/m);
});
