import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../platform/db/embedded/postmaster.ts';
import { startEmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { keepSending, ownShare, prepare, startProgram, type Setup } from './crash-run.ts';
import { kill, query, startSmsReceiver } from './wardvoice-processes.ts';
import { interrupt, mountDisk, type Interruption } from './interrupt-database.ts';

export interface InterruptionPlan {
  /** Messages that are sent over MLLP. Each leads to an SMS that is due at once. */
  messages: number;
  interruptions: readonly Interruption[];
  /** Time that the SMS gateway takes to answer, so that the backlog is not sent before the interruptions are over. */
  gatewayMs: number;
  /** Limit for sending, so that a backlog is left until the last interruption. Undefined: no limit. */
  sendsPerMinute?: number;
  /** Time for which the database hangs or its disk is full. */
  hangMs: number;
}

export interface InterruptionOutcome {
  acknowledged: number;
  interruptions: number;
  /** Whether the disk was really full, or the database only said so. */
  diskWasReal: boolean;
  /** True when the process that listens and sends has ended, which it must not. */
  serverEnded: boolean;
  lost: number;
  storedTwice: number;
  /** Number of acknowledged messages that do not have exactly one delivery. */
  notTriggeredOnce: number;
  sentTwice: number;
  /** Number of deliveries that are neither sent nor failed with "may have arrived". */
  notLeft: number;
  sent: number;
  mayHaveArrived: number;
  lockedJobs: number;
  /** Status of /readyz at the end. */
  readyz: number;
  /**
   * Number of deliveries that were due when the last interruption began. The next figure is the time from its end until all were
   * sent.
   */
  backlog: number;
  secondsToQuiet: number;
  /** The longest time from an interruption until an SMS was sent again. */
  longestPauseSeconds: number;
  seconds: number;
}

const SENDERS = 4;
/** Number of SMS that must be sent between two interruptions, which shows that sending has resumed. */
const SENT_BETWEEN = 20;
const MAX_WAIT_MS = 90_000;

/**
 * Interrupts the database again and again under a server that nobody restarts, while senders send and a backlog of SMS is due.
 */
export async function runInterruptions(plan: InterruptionPlan): Promise<InterruptionOutcome> {
  const begin = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'wardvoice-interruptions-'));
  const disk = await mountDisk(folder);
  const log = { info: () => undefined, warn: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  const phones = await startSmsReceiver({ answerMs: plan.gatewayMs });
  const setup: Setup = { folder, postgres, phones, mllpPort: await findFreePort(), httpPort: await findFreePort() };
  await migrate(postgres.connectionString, postgres);
  await prepare(setup);
  await query(postgres, `update applications set sends_per_minute = ${plan.sendsPerMinute ?? 'null'}`);
  const server = await startProgram(setup);
  try {
    const acknowledged = new Set<string>();
    const sending = Promise.all(
      Array.from({ length: SENDERS }, (_, sender) =>
        keepSending(setup.mllpPort, ownShare(sender, plan.messages, SENDERS), acknowledged, { smsEvery: 1 }),
      ),
    );
    let longestPauseMs = 0;
    let backlog = 0;
    for (const kind of plan.interruptions) {
      backlog = plan.messages - phones.received.size;
      await interrupt(kind, { postgres, disk, hangMs: plan.hangMs });
      const pauseMs = await untilGoingOn(setup, plan.messages);
      longestPauseMs = Math.max(longestPauseMs, pauseMs);
    }
    const overAt = performance.now();
    await sending;
    await untilQuiet(setup, acknowledged.size);
    const secondsToQuiet = (performance.now() - overAt) / 1_000;
    return {
      ...(await compare(setup, acknowledged)),
      interruptions: plan.interruptions.length,
      diskWasReal: disk.isReal,
      serverEnded: server.exitCode !== null || server.signalCode !== null,
      readyz: await askReadiness(setup),
      backlog,
      secondsToQuiet,
      longestPauseSeconds: longestPauseMs / 1_000,
      seconds: (performance.now() - begin) / 1_000,
    };
  } finally {
    await kill(server);
    await postgres.stop();
    phones.server.closeAllConnections();
    phones.server.close();
    await disk.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns after how many milliseconds an SMS was sent again; throws when none is. */
async function untilGoingOn({ phones }: Setup, messages: number): Promise<number> {
  const begin = performance.now();
  const before = phones.received.size;
  let pauseMs: number | null = null;
  while (performance.now() - begin < MAX_WAIT_MS) {
    const left = phones.received.size - before;
    if (left > 0) pauseMs ??= performance.now() - begin;
    if (left >= SENT_BETWEEN || phones.received.size >= messages) return pauseMs ?? 0;
    await pause(20);
  }
  throw new Error(`nothing has left for ${MAX_WAIT_MS / 1_000} seconds after an interruption`);
}

/** Waits until as many deliveries have been sent or have failed as messages were acknowledged. */
async function untilQuiet({ postgres }: Setup, acknowledged: number): Promise<void> {
  const begin = performance.now();
  while (performance.now() - begin < MAX_WAIT_MS) {
    const [row] = await query<{ over: number; jobs: number }>(
      postgres,
      `select (select count(*) from deliveries where state in ('sent', 'failed'))::int as over,
        (select count(*) from graphile_worker._private_jobs where run_at < now() + interval '10 minutes')::int as jobs`,
    ).catch(() => []);
    if (row && row.over >= acknowledged && row.jobs === 0) return;
    await pause(100);
  }
}

async function askReadiness({ httpPort }: Setup): Promise<number> {
  return (await fetch(`http://127.0.0.1:${httpPort}/readyz`)).status;
}

async function compare({ postgres, phones }: Setup, acknowledged: ReadonlySet<string>) {
  const rows = await query<{ id: string; rows: string; deliveries: string }>(
    postgres,
    `select m.message_control_id as id, count(distinct m.id) as rows, count(d.id) as deliveries
     from hl7_messages m left join deliveries d on d.message_id = m.id group by 1`,
  );
  const [states] = await query<{ sent: number; may_have_arrived: number; not_left: number; locked: number }>(
    postgres,
    `select count(*) filter (where state = 'sent')::int as sent,
       count(*) filter (where state = 'failed' and outcome_unknown)::int as may_have_arrived,
       count(*) filter (where state <> 'sent' and not (state = 'failed' and outcome_unknown))::int as not_left,
       (select count(*) from graphile_worker._private_jobs where locked_by is not null)::int as locked
     from deliveries`,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const ids = [...acknowledged];
  return {
    acknowledged: ids.length,
    lost: ids.filter((id) => !stored.has(id)).length,
    storedTwice: ids.filter((id) => Number(stored.get(id)?.rows) > 1).length,
    notTriggeredOnce: ids.filter((id) => Number(stored.get(id)?.deliveries) !== 1).length,
    sentTwice: [...phones.received.values()].filter((times) => times > 1).length,
    notLeft: states?.not_left ?? Number.NaN,
    sent: states?.sent ?? Number.NaN,
    mayHaveArrived: states?.may_have_arrived ?? Number.NaN,
    lockedJobs: states?.locked ?? Number.NaN,
  };
}
