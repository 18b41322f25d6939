import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openIntakeConnection, storeMessages } from '../../apps/server/src/features/intake/store-messages.ts';
import { subjectKeys } from '../../apps/server/src/features/acknowledged/index.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded-postgres.ts';
import { findFreePort } from '../../apps/server/src/platform/db/embedded/postmaster.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';

/**
 * Measures processed messages per second from a backlog, with a trigger that matches one message in ten. For comparison, the same
 * rows are written by plain INSERTs of 1,000. CPU time says more than the rate when other programs use the machine.
 */
const MESSAGES = Number(process.argv[2] ?? '20000');
const AT_ONCE = 1_000;
const CLOCK_TICKS = 100;
const EVENTS = ['A01', 'A08', 'A02', 'A08', 'A08', 'A02', 'A08', 'A08', 'A08', 'A03'] as const;

const folder = mkdtempSync(join(tmpdir(), 'wardvoice-bench-'));
const log = { info: () => undefined, warn: (message: string) => process.stderr.write(`${message}\n`) };
const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
try {
  await migrate(postgres.connectionString, postgres);
  const url = new URL(postgres.superuserConnectionString);
  url.pathname = '/wardvoice';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(
    `insert into applications (title, time_zone, country, access_key, access_secret_hash)
     values ('Bench', 'UTC', 'IE', '00000000', '');
     insert into triggers (application_id, trigger, action, config)
     select id, 'hl7_message_processed', 'send_sms', '{"filters": {"event": ["A03"]}, "delay": 1440, "text": "Hello {{given_name}}"}'::jsonb
     from applications`,
  );
  await storeBacklog(client, url.href);
  const plain = await plainInserts(client);

  const child = spawn(process.execPath, [fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: postgres.connectionString,
      DATA_DIR: `${folder}/server`,
      PORT: String(await findFreePort()),
      ROLES: 'worker',
      LOG_LEVEL: 'warn',
    },
  });
  const begin = await untilSomeProcessed(client);
  const [cpuBegin, backendsBegin] = [cpuSeconds(child.pid ?? 0), await backendSeconds(client)];
  const left = await countWaiting(client);
  await untilAllProcessed(client);
  const seconds = (performance.now() - begin) / 1000;
  const done = left;
  const perMessage = (cpu: number) => Math.round((cpu / done) * 1_000_000);
  const row = {
    bench: 'processing',
    messages: done,
    per_second: Math.round(done / seconds),
    of_plain_inserts: Math.round((done / seconds / plain) * 100) / 100,
    server_cpu_us_per_message: perMessage(cpuSeconds(child.pid ?? 0) - cpuBegin),
    postgres_cpu_us_per_message: perMessage((await backendSeconds(client)) - backendsBegin),
    deliveries: Number((await client.query('select count(*) as n from deliveries')).rows[0].n),
    memory_mb: Math.round(
      Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    ),
  };
  console.log(JSON.stringify(row));
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await gone;
  await client.end();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function storeBacklog(client: pg.Client, connectionString: string): Promise<void> {
  const { rows } = await client.query(
    'select id::int as id, (select version::int from intake_settings) as version from applications',
  );
  const { id, version } = rows[0] as { id: number; version: number };
  const intake = await openIntakeConnection(connectionString, 'bench');
  for (let from = 0; from < MESSAGES; from += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, MESSAGES - from) }, (_, index) => from + index).map(
      (number) => {
        const patient = Math.floor(number / 500) * 50 + (number % 50);
        const step = Math.floor((number % 500) / 50);
        const event = EVENTS[step] ?? 'A08';
        return {
          applicationId: id,
          state: 'received' as const,
          source: 'mllp' as const,
          receivedAt: new Date(),
          sendingApplication: 'PAS',
          sendingFacility: 'BENCH',
          controlId: `B${number}`,
          messageType: 'ADT',
          event,
          version: '2.5.1',
          processingId: 'P',
          subjectKeys: subjectKeys(id, [`${500_000 + patient}`]),
          silent: false,
          raw: makeMessage(event, number, patient, step),
          rawTruncated: false,
          error: null,
        };
      },
    );
    if (!(await storeMessages(intake, batch, version))) throw new Error('the backlog could not be stored');
  }
  await intake.end();
}

function makeMessage(event: string, number: number, patient: number, step: number): Uint8Array {
  const at = new Date(Date.now() - 3_600_000 + step * 60_000).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '');
  return Buffer.from(
    `MSH|^~\\&|PAS|BENCH|WARDVOICE|QUALITY|${at}+0000||ADT^${event}|B${number}|P|2.5.1|||AL|NE||UNICODE UTF-8\r` +
      `EVN|${event}|${at}+0000|||CLERK07^Deskworthy^Ida\r` +
      `PID|1||${500_000 + patient}^^^BENCH&2.999.1&ISO^MR||Testwell^Orla^Mary^^Ms^^L||19640517|F|||1 Invented Lane^Flat 2^Exampletown^^A00 X000^IRL^H||+35387${String(patient % 10_000_000).padStart(7, '0')}^PRN^CP^orla.testwell@example.org~+35310000101^PRN^PH|+35310000199^WPN^PH|en^English^ISO639|M\r` +
      `PD1||||D0001^Pretend^Peter^^^Dr|||||||N^No restriction^HL70215|N\r` +
      `PV1|1|I|WARD${(patient + step) % 30}^B12^2^BENCH^^N|R|||C0007^Sampleson^Grace^^^Dr|||MED||||7|||C0007^Sampleson^Grace^^^Dr|INP|V${patient}^^^BENCH^VN|||||||||||||||||||||||||${at}+0000\r`,
  );
}

/** Returns rows of a message's size per second, with 1,000 rows in a statement. */
async function plainInserts(client: pg.Client): Promise<number> {
  await client.query(
    'create table insert_probe (id bigint generated always as identity primary key, raw bytea not null)',
  );
  const begin = performance.now();
  for (let from = 0; from < MESSAGES; from += AT_ONCE)
    await client.query(
      `insert into insert_probe (raw) select convert_to(repeat('A', 700), 'UTF8') from generate_series(1, ${AT_ONCE})`,
    );
  const rate = MESSAGES / ((performance.now() - begin) / 1000);
  await client.query('drop table insert_probe');
  return rate;
}

async function countWaiting(client: pg.Client): Promise<number> {
  return Number((await client.query(`select count(*) as n from hl7_messages where state = 'received'`)).rows[0].n);
}

async function untilSomeProcessed(client: pg.Client): Promise<number> {
  while ((await countWaiting(client)) === MESSAGES) await pause(20);
  return performance.now();
}

/** Asks for one row only: counting all of them took a third of PostgreSQL's time away from what is measured. */
async function untilAllProcessed(client: pg.Client): Promise<void> {
  const oneWaits = `select from hl7_messages where state = 'received' order by application_id desc, id desc limit 1`;
  while ((await client.query(oneWaits)).rows.length > 0) await pause(20);
}

/** Returns the CPU time of all threads of a process. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
}

async function backendSeconds(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select pid from pg_stat_activity where application_name = 'wardvoice'`);
  return rows.reduce((sum: number, { pid }: { pid: number }) => sum + cpuSeconds(pid), 0);
}
