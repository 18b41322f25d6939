import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FrameDecoder, wrapFrame } from '@wardvoice/hl7';
import { findFreePort } from '../platform/db/embedded/postmaster.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { migrate } from '../platform/db/migrate.ts';
import { kill, query, startSmsReceiver, startWardvoice, type SmsReceiver } from './wardvoice-processes.ts';

export interface CrashPlan {
  messages: number;
  /** Who is killed with SIGKILL, at random moments under load. */
  victim: 'server' | 'postgres';
  kills: number;
}

export interface CrashOutcome {
  acknowledged: number;
  kills: number;
  /** Acknowledged AA and not in the table, or there more than once: both must stay empty. */
  lost: string[];
  storedTwice: string[];
  notProcessed: string[];
  /** Acknowledged, and without exactly one delivery of the trigger. */
  notTriggeredOnce: string[];
  /** People who got more than one SMS. */
  sentTwice: string[];
  /** Neither sent nor shown as failed or waiting. */
  unaccountedFor: number;
  sent: number;
  seconds: number;
}

const SENDERS = 8;
const WINDOW = 25;
/** One message in so many is answered with an SMS at once; the others a day later. */
const SMS_EVERY = 20;

/**
 * Senders on real sockets keep sending what was not acknowledged, as hospitals do, while the server or its PostgreSQL is
 * killed again and again. Afterwards the tables are compared with what the senders were told.
 */
export async function runCrash({ messages, victim, kills }: CrashPlan): Promise<CrashOutcome> {
  const begin = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'wardvoice-crash-'));
  const log = { info: () => undefined, warn: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  const phones = await startSmsReceiver();
  const house = { folder, postgres, phones, mllpPort: await findFreePort(), httpPort: await findFreePort() };
  await migrate(postgres.connectionString);
  await prepare(house);
  let server = await startProgram(house);
  let finished = false;
  try {
    const acknowledged = new Set<string>();
    const sending = Promise.all(
      Array.from({ length: SENDERS }, (_, sender) =>
        keepSending(house.mllpPort, ownShare(sender, messages), acknowledged),
      ),
    ).then(() => (finished = true));
    let killed = 0;
    while (!finished && killed < kills) {
      // Somewhere within the load, never twice at the same place.
      const due = ((killed + 0.3 + Math.random() * 0.6) / kills) * messages * 0.9;
      while (!finished && acknowledged.size < due) await pause(2);
      if (finished) break;
      if (victim === 'postgres') process.kill(postgres.pid ?? 0, 'SIGKILL');
      else {
        await kill(server);
        server = await startProgram(house);
      }
      killed += 1;
    }
    await sending;
    await untilQuiet(house.postgres);
    return { ...(await compare(house, acknowledged)), kills: killed, seconds: (performance.now() - begin) / 1000 };
  } finally {
    await kill(server);
    await postgres.stop();
    phones.server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

export interface House {
  folder: string;
  postgres: EmbeddedPostgres;
  phones: SmsReceiver;
  mllpPort: number;
  httpPort: number;
}

export async function prepare({ postgres }: House): Promise<void> {
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
  { folder, postgres, phones, mllpPort, httpPort }: House,
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

/** Sends until each of its messages was acknowledged AA; what a broken connection left open is sent again. */
export async function keepSending(
  port: number,
  ids: Iterable<string>,
  acknowledged: Set<string>,
  smsEvery = SMS_EVERY,
): Promise<void> {
  const source = ids[Symbol.iterator]();
  let open: string[] = [];
  let isOver = false;
  while (!isOver || open.length > 0) {
    const again = open;
    open = [];
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

/** The same bytes each time: that is what makes a second sending a duplicate. */
function makeMessage(id: string, smsEvery: number): Buffer {
  const number = Number(id.slice(1));
  const isSoon = number % smsEvery === 0;
  const at = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  return Buffer.from(
    `MSH|^~\\&|CRASH|CRASH|WARDVOICE|Q|${at}||ADT^A01|${id}|P|2.5.1\rEVN|A01|${at}\r` +
      `PID|1||P${number}^^^CRASH||Inventwell^Ann||19700101|F|||||+447${String(100_000_000 + number)}\rPV1|1|I|${isSoon ? 'SOON' : 'LATER'}^1|||||||||||||||||V${number}\r`,
  );
}

const LONGEST_WAIT_MS = 120_000;

/** Until nothing waits to be processed and no SMS is due any more. */
async function untilQuiet(postgres: EmbeddedPostgres): Promise<void> {
  const begin = performance.now();
  while (performance.now() - begin < LONGEST_WAIT_MS) {
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
  { postgres, phones }: House,
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
