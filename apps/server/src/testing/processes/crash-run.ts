import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FrameDecoder, wrapFrame } from '@wardvoice/hl7';
import { findFreePort } from '../../platform/db/embedded/postmaster.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { kill, query, startSmsReceiver, startWardvoice, type SmsReceiver } from './wardvoice-processes.ts';

export interface CrashPlan {
  messages: number;
  /** The process that is killed with SIGKILL, at random times under load. */
  victim: 'server' | 'postgres';
  kills: number;
}

export interface CrashOutcome {
  acknowledged: number;
  kills: number;
  /** Acknowledged messages that are not in the table, and those that are there more than once. Both lists must be empty. */
  lost: string[];
  storedTwice: string[];
  notProcessed: string[];
  /** Acknowledged messages that do not have exactly one delivery of the trigger. */
  notTriggeredOnce: string[];
  /** Phone numbers that got more than one SMS. */
  sentTwice: string[];
  /** Number of deliveries that are neither sent nor shown as failed or waiting. */
  unaccountedFor: number;
  sent: number;
  seconds: number;
}

const SENDERS = 8;
const WINDOW = 25;
/** One message in this many has an SMS that is due at once; the SMS of the others are due a day later. */
const SMS_EVERY = 20;

/**
 * Kills the server or its PostgreSQL again and again while senders on real sockets repeat what was not acknowledged, as hospitals
 * do. Afterwards compares the tables with the acknowledgements that the senders received.
 */
export async function runCrash({ messages, victim, kills }: CrashPlan): Promise<CrashOutcome> {
  const begin = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'wardvoice-crash-'));
  const log = { info: () => undefined, warn: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  const phones = await startSmsReceiver();
  const setup = { folder, postgres, phones, mllpPort: await findFreePort(), httpPort: await findFreePort() };
  await migrate(postgres.connectionString, postgres);
  await prepare(setup);
  let server = await startProgram(setup);
  /**
   * Resolves when the server runs again. Senders wait for it, so that they still have messages to send after a start that takes
   * long.
   */
  let running: Promise<unknown> = Promise.resolve();
  let finished = false;
  try {
    const acknowledged = new Set<string>();
    const sending = Promise.all(
      Array.from({ length: SENDERS }, (_, sender) =>
        keepSending(setup.mllpPort, ownShare(sender, messages), acknowledged, { mayConnect: () => running }),
      ),
    ).then(() => (finished = true));
    let killed = 0;
    while (!finished && killed < kills) {
      // Each kill comes at a random place within its share of the messages.
      const due = ((killed + 0.3 + Math.random() * 0.6) / kills) * messages * 0.9;
      while (!finished && acknowledged.size < due) await pause(2);
      if (finished) break;
      if (victim === 'postgres') process.kill(postgres.pid ?? 0, 'SIGKILL');
      else {
        await kill(server);
        const started = startProgram(setup);
        running = started;
        server = await started;
      }
      killed += 1;
    }
    await sending;
    await untilQuiet(setup.postgres);
    return { ...(await compare(setup, acknowledged)), kills: killed, seconds: (performance.now() - begin) / 1000 };
  } finally {
    await kill(server);
    await postgres.stop();
    phones.server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

export interface Setup {
  folder: string;
  postgres: EmbeddedPostgres;
  phones: SmsReceiver;
  mllpPort: number;
  httpPort: number;
}

export async function prepare({
  postgres,
}: {
  postgres: Pick<EmbeddedPostgres, 'superuserConnectionString'>;
}): Promise<void> {
  await query(
    postgres,
    `insert into applications (title, country, access_key, access_secret_hash, quiet_from, quiet_to)
     values ('Crash', 'GB', '00000000', '', '00:00', '00:00');
     insert into triggers (application_id, trigger, action, config)
     select id, 'hl7_message_processed', 'send_sms', '{"filters": {"location": ["SOON"]}, "delay": 0, "text": "Hello"}'::jsonb from applications
     union all
     select id, 'hl7_message_processed', 'send_sms', '{"filters": {"location": ["LATER"]}, "delay": 2880, "text": "Hello"}'::jsonb from applications`,
  );
}

export const startProgram = (
  { folder, postgres, phones, mllpPort, httpPort }: Setup,
  settings: Record<string, string> = {},
): Promise<ChildProcess> =>
  startWardvoice({
    folder,
    postgres,
    phones,
    env: { PORT: String(httpPort), MLLP_PORT: String(mllpPort), ...settings },
  });

export function* ownShare(sender: number, messages: number, senders = SENDERS): Generator<string> {
  for (let number = sender; number < messages; number += senders) yield `M${number}`;
}

interface SendingOptions {
  smsEvery?: number;
  /** Is awaited before each connection. */
  mayConnect?: () => Promise<unknown>;
}

/**
 * Sends each message until it is acknowledged with AA. Messages that were not answered when a connection broke are sent again.
 */
export async function keepSending(
  port: number,
  ids: Iterable<string>,
  acknowledged: Set<string>,
  { smsEvery = SMS_EVERY, mayConnect = () => Promise.resolve() }: SendingOptions = {},
): Promise<void> {
  const source = ids[Symbol.iterator]();
  let open: string[] = [];
  let isOver = false;
  while (!isOver || open.length > 0) {
    const again = open;
    open = [];
    await mayConnect();
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      const decoder = new FrameDecoder({ maxFrameBytes: 1 << 20, keepBytes: 1024 });
      const fill = () => {
        const frames: Uint8Array[] = [];
        while (open.length < WINDOW) {
          const id = again.shift() ?? nextOf(source);
          if (id === undefined) break;
          open.push(id);
          frames.push(wrapFrame(makeMessage(id, smsEvery)));
        }
        if (frames.length > 0) socket.write(Buffer.concat(frames));
        else if (open.length === 0) {
          isOver = true;
          socket.destroy();
        }
      };
      socket.on('connect', fill);
      socket.on('data', (chunk) => {
        for (const event of decoder.push(chunk)) {
          if (event.kind !== 'frame') continue;
          const [, code, id = ''] = /MSA\|(\w\w)\|([^|\r]*)/.exec(Buffer.from(event.bytes).toString('latin1')) ?? [];
          if (code === 'AA') acknowledged.add(id);
          open.splice(open.indexOf(id), 1);
        }
        fill();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.push(...again);
        setTimeout(resolve, isOver ? 0 : 50);
      });
    });
  }
}

function nextOf(source: Iterator<string>): string | undefined {
  const { value, done } = source.next();
  return done ? undefined : value;
}

/** Returns the same bytes for the same id, so that a repeated message is recognised as a duplicate. */
function makeMessage(id: string, smsEvery: number): Buffer {
  const number = Number(id.slice(1));
  const isSoon = number % smsEvery === 0;
  const at = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  return Buffer.from(
    `MSH|^~\\&|CRASH|CRASH|WARDVOICE|Q|${at}||ADT^A01|${id}|P|2.5.1\rEVN|A01|${at}\r` +
      `PID|1||P${number}^^^CRASH||Inventwell^Ann||19700101|F|||||+447${String(100_000_000 + number)}\rPV1|1|I|${isSoon ? 'SOON' : 'LATER'}^1|||||||||||||||||V${number}\r`,
  );
}

const MAX_WAIT_MS = 120_000;

/** Waits until no message waits to be processed and no SMS is due. */
async function untilQuiet(postgres: EmbeddedPostgres): Promise<void> {
  const begin = performance.now();
  while (performance.now() - begin < MAX_WAIT_MS) {
    const [row] = await query<{ waiting: string; due: string }>(
      postgres,
      `select (select count(*) from hl7_messages where state = 'received') + (select count(*) from arrivals) as waiting,
        (select count(*) from deliveries where state = 'sending' or (state = 'scheduled' and send_at < now() + interval '10 minutes')) as due`,
    ).catch(() => []);
    if (row && Number(row.waiting) === 0 && Number(row.due) === 0) return;
    await pause(200);
  }
}

async function compare(
  { postgres, phones }: Setup,
  acknowledged: Set<string>,
): Promise<Omit<CrashOutcome, 'kills' | 'seconds'>> {
  const rows = await query<{ message_control_id: string; rows: string; processed: string; deliveries: string }>(
    postgres,
    `select m.message_control_id, count(distinct m.id) as rows, count(distinct m.id) filter (where m.state = 'processed') as processed, count(d.id) as deliveries
     from hl7_messages m left join deliveries d on d.message_id = m.id group by 1`,
  );
  const states = await query<{ state: string; count: string }>(
    postgres,
    `select state, count(*) from deliveries where send_at < now() + interval '10 minutes' group by 1`,
  );
  const stored = new Map(rows.map((row) => [row.message_control_id, row]));
  const ids = [...acknowledged];
  const count = (...wanted: string[]) =>
    states.filter(({ state }) => wanted.includes(state)).reduce((sum, row) => sum + Number(row.count), 0);
  const sent = count('sent');
  const outcomeUnknown = count('failed');
  return {
    acknowledged: ids.length,
    lost: ids.filter((id) => !stored.has(id)),
    storedTwice: ids.filter((id) => Number(stored.get(id)?.rows) > 1),
    notProcessed: ids.filter((id) => Number(stored.get(id)?.processed) !== 1),
    notTriggeredOnce: ids.filter((id) => Number(stored.get(id)?.deliveries) !== 1),
    sentTwice: [...phones.received].filter(([, times]) => times > 1).map(([to]) => to),
    unaccountedFor: Math.ceil(ids.length / SMS_EVERY) - sent - outcomeUnknown,
    sent,
  };
}
