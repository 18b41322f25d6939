import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../platform/db/embedded/postmaster.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { compare, compareSent, type OrderFaults } from './order-comparison.ts';
import { nothingYet, sendStays, type Acknowledged } from './order-feed.ts';
import { prepareOrder, untilQuiet } from './order-run.ts';
import { kill, startSmsReceiver, startWardvoice, type SmsReceiver } from './wardvoice-processes.ts';

export interface UpgradePlan {
  /** The program before and after: true for the built server, false for the source, or the main file of a built server. */
  before: boolean | string;
  after: boolean | string;
  /** How many processes take messages and serve people; there are as many workers. */
  pairs: number;
  senders: number;
  /** For so long messages come in before the first process is replaced, between two of them, and after the last. */
  undisturbedMs: number;
}

export interface UpgradeOutcome extends OrderFaults {
  acknowledged: number;
  /** Messages that were answered with anything but AA, connections that no process took, and calls of people that failed. */
  refused: number;
  refusedConnections: number;
  failedCalls: string[];
  /** Messages whose connection ended before they were answered. They were sent again, as every sender of HL7 does. */
  unanswered: number;
  calls: number;
  inDoubt: number;
  /** Longest time without an acknowledgement, in milliseconds. */
  longestPauseMs: number;
  /** What the processes before and after logged as a warning or an error, each text once. */
  logged: string[];
}

const POLL_MS = 10;
const ADMIN = { ADMIN_EMAIL: 'upgrade@wardvoice.example', ADMIN_PASSWORD: 'one version after another' };

/** What a person asks for meanwhile, again and again. */
const CALLS = [
  'hl7_messages',
  'hl7_messages?sort=-event_at&per_page=25',
  'deliveries',
  'patients',
  'feedback',
  'cases',
  'dashboard',
  'contacts',
  'audit',
  'inbox',
  'surveys',
  'users',
  'mailing_list',
  'webhooks',
  'reports/trend',
  'applications/1/triggers',
];

/**
 * Replaces the processes of one version by those of another, one after the other, while messages come in through a load balancer and
 * a person works. The first of the new ones migrates the database that the old ones go on working with.
 */
export async function runUpgrade(plan: UpgradePlan): Promise<UpgradeOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'wardvoice-upgrade-'));
  const log = { info: () => undefined, warn: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  const behind = new Map<string, number>();
  const seen = nothingYet();
  const phones = await startSmsReceiver({
    onSms: (to) => {
      const takenBackAt = seen.takenBackAt.get(to);
      if (takenBackAt !== undefined) behind.set(to, performance.now() - takenBackAt);
    },
  });
  const feed = await startBalancer();
  const web = await startBalancer();
  const setting = { folder, postgres, phones, feed, web, logged: new Set<string>(), running: [] };
  try {
    const replaced: Running[] = [];
    for (let pair = 0; pair < plan.pairs; pair += 1) {
      replaced.push(await start(setting, 'web,mllp', plan.before));
      if (pair === 0) await prepareOrder(postgres);
      replaced.push(await start(setting, 'worker', plan.before));
    }
    let patients = 0;
    let isOver = false;
    const next = function* () {
      while (!isOver) yield (patients += 1) - 1;
    };
    const sending = Promise.all(Array.from({ length: plan.senders }, () => sendStays([feed.port], next(), seen)));
    const person = work(web.port, () => isOver);
    const pauses = watchPauses(seen);
    await pause(plan.undisturbedMs);
    for (const old of replaced) {
      await start(setting, old.roles, plan.after);
      await stop(setting, old);
      await pause(plan.undisturbedMs);
    }
    isOver = true;
    const longestPauseMs = pauses.stop();
    await sending;
    const { calls, failed } = await person;
    await untilQuiet(postgres);
    return {
      acknowledged: seen.controlIds.size,
      refused: seen.refused,
      refusedConnections: feed.refused + web.refused,
      failedCalls: failed,
      unanswered: seen.unanswered,
      calls,
      ...(await compare(postgres, patients, seen)),
      ...(await compareSent(postgres, patients, phones, behind)),
      longestPauseMs,
      logged: [...setting.logged],
    };
  } finally {
    for (const { child } of setting.running) await kill(child);
    feed.close();
    web.close();
    await postgres.stop();
    phones.server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Setting {
  folder: string;
  postgres: EmbeddedPostgres;
  phones: SmsReceiver;
  feed: Balancer;
  web: Balancer;
  logged: Set<string>;
  running: Running[];
}

interface Running {
  roles: 'web,mllp' | 'worker';
  child: ChildProcess;
  mllpPort: number;
  httpPort: number;
}

async function start(setting: Setting, roles: Running['roles'], program: boolean | string): Promise<Running> {
  const { folder, postgres, phones, logged, running } = setting;
  const [mllpPort, httpPort] = [await findFreePort(), await findFreePort()];
  const child = await startWardvoice({
    folder,
    postgres,
    phones,
    isBuilt: program,
    env: {
      ...ADMIN,
      ROLES: roles,
      DATABASE_OWNER_URL: postgres.ownerConnectionString,
      MLLP_PORT: `${mllpPort}`,
      PORT: `${httpPort}`,
      LOG_LEVEL: 'warn',
    },
    onLine: (line) => line.startsWith('{') && logged.add(`${roles}: ${wordsOf(line)}`),
  });
  const one = { roles, child, mllpPort, httpPort };
  running.push(one);
  balance(setting);
  return one;
}

/**
 * Takes a process out of the load balancers, and lets it end what it has begun. A sender's connection is open for days, so the process
 * ends it; a call has one of its own.
 */
async function stop(setting: Setting, one: Running): Promise<void> {
  setting.running.splice(setting.running.indexOf(one), 1);
  balance(setting);
  await setting.web.untilLeft(one.httpPort);
  const ended = once(one.child, 'exit');
  one.child.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  if (code !== 0) setting.logged.add(`${one.roles}: ended with ${code}`);
}

function balance({ running, feed, web }: Setting): void {
  const serving = running.filter(({ roles }) => roles !== 'worker');
  feed.sendTo(serving.map(({ mllpPort }) => mllpPort));
  web.sendTo(serving.map(({ httpPort }) => httpPort));
}

function wordsOf(line: string): string {
  const { msg = '', err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
  return err?.message ? `${msg}: ${err.message}` : msg;
}

/** Signs in, and reads and writes until it is over. Each call has a connection of its own. */
async function work(port: number, isOver: () => boolean): Promise<{ calls: number; failed: string[] }> {
  const failed: string[] = [];
  const login = await send(port, 'POST', 'login', '', {
    username: ADMIN.ADMIN_EMAIL,
    password: ADMIN.ADMIN_PASSWORD,
  });
  const { auth_token: token } = JSON.parse(login.body) as { auth_token: string };
  await send(port, 'PUT', 'session/application', token, { application_id: 1 });
  let calls = 0;
  for (; !isOver(); calls += 1) {
    const isWriting = calls % (CALLS.length + 1) === CALLS.length;
    const path = isWriting ? 'contacts' : (CALLS[calls % (CALLS.length + 1)] ?? '');
    const { status, body } = isWriting
      ? await send(port, 'POST', path, token, {
          contact: { name: `Juniper Contact ${calls}`, email: `contact-${calls}@ward.example` },
        })
      : await send(port, 'GET', path, token);
    if (status < 200 || status > 299) failed.push(`${path}: ${status} ${body.slice(0, 200)}`);
    await pause(POLL_MS);
  }
  return { calls, failed };
}

/** Status 0: the connection broke. */
function send(
  port: number,
  method: string,
  path: string,
  token: string,
  content?: unknown,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const asked = request(
      { port, host: '127.0.0.1', method, path: `/api/v1/${path}`, headers, agent: false },
      (answer) => {
        let body = '';
        answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
        answer.on('close', () => resolve({ status: answer.complete ? (answer.statusCode ?? 0) : 0, body }));
      },
    );
    asked.on('error', ({ message }) => resolve({ status: 0, body: message }));
    asked.end(content === undefined ? undefined : JSON.stringify(content));
  });
}

function watchPauses({ controlIds }: Acknowledged) {
  let count = controlIds.size;
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    if (controlIds.size === count) return;
    count = controlIds.size;
    last = now;
  }, POLL_MS);
  return {
    stop() {
      clearInterval(timer);
      return Math.round(longest);
    },
  };
}
