import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { insertQuietly } from './flood/plain-inserts.ts';
import { prepareServer } from './ingest/prepare-server.ts';
import { makeFrame, sendLoad } from './ingest/sender.ts';
import { useLog } from './ingest/use-log.ts';

/**
 * How long a quiet sender, which sends a few messages a second and waits for each acknowledgement, waits while nobody else sends,
 * and while another address floods the listener over fifty connections. The flood is sent by a process of its own on the same machine.
 * Beside it, plain INSERTs are committed at the same pace: they wait for the processors, the disk and PostgreSQL, and for nothing else.
 */
const SECONDS = Number(process.argv[2] ?? '10');
const PER_SECOND = 20;
const WARM_UP = 2_000;
/** After so many the flood is at its height, and the bench measures. */
const BEGUN = 20_000;

const folder = mkdtempSync(join(tmpdir(), 'wardvoice-bench-'));
try {
  const { mllpPort: port, databaseUrl, stop } = await prepareServer(folder);
  const sendQuietly = async (run: string) => {
    const [sent, inserted] = await Promise.all([
      sendLoad({
        port,
        connections: 1,
        inFlight: 1,
        messages: PER_SECOND * SECONDS,
        frame: makeFrame(run),
        perSecond: PER_SECOND,
      }),
      insertQuietly(databaseUrl, PER_SECOND, PER_SECOND * SECONDS),
    ]);
    return { ...sent, inserted };
  };
  await sendLoad({ port, connections: 8, inFlight: 1, messages: WARM_UP, frame: makeFrame('w') });
  await useLog(databaseUrl);
  const alone = await sendQuietly('a');

  const program = fileURLToPath(new URL('./flood/flooding-peer.ts', import.meta.url));
  const flood = spawn(process.execPath, [...process.execArgv, program, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => flood.once('exit', resolve));
  let accepted = 0;
  const atItsHeight = new Promise<void>((resolve) => {
    createInterface({ input: flood.stdout }).on('line', (line) => {
      accepted = Number(line);
      if (accepted >= BEGUN) resolve();
    });
  });
  await Promise.race([ended, atItsHeight]);
  const [began, acceptedBefore] = [performance.now(), accepted];
  const flooded = await sendQuietly('b').finally(() => flood.kill('SIGKILL'));
  const floodSeconds = (performance.now() - began) / 1_000;
  const floodAccepted = accepted - acceptedBefore;
  await ended;

  const row = {
    bench: 'flood',
    alone_p50_ms: round(alone.p50),
    alone_p99_ms: round(alone.p99),
    flooded_p50_ms: round(flooded.p50),
    flooded_p99_ms: round(flooded.p99),
    p50_ratio: round(flooded.p50 / alone.p50),
    p99_ratio: round(flooded.p99 / alone.p99),
    insert_alone_p99_ms: round(alone.inserted.p99),
    insert_flooded_p50_ms: round(flooded.inserted.p50),
    insert_flooded_p99_ms: round(flooded.inserted.p99),
    flood_per_second: Math.round(floodAccepted / floodSeconds),
    not_accepted: alone.notAccepted + flooded.notAccepted,
  };
  console.log(JSON.stringify(row));
  console.table([row]);
  await stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
