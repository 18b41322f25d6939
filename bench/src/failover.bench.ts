import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../apps/server/src/platform/db/embedded/postmaster.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { whenDatabaseIsBack } from '../../apps/server/src/platform/db/when-database-is-back.ts';
import { nothingYet, sendStays, type Acknowledged } from '../../apps/server/src/testing/processes/order-feed.ts';
import { untilQuiet } from '../../apps/server/src/testing/processes/order-run.ts';
import {
  kill,
  query,
  startSmsReceiver,
  startWardvoice,
} from '../../apps/server/src/testing/processes/wardvoice-processes.ts';
import { findPrograms, startCluster, type Cluster } from './failover/cluster.ts';
import { failMachine, FAILURES, type Failure } from './failover/failures.ts';

/**
 * Loses the primary again and again: three PostgreSQL under Patroni, two Wardvoice processes and senders that repeat what was not
 * acknowledged. Afterwards every acknowledged message must be stored once and processed. With `asynchronous` commits wait for no second
 * machine, which shows what is lost then.
 */
const ROUNDS = Number(process.argv[2] ?? '4');
const IS_SYNCHRONOUS = process.argv[3] !== 'asynchronous';
/** Few, so that fifty rounds fit on the disks of the machines. */
const SENDERS = 8;
const PROCESSES = 2;
/** Between two failures, so that messages are on their way when the next one happens. */
const UNDISTURBED_MS = 3_000;
const POLL_MS = 20;
/** Acknowledgements that follow each other within this time count as a flow. */
const FLOWING_MS = 1_000;
/** A round is given up after this time, so that the run ends and says so. */
const MAX_ROUND_MS = 120_000;
/** A round in which nothing was acknowledged for so long counts as failed. */
const ACKNOWLEDGED_WITHIN_MS = 30_000;

const programs = findPrograms();
if (programs) await run(programs.binaries);
else console.log('failover: not run. It needs root, and of Debian the packages patroni, etcd-server and postgresql.');

async function run(binaries: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wardvoice-failover-'));
  const phones = await startSmsReceiver();
  const cluster = await startCluster(folder, binaries, IS_SYNCHRONOUS);
  const servers: ChildProcess[] = [];
  try {
    await migrate(cluster.connectionString, cluster);
    await query(
      cluster,
      `insert into applications (title, country, access_key, access_secret_hash) values ('Failover', 'GB', '00000000', '')`,
    );
    const ports: number[] = [];
    for (let count = 0; count < PROCESSES; count += 1) {
      const [port, httpPort] = [await findFreePort(), await findFreePort()];
      const env = { MLLP_PORT: `${port}`, PORT: `${httpPort}`, DATABASE_OWNER_URL: cluster.ownerConnectionString };
      servers.push(await startWardvoice({ folder, postgres: cluster, phones, env, isBuilt: true }));
      ports.push(port);
    }
    const seen = nothingYet();
    let isOver = false;
    const begin = performance.now();
    const sending = Promise.all(
      Array.from({ length: SENDERS }, (_, sender) =>
        sendStays(
          ports,
          patientsOf(sender, () => isOver),
          seen,
        ),
      ),
    );
    const pauses: { failure: Failure; ms: number }[] = [];
    let replacedCount = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const failure = FAILURES[round % FAILURES.length] ?? 'kill';
      await pause(UNDISTURBED_MS);
      const { ms, replaced } = await loseThePrimary(cluster, failure, seen);
      pauses.push({ failure, ms });
      const replacing = replaced?.length ? `; ${replaced.join(' and ')} did not follow again and was replaced` : '';
      console.log(`round ${round + 1}: ${failure}, ${inSeconds(ms)} s until the next acknowledgement${replacing}`);
      replacedCount += replaced?.length ?? 0;
      if (replaced) continue;
      console.log('The cluster did not become whole again, so there are no further rounds.');
      break;
    }
    isOver = true;
    await sending;
    const seconds = (performance.now() - begin) / 1_000;
    // The last machine that failed may have led again when it was replaced.
    const lost = await whenDatabaseIsBack(() => countLost(cluster, seen));
    console.log(`${seen.controlIds.size} acknowledged, ${lost} lost; what waits is processed now`);
    await whenDatabaseIsBack(() => untilQuiet(cluster));
    const outcome = {
      rounds: pauses.length,
      synchronous: IS_SYNCHRONOUS,
      acknowledged: seen.controlIds.size,
      acknowledged_per_second: Math.round(seen.controlIds.size / seconds),
      lost,
      ...(await whenDatabaseIsBack(() => countFaults(cluster))),
      longest_pause_s: inSeconds(Math.max(...pauses.map(({ ms }) => ms))),
      standbys_replaced: replacedCount,
    };
    console.log(JSON.stringify({ bench: 'failover', ...outcome }));
    console.table([outcome]);
    console.table(FAILURES.map((failure) => pausesOf(failure, pauses)));
    const isTooLong = pauses.some(({ ms }) => ms > ACKNOWLEDGED_WITHIN_MS);
    if (IS_SYNCHRONOUS && (outcome.lost + outcome.stored_twice + outcome.not_processed > 0 || isTooLong))
      process.exitCode = 1;
  } finally {
    for (const server of servers) await kill(server);
    await cluster.remove();
    phones.server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function inSeconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

/** Returns how long nothing was acknowledged in the rounds with one failure. */
function pausesOf(failure: Failure, pauses: readonly { failure: Failure; ms: number }[]) {
  const all = pauses.filter((round) => round.failure === failure).map(({ ms }) => inSeconds(ms));
  all.sort((one, other) => one - other);
  return {
    failure,
    rounds: all.length,
    shortest_s: all[0],
    median_s: all[Math.floor(all.length / 2)],
    longest_s: all.at(-1),
  };
}

/**
 * Returns the longest time without an acknowledgement, in milliseconds, and which standbys had to be replaced afterwards; null: the
 * cluster did not become whole again.
 */
async function loseThePrimary(cluster: Cluster, failure: Failure, { controlIds }: Acknowledged) {
  const failed = await cluster.primary();
  const watch = watchAcknowledgements(controlIds);
  const heal = await failMachine(failed, failure);
  // A machine whose disk was full may go on by itself; every other failure is over when another leads.
  const isOver = async () => failure === 'disk-full' || (await cluster.primary()) !== failed;
  const begin = performance.now();
  while (performance.now() - begin < MAX_ROUND_MS && !(watch.isFlowing() && (await isOver()))) await pause(POLL_MS);
  await heal();
  const replaced = await cluster.untilWhole().catch(() => null);
  return { ms: watch.stop(), replaced };
}

/** Measures the longest time in which nothing was acknowledged. */
function watchAcknowledgements(controlIds: ReadonlySet<string>) {
  let count = controlIds.size;
  let last = performance.now();
  let longest = 0;
  let flowingSince = last;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    if (controlIds.size === count) return;
    if (now - last > FLOWING_MS) flowingSince = now;
    last = now;
    count = controlIds.size;
  };
  const timer = setInterval(look, POLL_MS);
  return {
    /** Whether messages have been acknowledged continually for some seconds. */
    isFlowing: () => performance.now() - last < FLOWING_MS && performance.now() - flowingSince > UNDISTURBED_MS,
    stop() {
      clearInterval(timer);
      return longest;
    },
  };
}

function* patientsOf(sender: number, isOver: () => boolean): Generator<number> {
  for (let patient = sender; !isOver(); patient += SENDERS) yield patient;
}

/** Counts acknowledged messages that are neither stored nor wait to be filed. */
async function countLost(cluster: Cluster, { controlIds }: Acknowledged): Promise<number> {
  const rows = await query<{ id: string }>(
    cluster,
    `select message_control_id as id from hl7_messages union select unnest(message_control_id) from arrivals`,
  );
  const stored = new Set(rows.map(({ id }) => id));
  return [...controlIds].filter((id) => !stored.has(id)).length;
}

async function countFaults(cluster: Cluster) {
  const [row] = await query<{ stored_twice: number; not_processed: number }>(
    cluster,
    `select (count(*) - count(distinct message_control_id))::int as stored_twice,
       (count(*) filter (where state <> 'processed'))::int as not_processed
     from hl7_messages`,
  );
  return row ?? { stored_twice: 0, not_processed: 0 };
}
