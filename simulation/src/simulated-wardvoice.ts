import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  applyReceiptJob,
  applyWaitingReceipts,
  receiveReceipt,
} from '../../apps/server/src/features/receipts/index.ts';
import {
  createApplicationRouting,
  createGroupCommit,
  createReceiver,
  OVER_MLLP,
  startFiling,
  type Receiver,
} from '../../apps/server/src/features/intake/index.ts';
import { runDueSteps } from '../../apps/server/src/features/pathways/index.ts';
import { startProcessing } from '../../apps/server/src/features/processing/index.ts';
import type { Gateway, Gateways, SendResult } from '../../apps/server/src/platform/gateways/gateway.ts';
import type { TestDatabase } from '../../apps/server/src/testing/test-database.ts';
import { startTestServer, type TestServer } from '../../apps/server/src/testing/test-server.ts';
import { createFaults, type Faults } from './inject-faults.ts';
import { addOrganisation, PATHWAY_STEPS, type SimulatedOrganisation } from './simulated-organisation.ts';

/** A whole Wardvoice whose listeners, workers, clock, gateways and faults the simulation controls. */
export interface SimulatedWardvoice {
  server: TestServer;
  listeners: readonly Receiver[];
  faults: Faults;
  /** Connections for reading only, which bypass row-level security and the faults. */
  observer: pg.Pool;
  /** Adds an organisation that sends from these facilities (MSH-4). */
  addOrganisation(facilities: readonly string[]): Promise<SimulatedOrganisation>;
  /** Sends a message. Returns true when the listener answered AA, and false when the connection was lost first. */
  send(listener: number, text: string): Promise<boolean>;
  /** Ends the database connections of all listeners. */
  cutListeners(): Promise<void>;
  /** Processes what can be processed, while other messages are stored and not filed. */
  processFiled(): Promise<void>;
  /** Files and processes until nothing waits. When a worker fails, another takes over. */
  process(): Promise<void>;
  /** Decides the steps of pathways that are due, as the job of several minutes does. When a worker fails, the next takes over. */
  decideSteps(): Promise<void>;
  /** Receives a gateway's receipt for a message that it was given. */
  sendReceipt(receipt: SimulatedReceipt): Promise<void>;
  /**
   * Runs what other workers do in the meantime: the job of each receipt, and the job of every minute for receipts that came
   * before our own record.
   */
  applyReceipts(): Promise<void>;
  stop(): Promise<void>;
}

export type SimulatedReceipt = Parameters<typeof receiveReceipt>[1];

export interface Sending {
  channel: 'sms' | 'email';
  to: string;
  text: string;
  /** Idempotency key of the delivery. */
  key: string;
}

/** Starts the simulated Wardvoice. `onSend` is called for every message as it is sent, and returns the gateway's answer. */
export async function startSimulatedWardvoice(
  onSend: (sending: Sending) => Promise<SendResult>,
  database?: TestDatabase,
): Promise<SimulatedWardvoice> {
  const faults = createFaults();
  const server = await startTestServer({
    ...(database ? { database } : {}),
    contextOf: (ctx) => ({ ...ctx, db: faults.wrap(ctx.db), gateways: watch(ctx.gateways, onSend) }),
  });
  const observer = new pg.Pool({ connectionString: server.superuserConnectionString, max: 2 });
  observer.on('error', () => undefined);
  // The first listener files messages at once, the second when it has time, and the third always files them later.
  const listeners = [Infinity, 0.4, -1].map((busyShare) => startListener(server, busyShare));
  const retired: Promise<void>[] = [];

  return {
    server,
    listeners,
    faults,
    observer,
    addOrganisation: (facilities) => addOrganisation(server, observer, facilities),
    async send(listener, text) {
      const receiver = listeners[listener] ?? server.receiver;
      const received = await receiver.receive(Buffer.from(text), OVER_MLLP).catch(() => null);
      return received?.code === 'AA';
    },
    async cutListeners() {
      await observer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name like 'wardvoice intake%'`,
      );
    },
    processFiled: () => processFiled(server, observer, faults),
    process: () => processAll(server, observer, faults, retired),
    async decideSteps() {
      // Of a person whom it could not ask for days, a job decides one step after the other.
      for (let minute = 0; minute <= PATHWAY_STEPS.length; minute += 1)
        await runDueSteps(server.ctx).catch(() => undefined);
    },
    sendReceipt: (receipt) => receiveReceipt(server.ctx, receipt),
    applyReceipts: () => applyReceipts(server, observer),
    async stop() {
      await Promise.all(retired);
      for (const listener of listeners) await listener.close();
      await observer.end();
      await server.stop();
    },
  };
}

async function applyReceipts({ ctx }: TestServer, observer: pg.Pool): Promise<void> {
  const { rows } = await observer.query<{ id: number }>('select id::int from waiting_receipts order by id');
  for (const { id } of rows) await applyReceiptJob(ctx)({ receipt_id: id });
  await applyWaitingReceipts(ctx);
}

export function startListener({ ctx: { db, log, clock }, connectionString }: TestServer, busyShare: number): Receiver {
  const routing = createApplicationRouting(db);
  const commit = createGroupCommit({ connectionString, settings: routing, log, onCommit: () => undefined, busyShare });
  return createReceiver({ routing, commit, clock });
}

function watch(gateways: Gateways, onSend: (sending: Sending) => Promise<SendResult>): Gateways {
  const email: Gateways['email'] = {
    ...gateways.email,
    send: ({ to, text, messageId }) =>
      onSend({ channel: 'email', to, text, key: messageId.slice(1, messageId.indexOf('@')) }),
  };
  const sms: Gateways['sms'] = {
    ...gateways.sms,
    send: ({ to, text, idempotencyKey }) => onSend({ channel: 'sms', to, text, key: idempotencyKey }),
  };
  return { ...gateways, email, sms } satisfies Record<string, Gateway<never>>;
}

const UNFILED = 'select exists (select from arrivals) as waits';
const WAITING = `select exists (select from hl7_messages where state = 'received') as waits`;

/** Runs one round of a worker, which looks once for messages of each organisation that has some waiting. */
async function processFiled({ ctx }: TestServer, observer: pg.Pool, faults: Faults): Promise<void> {
  const { rows } = await observer.query<{ count: number }>(
    `select count(distinct application_id)::int as count from hl7_messages where state = 'received'`,
  );
  const applications = rows[0]?.count ?? 0;
  if (applications === 0) return;
  // One transaction finds whose messages wait, and one is needed for each organisation.
  const enough = faults.transactions + 1 + applications;
  const worker = startProcessing(ctx, { workers: 1 });
  while (faults.transactions < enough) await pause(1);
  await worker.stop();
}

async function processAll(
  { ctx, connectionString }: TestServer,
  observer: pg.Pool,
  faults: Faults,
  retired: Promise<void>[],
): Promise<void> {
  const holds = async (question: string) =>
    (await observer.query<{ waits: boolean }>(question)).rows[0]?.waits === true;
  // Messages are filed first, so that a run meets its faults at the same transactions each time.
  if (await holds(UNFILED)) {
    const filing = startFiling({ connectionString, log: ctx.log, onFiled: () => undefined });
    while (await holds(UNFILED)) await pause(2);
    await filing.stop();
  }
  if (!(await holds(WAITING))) return;
  let failures = faults.happened.length;
  let worker = startProcessing(ctx, { workers: 1 });
  while (await holds(WAITING)) {
    if (faults.happened.length > failures) {
      // A worker pauses after a failure. Another process would not wait for it, so it is replaced.
      retired.push(worker.stop());
      failures = faults.happened.length;
      worker = startProcessing(ctx, { workers: 1 });
    }
    await pause(2);
  }
  await worker.stop();
}
