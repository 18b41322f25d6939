import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../platform/db/embedded/postmaster.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { compare, compareSent, type OrderFaults } from './order-comparison.ts';
import { nothingYet, sendStays, STAY_MESSAGES } from './order-feed.ts';
import { kill, query, startSmsReceiver, startWardvoice } from './wardvoice-processes.ts';

export interface OrderPlan {
  messages: number;
  listeners: number;
  workers: number;
  /**
   * Number of messages that are acknowledged from one kill to the next: a process chosen at random is killed with SIGKILL and
   * started again. Counted in messages, because a fast machine is done with them before any time has passed.
   */
  messagesPerKill: number;
  /** Maximum number of kills. */
  maxKills: number;
  /** Whether to run the built server. Default: from source. */
  isBuilt?: boolean;
}

export interface OrderOutcome extends OrderFaults {
  acknowledged: number;
  kills: number;
  /** How many of the killed processes were workers. */
  workerKills: number;
  sent: number;
  /** Number of phone numbers whose SMS a killed worker had claimed, so that nobody knows whether it was sent. */
  inDoubt: number;
  /** Number of cancelled discharges whose SMS was never sent. */
  cancelledInTime: number;
  /** The longest time, in milliseconds, by which an SMS reached the gateway after its cancellation was acknowledged. */
  latestBehindCancellationMs: number;
  acknowledgedPerSecond: number;
  seconds: number;
}

const SENDERS = 64;
/** The run is given up when nothing has changed for so long. As long as something changes it goes on, however slow the machine is. */
const MAX_STANDSTILL_MS = 120_000;

/**
 * Runs several listeners and workers on one database, with senders that choose another listener at random for each message of a
 * patient, while one process after the other is killed. Afterwards the messages of each patient must have been processed once, in
 * the order in which they were acknowledged, and nothing may have been sent after a cancellation that was acknowledged first.
 */
export async function runOrder(plan: OrderPlan): Promise<OrderOutcome> {
  const begin = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'wardvoice-order-'));
  const log = { info: () => undefined, warn: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  const seen = nothingYet();
  const behind = new Map<string, number>();
  const phones = await startSmsReceiver({
    onSms: (to) => {
      const takenBackAt = seen.takenBackAt.get(to);
      if (takenBackAt !== undefined) behind.set(to, performance.now() - takenBackAt);
    },
  });
  const processes: Process[] = [];
  try {
    await migrate(postgres.connectionString, postgres);
    await prepareOrder(postgres);
    const ports = await Promise.all(Array.from({ length: plan.listeners }, findFreePort));
    for (const port of ports) processes.push(describeProcess({ MLLP_PORT: String(port), ROLES: 'mllp' }));
    for (let count = 0; count < plan.workers; count += 1) processes.push(describeProcess({ ROLES: 'worker' }));
    const start = async (one: Process) => {
      one.child = await startWardvoice({ folder, postgres, phones, env: one.env, isBuilt: plan.isBuilt ?? false });
    };
    await Promise.all(processes.map(start));

    const sendingFrom = performance.now();
    const patients = Math.floor(plan.messages / STAY_MESSAGES);
    const sending = Promise.all(
      Array.from({ length: SENDERS }, (_, sender) => sendStays(ports, ownPatients(sender, patients), seen)),
    );
    let isOver = false;
    void sending.finally(() => (isOver = true));
    let kills = 0;
    let workerKills = 0;
    const starting: Promise<void>[] = [];
    let killAt = plan.messagesPerKill;
    while (!isOver && kills < plan.maxKills) {
      await pause(2);
      if (seen.controlIds.size < killAt) continue;
      const victims = processes.filter((one) => one.child !== null && isHalfRunning(processes, one));
      const victim = victims[Math.floor(Math.random() * victims.length)];
      if (!victim?.child) continue;
      const { child } = victim;
      victim.child = null;
      await kill(child);
      kills += 1;
      killAt = seen.controlIds.size + plan.messagesPerKill;
      if (victim.env['ROLES'] === 'worker') workerKills += 1;
      starting.push(start(victim));
    }
    await sending;
    const sendingSeconds = (performance.now() - sendingFrom) / 1000;
    await Promise.all(starting);
    await untilQuiet(postgres);
    const acknowledged = seen.controlIds.size;
    return {
      acknowledged,
      kills,
      workerKills,
      ...(await compare(postgres, patients, seen)),
      ...(await compareSent(postgres, patients, phones, behind)),
      acknowledgedPerSecond: Math.round(acknowledged / sendingSeconds),
      seconds: Math.round((performance.now() - begin) / 1000),
    };
  } finally {
    for (const { child } of processes) if (child) await kill(child);
    await postgres.stop();
    phones.server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Process {
  env: NodeJS.ProcessEnv;
  /** Null while the process is being started again. */
  child: ChildProcess | null;
}

/**
 * Returns true when more than half of the processes of the same kind run, so that this one may be killed: a start takes longer
 * than the messages between two kills.
 */
function isHalfRunning(processes: readonly Process[], { env }: Process): boolean {
  const kind = processes.filter((one) => one.env['ROLES'] === env['ROLES']);
  return kind.filter(({ child }) => child !== null).length > kind.length / 2;
}

const describeProcess = (env: NodeJS.ProcessEnv): Process => ({ env, child: null });

function* ownPatients(sender: number, patients: number): Generator<number> {
  for (let patient = sender; patient < patients; patient += SENDERS) yield patient;
}

/** An organisation whose trigger writes to whoever is discharged. */
export async function prepareOrder(postgres: EmbeddedPostgres): Promise<void> {
  await query(
    postgres,
    `insert into applications (title, country, access_key, access_secret_hash, quiet_from, quiet_to)
     values ('Order', 'GB', '00000000', '', '00:00', '00:00');
     insert into triggers (application_id, trigger, action, config)
     select id, 'hl7_message_processed', 'send_sms', '{"filters": {"event": ["A03"]}, "delay": 0, "text": "Hello"}'::jsonb
     from applications`,
  );
}

/** Waits until no message waits to be processed and no SMS is due, or until nothing has changed for too long. */
export async function untilQuiet(postgres: Pick<EmbeddedPostgres, 'superuserConnectionString'>): Promise<void> {
  let before = '';
  let since = performance.now();
  while (performance.now() - since < MAX_STANDSTILL_MS) {
    const [row] = await query<{ unprocessed: string; unsent: string }>(
      postgres,
      `select (select count(*) from hl7_messages where state = 'received') + (select count(*) from arrivals) as unprocessed,
         (select count(*) from deliveries where state in ('sending', 'scheduled')) as unsent`,
    );
    const left = `${row?.unprocessed} ${row?.unsent}`;
    if (left === '0 0') return;
    if (left !== before) since = performance.now();
    before = left;
    await pause(200);
  }
}
