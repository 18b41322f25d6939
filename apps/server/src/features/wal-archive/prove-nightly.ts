import { readFile, realpath, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartFailure } from '../../platform/db/embedded/start-failure.ts';
import type { Log } from '../../platform/log.ts';
import { codeOf } from '../../platform/errors.ts';
import { type BackupKeys, BackupProblem, withClient } from '../backups/index.ts';
import { findRestorePoint } from './find-restore-point.ts';
import type { WalStanding } from './keep-wal.ts';
import { proveRestore } from './prove-restore.ts';
import type { WalStore } from './wal-store.ts';

/** What came of restoring the newest moment on trial, as the data folder keeps it. */
export interface WalProof {
  /** When a restore was last tried, and when one last succeeded; null: never. */
  triedAt: Date | null;
  provenAt: Date | null;
  /** What stood in the way the last time, in words; null: nothing. */
  problem: string | null;
}

export interface ProofPlan {
  superuserConnectionString: string;
  store: WalStore;
  /** Reads them anew: a key may have been replaced. */
  readKeys: () => Promise<{ keys: BackupKeys }>;
  /** Has the room for another database, and the result. */
  dataDir: string;
  standing: () => WalStanding;
  log: Log;
  clock: () => Date;
  /** Share of the disk that must be free after a trial has taken its room. */
  freeAfterwards?: number;
}

export interface WalProver {
  proof(): WalProof;
  /** Tries no more. A trial that is going on ends with the process. */
  stop(): void;
}

const PROOF_FILE = 'wal-proof.json';
const CONSIDER_EVERY_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
/** In UTC, when the nightly backup is done and hospitals are quiet. */
const NIGHT_HOURS = [2, 3, 4];
/** Who has just made a copy has more to do. */
const FIRST_AFTER_HOURS = 1;
const NIGHTLY_AFTER_HOURS = 20;
/** A night was missed: then it is tried by day. */
const LATE_AFTER_HOURS = 36;
const TRY_AGAIN_AFTER_HOURS = 6;
/** A trial never fills the disk: afterwards so much of it must be free. */
const FREE_AFTERWARDS = 0.15;
const GIGABYTE = 1e9;

/**
 * Restores the newest moment of the stored log every night into a folder that is removed again, and reads all of it there: what cannot
 * be restored is found before it is needed.
 */
export async function proveNightly(plan: ProofPlan): Promise<WalProver> {
  const { dataDir, log, clock } = plan;
  let proof = await readWalProof(dataDir);
  const stopping = new AbortController();
  void (async () => {
    while (!stopping.signal.aborted) {
      if (isProofDue(clock(), proof, plan.standing().baseAt)) {
        proof = await tryRestore(plan, proof);
        await writeFile(join(dataDir, PROOF_FILE), JSON.stringify(proof), { mode: 0o600 }).catch((error: unknown) =>
          log.warn({ code: codeOf(error) }, 'what came of the trial of the write-ahead log could not be kept'),
        );
      }
      await pause(CONSIDER_EVERY_MS, null, { signal: stopping.signal, ref: false }).catch(() => null);
    }
  })();
  return {
    proof: () => proof,
    stop: () => stopping.abort(),
  };
}

/** Reads what the last trial of an installation came to. */
export async function readWalProof(dataDir: string): Promise<WalProof> {
  try {
    const { triedAt, provenAt, problem } = JSON.parse(await readFile(join(dataDir, PROOF_FILE), 'utf8')) as {
      triedAt: string | null;
      provenAt: string | null;
      problem: string | null;
    };
    return { triedAt: triedAt ? new Date(triedAt) : null, provenAt: provenAt ? new Date(provenAt) : null, problem };
  } catch {
    // There is no such file before the first trial; one that was cut off by a crash says nothing, and the next night it is written anew.
    return { triedAt: null, provenAt: null, problem: null };
  }
}

/** Whether to try a restore now. Before there is a copy to restore from it is never due. */
export function isProofDue(now: Date, { triedAt, problem }: WalProof, baseAt: Date | null): boolean {
  if (!baseAt) return false;
  const hours = (now.getTime() - (triedAt ?? baseAt).getTime()) / HOUR_MS;
  const isNight = NIGHT_HOURS.includes(now.getUTCHours());
  if (problem !== null && hours >= TRY_AGAIN_AFTER_HOURS) return true;
  return (
    hours >= LATE_AFTER_HOURS || (isNight && hours >= (triedAt === null ? FIRST_AFTER_HOURS : NIGHTLY_AFTER_HOURS))
  );
}

async function tryRestore(plan: ProofPlan, before: WalProof): Promise<WalProof> {
  const { store, dataDir, log, clock } = plan;
  const triedAt = clock();
  try {
    const { keys } = await plan.readKeys();
    const point = await findRestorePoint(store, keys, null, plan.standing().history);
    const logBytes = point.pieces.reduce((sum, { start, end }) => sum + Number(end - start), 0);
    await refuseWithoutRoom(plan, logBytes);
    const { tables, rows } = await proveRestore({ store, keys }, point, dataDir, triedAt);
    log.info({ as_of: point.coveredAt, tables, rows }, 'the stored write-ahead log was restored on trial, and read');
    return { triedAt, provenAt: triedAt, problem: null };
  } catch (error) {
    // An error of the database may repeat a row, and this is shown.
    const isOurs = error instanceof BackupProblem || error instanceof StartFailure;
    const problem = isOurs ? error.message : 'It ended with an error that the log of the server has.';
    log.error(
      isOurs ? { reason: problem } : { err: error },
      'the stored write-ahead log could not be restored on trial',
    );
    return { triedAt, provenAt: before.provenAt, problem };
  }
}

async function refuseWithoutRoom(plan: ProofPlan, logBytes: number): Promise<void> {
  const { superuserConnectionString, dataDir, freeAfterwards = FREE_AFTERWARDS } = plan;
  const databaseBytes = await withClient(superuserConnectionString, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      'select sum(pg_database_size(oid)) as bytes from pg_database',
    );
    return Number(rows[0]?.bytes ?? 0);
  });
  // The cluster may lie elsewhere, where its user can reach it, and so does the one that is tried.
  const { bavail, blocks, bsize } = await statfs(await realpath(join(dataDir, 'postgres')));
  const problem = findLackOfRoom(databaseBytes + logBytes, (bavail - blocks * freeAfterwards) * bsize);
  if (problem !== null) throw new BackupProblem(problem);
}

/** Says what is missing for a trial of so many bytes, of those that may be taken; null: nothing. The database that works is on this disk. */
export function findLackOfRoom(needed: number, free: number): string | null {
  const missing = needed - free;
  if (missing <= 0) return null;
  return (
    `There is no room to restore the log on trial: it takes ${gigabytes(needed)} GB beside the database, and ${gigabytes(missing)} GB more ` +
    'must be free. Make room, or try it on another machine with wardvoice verify --at latest.'
  );
}

const gigabytes = (bytes: number): string => (bytes / GIGABYTE).toFixed(1);
