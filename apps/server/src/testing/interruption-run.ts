import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../platform/db/embedded/postmaster.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { migrate } from '../platform/db/migrate.ts';
import { keepSending, ownShare, prepare, startProgram, type House } from './crash-run.ts';
import { kill, query, startSmsReceiver } from './wardvoice-processes.ts';
import { interrupt, mountDisk, type Interruption } from './interrupt-database.ts';

export interface InterruptionPlan {
  /** Messages sent over MLLP; each makes an SMS that is due at once. */
  messages: number;
  interruptions: readonly Interruption[];
  /** What the SMS gateway takes to answer: it keeps the backlog from leaving before the interruptions are over. */
  gatewayMs: number;
  /** How long the database hangs, or its disk is full. */
  hangMs: number;
}

export interface InterruptionOutcome {
  acknowledged: number;
  interruptions: number;
  /** Whether the disk was really full, or the database said so. */
  diskWasReal: boolean;
  /** The process that listens and sends is the one it was. */
  serverEnded: boolean;
  lost: number;
  storedTwice: number;
  /** Acknowledged, and without exactly one delivery. */
  notTriggeredOnce: number;
  sentTwice: number;
  /** Neither sent, nor failed as "may have arrived". */
  notLeft: number;
  sent: number;
  mayHaveArrived: number;
  lockedJobs: number;
  /** What /readyz answers at the end. */
  readyz: number;
  /** Due when the last interruption began, and seconds from its end until all had left. */
  backlog: number;
  secondsToQuiet: number;
  /** The longest time after an interruption until something left again. */
  longestPauseSeconds: number;
  seconds: number;
}

const SENDERS = 4;
/** Sent between two interruptions at least: it has gone on before the next one comes. */
const SENT_BETWEEN = 20;
const MAX_WAIT_MS = 90_000;

/** Senders and a backlog of due SMS, while the database is interrupted again and again under a server that nobody restarts. */
export async function runInterruptions(plan: InterruptionPlan): Promise<InterruptionOutcome> {
  const begin = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'wardvoice-interruptions-'));
  const disk = await mountDisk(folder);
  const log = { info: () => undefined, warn: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  const phones = await startSmsReceiver({ answerMs: plan.gatewayMs });
  const house: House = { folder, postgres, phones, mllpPort: await findFreePort(), httpPort: await findFreePort() };
  await migrate(postgres.connectionString);
  await prepare(house);
  const server = await startProgram(house);
  try {
    const acknowledged = new Set<string>();
    const sending = Promise.all(
      Array.from({ length: SENDERS }, (_, sender) =>
        keepSending(house.mllpPort, ownShare(sender, plan.messages, SENDERS), acknowledged, 1),
      ),
    );
    let longestPauseMs = 0;
    let backlog = 0;
    for (const kind of plan.interruptions) {
      backlog = plan.messages - phones.received.size;
      await interrupt(kind, { postgres, disk, hangMs: plan.hangMs });
      const pauseMs = await untilGoingOn(house, plan.messages);
      longestPauseMs = Math.max(longestPauseMs, pauseMs);
    }
    const overAt = performance.now();
    await sending;
    await untilQuiet(house, acknowledged.size);
    const secondsToQuiet = (performance.now() - overAt) / 1_000;
    return {
      ...(await compare(house, acknowledged)),
      interruptions: plan.interruptions.length,
      diskWasReal: disk.isReal,
      serverEnded: server.exitCode !== null || server.signalCode !== null,
      readyz: await askReadiness(house),
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

/** Returns after how many milliseconds something left again; rejects when nothing does. */
async function untilGoingOn({ phones }: House, messages: number): Promise<number> {
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

/** Until as many deliveries as messages were acknowledged are over: sent, or failed. */
async function untilQuiet({ postgres }: House, acknowledged: number): Promise<void> {
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

async function askReadiness({ httpPort }: House): Promise<number> {
  return (await fetch(`http://127.0.0.1:${httpPort}/readyz`)).status;
}

async function compare({ postgres, phones }: House, acknowledged: ReadonlySet<string>) {
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
