import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { receiveText } from '../../apps/server/src/features/consent/index.ts';
import {
  createApplicationRouting,
  createGroupCommit,
  createReceiver,
  OVER_MLLP,
  startFiling,
  type Receiver,
} from '../../apps/server/src/features/intake/index.ts';
import { startProcessing } from '../../apps/server/src/features/processing/index.ts';
import type { Gateway, Gateways, SendResult } from '../../apps/server/src/platform/gateways/gateway.ts';
import { makeSurvey, makeTrigger, within } from '../../apps/server/src/testing/builders.ts';
import type { TestDatabase } from '../../apps/server/src/testing/test-database.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../apps/server/src/testing/test-server.ts';
import { createFaults, type Faults } from './inject-faults.ts';

/** Days between two surveys of one person. */
export const SURVEY_INTERVAL_DAYS = 3;
export const MAX_MESSAGES_PER_WEEK = 2;
const DELAY_MINUTES = 120;

/** A whole Wardvoice whose listeners, workers, clock, gateways and failures the simulation holds in its hand. */
export interface SimulatedWardvoice {
  server: TestServer;
  application: TestApplication;
  surveyId: number;
  listeners: readonly Receiver[];
  faults: Faults;
  /** Above row-level security and beside the faults: to look, not to work. */
  observer: pg.Pool;
  /** True when the listener answered AA; false when the line was cut first. */
  send(listener: number, text: string): Promise<boolean>;
  /** Ends the connections of all listeners to the database. */
  cutListeners(): Promise<void>;
  /** Files and processes until nothing waits; when a worker fails, another takes over. */
  process(): Promise<void>;
  /** An SMS from a patient. */
  writeBack(from: string, text: string): Promise<void>;
  switchSurvey(isOn: boolean): Promise<void>;
  stop(): Promise<void>;
}

export interface Sending {
  channel: 'sms' | 'email';
  to: string;
  text: string;
  /** Of the delivery. */
  key: string;
}

/** `onSend` sees everything that leaves, at that moment, and says what the gateway answers. */
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
  const application = await server.makeApplication({ country: 'IE', sending_facilities: ['NORTH', 'SOUTH'] });
  const survey = await makeSurvey(server, application);
  const second = await makeSurvey(server, application);
  await within(server, application, (tx) =>
    tx
      .updateTable('applications')
      .set({ survey_interval_days: SURVEY_INTERVAL_DAYS, max_messages_per_week: MAX_MESSAGES_PER_WEEK })
      .execute(),
  );
  const asking = { channel: 'sms_or_email', reminders: 1, reminder_days: 1 } as const;
  await makeTrigger(server, application, { survey_id: survey.id, delay: DELAY_MINUTES, ...asking });
  await makeTrigger(server, application, { survey_id: second.id, delay: 2 * DELAY_MINUTES, channel: 'email_or_sms' });
  const telling = { action: 'send_sms', text: 'Hello from {{hospital}}' };
  await makeTrigger(server, application, { ...telling, filters: { event: ['S12'] } });
  await makeTrigger(server, application, { ...telling, filters: { event: ['A01'] }, delay: DELAY_MINUTES });
  // A quiet listener, a busy one, and one that always leaves the filing for later.
  const listeners = [Infinity, 0.4, -1].map((busyShare) => startListener(server, busyShare));
  const retired: Promise<void>[] = [];

  return {
    server,
    application,
    surveyId: survey.id,
    listeners,
    faults,
    observer,
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
    process: () => processAll(server, observer, faults, retired),
    async writeBack(from, text) {
      await receiveText(server.house, {
        channel: 'sms',
        from,
        text,
        gatewayMessageId: null,
        origin: { applicationId: application.id },
      });
    },
    async switchSurvey(isOn) {
      await observer.query('update surveys set active = $1 where id = $2', [isOn, survey.id]);
    },
    async stop() {
      await Promise.all(retired);
      for (const listener of listeners) await listener.close();
      await observer.end();
      await server.stop();
    },
  };
}

function startListener({ house: { db, log, clock }, connectionString }: TestServer, busyShare: number): Receiver {
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

async function processAll(
  { house, connectionString }: TestServer,
  observer: pg.Pool,
  faults: Faults,
  retired: Promise<void>[],
): Promise<void> {
  const holds = async (question: string) =>
    (await observer.query<{ waits: boolean }>(question)).rows[0]?.waits === true;
  // First what is to be filed, so that a run meets its faults at the same transactions each time.
  if (await holds(UNFILED)) {
    const filing = startFiling({ connectionString, log: house.log, onFiled: () => undefined });
    while (await holds(UNFILED)) await pause(2);
    await filing.stop();
  }
  if (!(await holds(WAITING))) return;
  let failures = faults.happened.length;
  let worker = startProcessing(house, { workers: 1 });
  while (await holds(WAITING)) {
    if (faults.happened.length > failures) {
      // It pauses after its failure; another process would not wait for it.
      retired.push(worker.stop());
      failures = faults.happened.length;
      worker = startProcessing(house, { workers: 1 });
    }
    await pause(2);
  }
  await worker.stop();
}
