import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFreePort } from '../../platform/db/embedded/postmaster.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { startStandby, type Standby } from '../outside/standby.ts';
import { resume, suspend } from './interrupt-database.ts';
import { nothingYet, sendStays, STAY_MESSAGES } from './order-feed.ts';
import { untilQuiet } from './order-run.ts';
import { kill, query, startSmsReceiver, startWardvoice, type SmsReceiver } from './wardvoice-processes.ts';

let folder: string;
let primary: EmbeddedPostgres;
let standby: Standby;
let phones: SmsReceiver;
let server: ChildProcess;
let suspended: number[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-failover-'));
  const log = { info: () => undefined, warn: () => undefined };
  primary = await startEmbeddedPostgres({ dataDir: folder, log, durable: false });
  await migrate(primary.connectionString, primary);
  await query(
    primary,
    `insert into applications (title, country, access_key, access_secret_hash) values ('Failover', 'GB', '00000000', '')`,
  );
  standby = await startStandby(primary, folder);
  phones = await startSmsReceiver();
}, 60_000);
afterEach(async () => {
  await kill(server);
  resume(suspended);
  await standby.stop();
  await primary.stop();
  phones.server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A patient of `sendStays` who is discharged. */
const LEAVES = 1;
const DUE_NOW = `
  update deliveries set send_at = now();
  update graphile_worker._private_jobs set run_at = now()
  where task_id = (select id from graphile_worker._private_tasks where identifier = 'send-delivery')`;

/** The addresses of both machines in one. */
const onBoth = (connectionString: string) =>
  connectionString.replace(`:${primary.port}/`, `:${primary.port},127.0.0.1:${standby.port}/`);

/** Starts a server that knows both machines, and returns the port of its listener. */
async function startServer(): Promise<number> {
  const mllpPort = await findFreePort();
  const env = {
    MLLP_PORT: String(mllpPort),
    PORT: String(await findFreePort()),
    DATABASE_OWNER_URL: onBoth(primary.ownerConnectionString),
  };
  const postgres = { ...primary, connectionString: onBoth(primary.connectionString) };
  server = await startWardvoice({ folder, postgres, phones, env });
  return mllpPort;
}

/** The machine that has taken over. */
const successor = () => ({ ...primary, superuserConnectionString: standby.superuserConnectionString });

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(100);
}

it('when the machine of the database hangs and another takes over, messages go on there, and none that was acknowledged is lost', async () => {
  const mllpPort = await startServer();
  const seen = nothingYet();
  await sendStays([mllpPort], [0, 1, 2], seen);

  const sending = sendStays([mllpPort], [3, 4, 5], seen);
  suspended = await suspend(primary.pid ?? 0);
  await standby.promote();
  await sending;
  expect(seen.controlIds.size).toBe(6 * STAY_MESSAGES);

  // The machine that hung is there again, and still believes that it is the primary.
  resume(suspended);
  await sendStays([mllpPort], [6, 7, 8], seen);
  await untilQuiet(successor());
  const controlIds = (
    await query<{ id: string }>(successor(), 'select message_control_id as id from hl7_messages')
  ).map(({ id }) => id);
  expect(controlIds.toSorted()).toEqual([...seen.controlIds].toSorted());
  const notProcessed = await query(successor(), `select id from hl7_messages where state <> 'processed'`);
  expect(notProcessed).toEqual([]);
}, 180_000);

it('when a machine takes over that does not know that an SMS left, sending is held instead of sending it again', async () => {
  await query(
    primary,
    `update applications set quiet_from = '00:00', quiet_to = '00:00';
     insert into triggers (application_id, trigger, action, config)
     select id, 'hl7_message_processed', 'send_sms', '{"filters": {"event": ["A03"]}, "delay": 1440, "text": "Hello"}'::jsonb
     from applications`,
  );
  const mllpPort = await startServer();
  await sendStays([mllpPort], [LEAVES], nothingYet());
  const scheduled = `select id from deliveries where state = 'scheduled'`;
  // The standby has the delivery, which is due tomorrow, and gets nothing more.
  await until(async () => (await query(successor(), scheduled)).length === 1);
  await standby.cutOff();
  await query(primary, DUE_NOW);
  await until(async () => (await query(primary, `select from deliveries where state = 'sent'`)).length === 1);
  expect([...phones.received.values()]).toEqual([1]);
  suspended = await suspend(primary.pid ?? 0);
  await standby.promote();
  await until(async () =>
    query(successor(), DUE_NOW).then(
      () => true,
      () => false,
    ),
  );
  const job = `select from graphile_worker.jobs where task_identifier = 'send-delivery'`;
  await until(async () => (await query(successor(), job)).length === 0);

  expect([...phones.received.values()]).toEqual([1]);
  expect(await query(successor(), 'select reason, released_at from sending_holds')).toEqual([
    { reason: 'restored', released_at: null },
  ]);
  expect(await query(successor(), scheduled)).toHaveLength(1);
}, 180_000);

it('an acknowledgement waits for the second machine, also when the wait is cancelled', async () => {
  const mllpPort = await startServer();
  const seen = nothingYet();
  await sendStays([mllpPort], [0], seen);
  suspended = await suspend(standby.pid);
  const sending = sendStays([mllpPort], [1], seen);
  const cancel = `
    select pg_cancel_backend(pid) from pg_stat_activity
    where application_name = 'wardvoice intake' and wait_event = 'SyncRep'`;
  await until(async () => (await query(primary, cancel)).length > 0);
  await until(async () => seen.refused + seen.unanswered > 0 || seen.controlIds.size > STAY_MESSAGES);
  expect(seen.controlIds.size).toBe(STAY_MESSAGES);

  resume(suspended);
  await sending;
  await untilQuiet(primary);
  const stored = await query<{ id: string }>(primary, 'select message_control_id as id from hl7_messages');
  expect(stored.map(({ id }) => id).toSorted()).toEqual([...seen.controlIds].toSorted());
}, 180_000);
