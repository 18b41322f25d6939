import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** The addresses of both machines in one. */
const onBoth = (connectionString: string) =>
  connectionString.replace(`:${primary.port}/`, `:${primary.port},127.0.0.1:${standby.port}/`);

it('when the machine of the database hangs and another takes over, messages go on there, and none that was acknowledged is lost', async () => {
  const mllpPort = await findFreePort();
  const both = { ...primary, connectionString: onBoth(primary.connectionString) };
  const env = {
    MLLP_PORT: String(mllpPort),
    PORT: String(await findFreePort()),
    DATABASE_OWNER_URL: onBoth(primary.ownerConnectionString),
  };
  server = await startWardvoice({ folder, postgres: both, phones, env });
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
  const successor = { ...primary, superuserConnectionString: standby.superuserConnectionString };
  await untilQuiet(successor);
  const controlIds = (await query<{ id: string }>(successor, 'select message_control_id as id from hl7_messages')).map(
    ({ id }) => id,
  );
  expect(controlIds.toSorted()).toEqual([...seen.controlIds].toSorted());
  const notProcessed = await query(successor, `select id from hl7_messages where state <> 'processed'`);
  expect(notProcessed).toEqual([]);
}, 180_000);
