import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { makeFrame, sendLoad, type LoadResult } from './ingest/sender.ts';
import { measureFsyncRate } from './ingest/fsync-rate.ts';
import { measureInsertRate } from './ingest/insert-rate.ts';
import { prepareServer } from './ingest/prepare-server.ts';
import { useLog } from './ingest/use-log.ts';

/**
 * Measures acknowledged messages per second. An AA means only that the message is stored durably (fsync is on). For comparison, a
 * bare socket and @medplum/hl7 answer without storing anything. The sender runs on the same machine.
 */
const SHAPES = [
  { connections: 1, inFlight: 1, messages: 4_000 },
  { connections: 1, inFlight: 50, messages: 20_000 },
  { connections: 8, inFlight: 1, messages: 20_000 },
  { connections: 8, inFlight: 50, messages: 40_000 },
  { connections: 64, inFlight: 1, messages: 40_000 },
  { connections: 64, inFlight: 50, messages: 60_000 },
] as const;

const scale = Number(process.argv[2] ?? '1');
const folder = mkdtempSync(join(tmpdir(), 'wardvoice-bench-'));
const rows: Record<string, unknown>[] = [];

try {
  const fsyncRate = measureFsyncRate(folder);
  console.log(JSON.stringify({ bench: 'ingest', name: 'fdatasync of the disk', per_second: Math.round(fsyncRate) }));
  const rates = new Map<string, number>();
  for (const name of ['bare-socket', 'medplum'] as const) {
    const { port, stop } = await startTarget(name);
    await measure(name, port, rates);
    await stop();
  }
  const server = await prepareServer(folder);
  await useLog(server.databaseUrl);
  const insertRate = await measureInsertRate(server.databaseUrl);
  console.log(
    JSON.stringify({ bench: 'ingest', name: 'plain INSERTs, one after the other', per_second: Math.round(insertRate) }),
  );
  await measure('wardvoice', server.mllpPort, rates, server);
  await server.stop();
  console.table(rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(
  name: string,
  port: number,
  rates: Map<string, number>,
  server?: { pid: number; databaseUrl: string },
): Promise<void> {
  const warmUp = makeFrame(`${name[0]}w`);
  await sendLoad({ port, connections: 8, inFlight: 1, messages: 2_000, frame: warmUp });
  for (const [index, { connections, inFlight, messages }] of SHAPES.entries()) {
    // medplum answers only the first of several frames that arrive in one read, so a sender that sends several at once would wait
    // for ever.
    if (name === 'medplum' && inFlight > 1) continue;
    const frame = makeFrame(`${name[0]}${index}x`);
    const result = await sendLoad({ port, connections, inFlight, messages: Math.round(messages * scale), frame });
    const processedAfter = server ? await untilProcessed(server.databaseUrl) : null;
    const key = `${connections}×${inFlight}`;
    const rate = result.messages / result.seconds;
    rates.set(`${name} ${key}`, rate);
    report(name, key, result, rate, rates, server ? memoryOf(server.pid) : null, processedAfter);
  }
}

function report(
  name: string,
  key: string,
  result: LoadResult,
  rate: number,
  rates: Map<string, number>,
  memoryMb: number | null,
  processedAfter: number | null,
): void {
  const against = (peer: string) =>
    rates.has(`${peer} ${key}`) ? Math.round((rate / (rates.get(`${peer} ${key}`) ?? 1)) * 100) / 100 : null;
  const row = {
    name,
    'connections×in flight': key,
    per_second: Math.round(rate),
    p50_ms: Math.round(result.p50 * 10) / 10,
    p99_ms: Math.round(result.p99 * 10) / 10,
    of_bare_socket: against('bare-socket'),
    of_medplum: against('medplum'),
    not_accepted: result.notAccepted,
    memory_mb: memoryMb,
    processed_after_s: processedAfter,
  };
  rows.push(row);
  console.log(JSON.stringify({ bench: 'ingest', ...row }));
}

function startTarget(name: string): Promise<{ port: number; stop(): Promise<void> }> {
  const program = fileURLToPath(new URL(`./ingest/${name}.ts`, import.meta.url));
  const child: ChildProcess = fork(program, { execArgv: ['--conditions=wardvoice-source', '--import', 'tsx'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('message', (message) =>
      resolve({
        port: (message as { port: number }).port,
        stop: () =>
          new Promise((done) => {
            child.once('exit', () => done());
            child.kill();
          }),
      }),
    );
  });
}

/** Returns the seconds from the last acknowledgement until nothing waits to be processed. */
async function untilProcessed(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const begin = performance.now();
  for (;;) {
    const { rows: waiting } = await client.query(
      `(select from arrivals limit 1) union all (select from hl7_messages where state = 'received' limit 1)`,
    );
    if (waiting.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await client.end();
  return Math.round((performance.now() - begin) / 10) / 100;
}

/** Returns the most resident memory that the server process has ever had, in megabytes. */
function memoryOf(pid: number): number | null {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
  } catch {
    return null;
  }
}
