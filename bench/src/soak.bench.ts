import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ADMIN, callApi, signInAdmin } from './call-api.ts';
import { prepareServer, type BenchServer } from './ingest/prepare-server.ts';
import { sendLoad } from './ingest/sender.ts';
import type { Told } from './soak/mailbox.ts';
import { postgresMemory, readFigures, risePerHour, type Memory } from './soak/memory.ts';
import { startPeople, type People } from './soak/people.ts';
import { dischargesAmong, makeStays } from './soak/stays.ts';

/**
 * What becomes of a server that works for hours: stays begin and end at a steady rate, whoever goes home is asked by e-mail, some
 * answer, and users look around. Told are acknowledgements, what waits, and memory from one part to the next, and at the end whether
 * everything acknowledged was stored, processed and sent once. Hours (24 for a day), and messages a second.
 */
const HOURS = Number(process.argv[2] ?? '1');
const PER_SECOND = Number(process.argv[3] ?? '100');

const PARTS = 24;
const CONNECTIONS = 16;
/** Of memory that is collected now and then, the least of these looks at it counts. */
const LOOKS_EVERY_MS = 2_000;
/** While caches, pools and tables grow to their size, memory is not judged. */
const SETTLING_SHARE = 0.25;
const SETTLES_WITHIN_MS = 300_000;

interface Part extends Memory {
  /** Hours since the beginning, at its end. */
  hours: number;
  acknowledged_per_second: number;
  acknowledged_p50_ms: number;
  acknowledged_p99_ms: number;
  /** Messages that wait to be filed or processed, and deliveries that are due. */
  waiting: number;
  due: number;
  /** The longest that the server's main thread was busy with one thing. */
  pause_ms: number;
  postgres: number;
}

const folder = mkdtempSync(join(tmpdir(), 'wardvoice-bench-'));
let isKept = false;
const mailbox = fork(fileURLToPath(new URL('soak/mailbox.ts', import.meta.url)), {
  execArgv: ['--conditions=wardvoice-source', '--import', 'tsx'],
});
try {
  const { port } = await next(isPort);
  const server = await prepareServer(folder, {
    ...ADMIN,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    // Each patient has an address of their own.
    TRUST_PROXY: '127.0.0.1',
  });
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await askWhoeverGoesHome(server, client);
  const people = startPeople(server.url);
  mailbox.on('message', (told: Told) => 'link' in told && people.answer(told.link));

  const parts: Part[] = [];
  const begin = performance.now();
  const frame = makeStays();
  const ofPart = Math.round((PER_SECOND * HOURS * 3600) / PARTS);
  let sent = 0;
  const acknowledgedAt = new Float64Array(ofPart * PARTS);
  while (parts.length < PARTS) {
    const first = sent;
    const watched = watchFigures(server.url);
    const load = { port: server.mllpPort, connections: CONNECTIONS, inFlight: 10, perSecond: PER_SECOND };
    const result = await sendLoad({
      ...load,
      messages: ofPart,
      frame: (n) => frame(first + n),
      onAccepted: (n) => void (acknowledgedAt[first + n] = Date.now()),
    });
    if (result.notAccepted > 0) throw new Error(`${result.notAccepted} messages were not accepted`);
    sent += ofPart;
    const part: Part = {
      hours: (performance.now() - begin) / 3_600_000,
      acknowledged_per_second: result.messages / result.seconds,
      acknowledged_p50_ms: result.p50,
      acknowledged_p99_ms: result.p99,
      ...(await readQueues(client)),
      ...(await watched.end()),
      postgres: postgresMemory(folder),
    };
    parts.push(part);
    console.log(JSON.stringify({ bench: 'soak-part', ...rounded(part) }));
  }
  console.table(parts.map(rounded));
  await settle(client);
  const judged = parts.slice(Math.floor(PARTS * SETTLING_SHARE));
  const rise = (read: (part: Part) => number) =>
    risePerHour(judged.map((part) => ({ hours: part.hours, value: read(part) })));
  const row = rounded({
    bench: 'soak',
    hours: HOURS,
    messages: sent,
    ...(await compareLedger(client, sent)),
    ...peopleOf(people),
    resident_mb_per_hour: rise(({ resident }) => resident),
    heap_mb_per_hour: rise(({ heap }) => heap),
    postgres_mb_per_hour: rise(({ postgres }) => postgres),
  });
  console.log(JSON.stringify(row));
  console.table([row]);
  console.table(await listScanned(client, sent));
  for (const [said, times] of people.failures) console.log(`${times} times: ${said}`);
  if (row.lost > 0) await keepEvidence(client, acknowledgedAt);
  await people.leave();
  await client.end();
  await server.stop();
} finally {
  mailbox.kill();
  if (!isKept) rmSync(folder, { recursive: true, force: true });
}

/** Makes a survey and the rule that offers it, by e-mail and at any hour, to whoever is discharged. */
async function askWhoeverGoesHome(server: BenchServer, client: pg.Client): Promise<void> {
  await client.query(`update applications set quiet_from = '00:00', quiet_to = '00:00'`);
  const { token } = await signInAdmin(server.url);
  const base = `${server.url}/api/v1`;
  const { data } = (await callApi(`${base}/surveys`, 'POST', {
    token,
    body: { survey: { template: 'friends_and_family_test', active: true } },
  })) as { data: { id: number } };
  const config = { filters: { event: ['A03'] }, survey_id: data.id, channel: 'email', delay: 0 };
  await callApi(`${base}/applications/1/triggers`, 'POST', {
    token,
    body: { trigger: { trigger: 'hl7_message_processed', action: 'send_survey_request', config } },
  });
}

/** Looks at the server's figures again and again. The least memory is what it holds after its garbage was collected. */
function watchFigures(url: string): { end: () => Promise<Memory & { pause_ms: number }> } {
  const seen: Awaited<ReturnType<typeof readFigures>>[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      seen.push(await readFigures(url));
      await pause(LOOKS_EVERY_MS);
    }
  })();
  return {
    async end() {
      isOver = true;
      await watching;
      return {
        resident: Math.min(...seen.map(({ resident }) => resident)),
        heap: Math.min(...seen.map(({ heap }) => heap)),
        pause_ms: Math.max(...seen.map(({ pauseMs }) => pauseMs)),
      };
    },
  };
}

async function readQueues(client: pg.Client): Promise<{ waiting: number; due: number }> {
  const { rows } = await client.query<{ waiting: string; due: string }>(
    `select (select count(*) from hl7_messages where state = 'received')
         + (select coalesce(sum(cardinality(ids)), 0) from arrivals) as waiting,
       (select count(*) from deliveries where state in ('scheduled', 'sending') and send_at <= now()) as due`,
  );
  return { waiting: Number(rows[0]?.waiting), due: Number(rows[0]?.due) };
}

async function settle(client: pg.Client): Promise<void> {
  const until = performance.now() + SETTLES_WITHIN_MS;
  while (performance.now() < until) {
    const { waiting, due } = await readQueues(client);
    if (waiting + due === 0) return;
    await pause(500);
  }
}

/** Compares what was acknowledged with what is stored, and whom the mail server heard of with who went home. */
async function compareLedger(client: pg.Client, sent: number) {
  const { rows } = await client.query<{ stored: string; processed: string; asked: string }>(
    `select count(distinct message_control_id) as stored, count(*) filter (where state = 'processed') as processed,
       (select count(*) from deliveries where purpose = 'survey' and sent_at is not null) as asked
     from hl7_messages`,
  );
  const [found] = rows;
  mailbox.send('count');
  const { mails, twice } = await next(isCount);
  return {
    lost: sent - Number(found?.stored),
    not_processed: sent - Number(found?.processed),
    not_asked: dischargesAmong(sent) - Number(found?.asked),
    mails_missing: Number(found?.asked) - mails,
    asked_twice: twice,
  };
}

/** Says which messages are not stored and when each was acknowledged, and leaves the database where it is. */
async function keepEvidence(client: pg.Client, acknowledgedAt: Float64Array): Promise<void> {
  isKept = true;
  const { rows } = await client.query<{ n: number }>(
    `select n::int from generate_series(0, $1::int - 1) n
     where not exists (select from hl7_messages where message_control_id = 'S' || n) order by n`,
    [acknowledgedAt.length],
  );
  for (const { n } of rows.slice(0, 1_000)) {
    const at = acknowledgedAt[n];
    console.log(
      `S${n} is not stored, ${at ? `acknowledged ${new Date(at).toISOString()}` : 'and was not acknowledged'}`,
    );
  }
  const { rows: arrivals } = await client.query('select * from arrivals limit 20');
  console.log(`The database stays in ${folder}. Arrivals that are not filed:`, arrivals);
}

/** Tables of which rows were read one after the other and not found by an index, with how many for each message: what grows with the table. */
async function listScanned(client: pg.Client, sent: number) {
  const { rows } = await client.query<{ table: string; scans: number; rows: number }>(
    `select relname as table, seq_scan::float8 as scans, seq_tup_read::float8 as rows from pg_stat_user_tables
     order by seq_tup_read desc limit 8`,
  );
  return rows.map((one) => rounded({ ...one, rows_a_message: one.rows / sent }));
}

function peopleOf({ calls, answers, failures }: People) {
  return { calls, answers, failed_calls: [...failures.values()].reduce((sum, times) => sum + times, 0) };
}

/** Waits for the next thing of a kind that the mail server tells. */
function next<T extends Told>(is: (told: Told) => told is T): Promise<T> {
  return new Promise((resolve) => {
    const listen = (told: Told) => {
      if (!is(told)) return;
      mailbox.off('message', listen);
      resolve(told);
    };
    mailbox.on('message', listen);
  });
}

function isPort(told: Told): told is { port: number } {
  return 'port' in told;
}

function isCount(told: Told): told is { mails: number; twice: number } {
  return 'mails' in told;
}

function rounded<T extends object>(row: T): T {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, typeof value === 'number' ? Math.round(value * 100) / 100 : value]),
  ) as T;
}
