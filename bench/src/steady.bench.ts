import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { makeFrame, sendLoad } from './ingest/sender.ts';
import { prepareServer } from './ingest/prepare-server.ts';

/**
 * How long a message takes from its acknowledgement until it is visible as processed, while so many a second arrive for so long
 * over 64 connections. Beside it: how long the same query takes by itself. The sender runs on the same machine.
 */
const PER_SECOND = Number(process.argv[2] ?? '3000');
const SECONDS = Number(process.argv[3] ?? '600');
const PROBE_EVERY_MS = 250;
const ASK_EVERY_MS = 5;
const WARM_UP = 2_000;

const folder = mkdtempSync(join(tmpdir(), 'wardvoice-bench-'));
try {
  const server = await prepareServer(folder);
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await sendLoad({ port: server.mllpPort, connections: 8, inFlight: 1, messages: WARM_UP, frame: makeFrame('w') });

  const visibleAfter: number[] = [];
  const queries: number[] = [];
  let last = -1;
  let isOver = false;
  const probing = (async () => {
    while (!isOver) {
      await pause(PROBE_EVERY_MS);
      if (last < 0) continue;
      const [controlId, from] = [`s${last}`, performance.now()];
      while (!(await isProcessed(client, controlId, queries))) await pause(ASK_EVERY_MS);
      visibleAfter.push(performance.now() - from);
    }
  })();
  const sent = await sendLoad({
    port: server.mllpPort,
    connections: 64,
    inFlight: 50,
    messages: PER_SECOND * SECONDS,
    frame: makeFrame('s'),
    perSecond: PER_SECOND,
    onAccepted: (n) => (last = n),
  });
  isOver = true;
  await probing;
  const row = {
    bench: 'steady',
    messages: sent.messages,
    per_second: Math.round(sent.messages / sent.seconds),
    not_accepted: sent.notAccepted,
    acknowledged_p50_ms: round(sent.p50),
    acknowledged_p99_ms: round(sent.p99),
    visible_p50_ms: round(percentile(visibleAfter, 0.5)),
    visible_p99_ms: round(percentile(visibleAfter, 0.99)),
    visible_max_ms: round(percentile(visibleAfter, 1)),
    query_p50_ms: round(percentile(queries, 0.5)),
    memory_mb: Math.round(
      Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024,
    ),
  };
  console.log(JSON.stringify(row));
  console.table([row]);
  await client.end();
  await server.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function isProcessed(client: pg.Client, controlId: string, queries: number[]): Promise<boolean> {
  const from = performance.now();
  const { rows } = await client.query(
    `select from hl7_messages where message_control_id = $1 and application_id = 1 and state = 'processed' limit 1`,
    [controlId],
  );
  queries.push(performance.now() - from);
  return rows.length > 0;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
