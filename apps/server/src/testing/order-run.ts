import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../platform/db/embedded/postmaster.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { migrate } from '../platform/db/migrate.ts';
import { endingOf, phoneOf, sendStays, STAY_MESSAGES, stayMessages, type Acknowledged } from './order-feed.ts';
import { kill, query, startSmsReceiver, startWardvoice, type SmsReceiver } from './wardvoice-processes.ts';

export interface OrderPlan {
  messages: number;
  listeners: number;
  workers: number;
  /** One process, chosen at random, is killed with SIGKILL so often, and started again. */
  killEveryMs: number;
  /** After that many kills none is killed any more. */
  maxKills: number;
  /** The built server; default: from source. */
  isBuilt?: boolean;
}

export interface OrderOutcome {
  acknowledged: number;
  kills: number;
  /** Control ids; all of these must stay empty. */
  lost: string[];
  storedTwice: string[];
  notProcessed: string[];
  outOfOrder: string[];
  /** Phones that got more than one SMS, or none though the patient left and no attempt is in doubt. */
  sentTwice: string[];
  notSent: string[];
  /** Phones that got an SMS so long after the acknowledgement of its cancellation that it must have been known. */
  sentAfterCancellation: string[];
  sent: number;
  /** Of those that were taken back: left before, or did not leave. */
  cancelledInTime: number;
  /** The latest SMS behind the acknowledgement of its cancellation, in milliseconds: between the last question and the gateway. */
  latestBehindCancellationMs: number;
  acknowledgedPerSecond: number;
  seconds: number;
}

const SENDERS = 64;
/** From the last question whether anything was acknowledged to the gateway, on a machine that everything shares. */
const ON_ITS_WAY_MS = 1_000;
const MAX_WAIT_MS = 180_000;

/**
 * Several listeners and workers on one database; senders that change listener at random between the messages of a patient;
 * a process killed again and again. Afterwards each patient's messages must have been processed in the order in which they
 * were acknowledged, once, and nothing may have been sent after a cancellation that was acknowledged first.
 */
export async function runOrder(plan: OrderPlan): Promise<OrderOutcome> {
  const begin = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'wardvoice-order-'));
  const log = { info: () => undefined, warn: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  const seen: Acknowledged = { controlIds: new Set(), takenBackAt: new Map() };
  const behind = new Map<string, number>();
  const phones = await startSmsReceiver({
    onSms: (to) => {
      const takenBackAt = seen.takenBackAt.get(to);
      if (takenBackAt !== undefined) behind.set(to, performance.now() - takenBackAt);
    },
  });
  const processes: Process[] = [];
  try {
    await migrate(postgres.connectionString);
    await prepare(postgres);
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
    const starting: Promise<void>[] = [];
    while (!isOver && kills < plan.maxKills) {
      await Promise.race([sending, pause(plan.killEveryMs)]);
      const victims = processes.filter((one) => one.child !== null && isHalfRunning(processes, one));
      const victim = victims[Math.floor(Math.random() * victims.length)];
      if (isOver || !victim?.child) continue;
      const { child } = victim;
      victim.child = null;
      await kill(child);
      kills += 1;
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
  /** Null while it is being started again. */
  child: ChildProcess | null;
}

/** More than half of its kind run, so that it can be spared: a start takes longer than the time between two kills. */
function isHalfRunning(processes: readonly Process[], { env }: Process): boolean {
  const kind = processes.filter((one) => one.env['ROLES'] === env['ROLES']);
  return kind.filter(({ child }) => child !== null).length > kind.length / 2;
}

const describeProcess = (env: NodeJS.ProcessEnv): Process => ({ env, child: null });

function* ownPatients(sender: number, patients: number): Generator<number> {
  for (let patient = sender; patient < patients; patient += SENDERS) yield patient;
}

async function prepare(postgres: EmbeddedPostgres): Promise<void> {
  await query(
    postgres,
    `insert into applications (title, country, access_key, access_secret_hash, quiet_from, quiet_to)
     values ('Order', 'GB', '00000000', '', '00:00', '00:00');
     insert into triggers (application_id, trigger, action, config)
     select id, 'hl7_message_processed', 'send_sms', '{"filters": {"event": ["A03"]}, "delay": 0, "text": "Hello"}'::jsonb
     from applications`,
  );
}

/** Until nothing waits to be processed and no SMS is due any more. */
async function untilQuiet(postgres: EmbeddedPostgres): Promise<void> {
  const begin = performance.now();
  while (performance.now() - begin < MAX_WAIT_MS) {
    const [row] = await query<{ busy: boolean }>(
      postgres,
      `select exists (select from hl7_messages where state = 'received') or exists (select from arrivals)
         or exists (select from deliveries where state in ('sending', 'scheduled')) as busy`,
    );
    if (row?.busy === false) return;
    await pause(200);
  }
}

interface StoredRow {
  message_control_id: string;
  rows: string;
  state: string;
  location: string | null;
  given_name: string | null;
}

async function compare(postgres: EmbeddedPostgres, patients: number, { controlIds }: Acknowledged) {
  const rows = await query<StoredRow>(
    postgres,
    `select message_control_id, count(*) as rows, min(state) as state, min(location) as location, min(given_name) as given_name
     from hl7_messages group by 1`,
  );
  const stored = new Map(rows.map((row) => [row.message_control_id, row]));
  const open = new Map(
    (await query<{ visit_number: string; state: string }>(postgres, 'select visit_number, state from visits')).map(
      (visit) => [visit.visit_number, visit.state],
    ),
  );
  const outOfOrder: string[] = [];
  for (let patient = 0; patient < patients; patient += 1) {
    for (const { controlId, location, givenName } of stayMessages(patient)) {
      const row = stored.get(controlId);
      if (row && (row.location !== location || row.given_name !== givenName)) outOfOrder.push(controlId);
    }
    if (open.get(`V${patient}`) !== (endingOf(patient) === 'leaves' ? 'closed' : 'open'))
      outOfOrder.push(`V${patient}`);
  }
  const ids = [...controlIds];
  return {
    lost: ids.filter((id) => !stored.has(id)),
    storedTwice: ids.filter((id) => Number(stored.get(id)?.rows) > 1),
    notProcessed: ids.filter((id) => stored.get(id)?.state !== 'processed'),
    outOfOrder,
  };
}

async function compareSent(
  postgres: EmbeddedPostgres,
  patients: number,
  { received }: SmsReceiver,
  behind: ReadonlyMap<string, number>,
) {
  // What a killed worker had claimed is failed, and a person decides: it may or may not have left.
  const inDoubt = new Set(
    (
      await query<{ phone: string }>(
        postgres,
        `select p.phone from deliveries d join patients p on p.id = d.patient_id where d.state = 'failed'`,
      )
    ).map(({ phone }) => phone),
  );
  const phonesOf = (ending: string) =>
    Array.from({ length: patients }, (_, patient) => patient)
      .filter((patient) => endingOf(patient) === ending)
      .map(phoneOf);
  return {
    sentTwice: [...received].filter(([, times]) => times > 1).map(([to]) => to),
    notSent: phonesOf('leaves').filter((phone) => !received.has(phone) && !inDoubt.has(phone)),
    sentAfterCancellation: [...behind].filter(([, late]) => late > ON_ITS_WAY_MS).map(([to]) => to),
    sent: received.size,
    cancelledInTime: phonesOf('discharge taken back').filter((phone) => !received.has(phone)).length,
    latestBehindCancellationMs: Math.round(Math.max(0, ...behind.values())),
  };
}
