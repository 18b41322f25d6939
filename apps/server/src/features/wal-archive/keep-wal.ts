import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import { codeOf } from '../../platform/errors.ts';
import { segmentStart, type Lsn } from '../../platform/db/replication/lsn.ts';
import { identifySystem, openReplication } from '../../platform/db/replication/replication-connection.ts';
import { streamWal } from '../../platform/db/replication/stream-wal.ts';
import { type BackupKeys, BackupProblem, withClient } from '../backups/index.ts';
import { findNewestBase, makeBaseCopy, type BaseCopy } from './base-copy.ts';
import { removeOldWal } from './remove-old-wal.ts';
import { storeStream } from './store-stream.ts';
import { storePiece } from './wal-pieces.ts';
import { findSlot, makeSlot, type WalSlot } from './wal-slot.ts';
import { dayOf, type WalStore } from './wal-store.ts';

export interface WalPlan {
  superuserConnectionString: string;
  store: WalStore;
  /** Reads them anew: a key may have been replaced. */
  readKeys: () => Promise<{ keys: BackupKeys; secretKey: string | null }>;
  /** Reads what the roles of the database sign in with. */
  readPasswords: () => Promise<string>;
  /** Any moment of so many days can be restored. */
  keepDays: number;
  version: string;
  log: Log;
  clock: () => Date;
  /** For how long at most the log is gathered before it is stored, in milliseconds. */
  storeEveryMs?: number;
  /** How often it is stored, in milliseconds, that nothing was written. */
  markEveryMs?: number;
}

export interface WalStanding {
  /** Whatever had been committed at this time can be restored; null: it is not known yet. */
  coveredAt: Date | null;
  /** When the newest base copy was finished; null: there is none yet. */
  baseAt: Date | null;
  /** The name of the log, which is a folder; null: there is no base copy yet. */
  history: string | null;
  /** What is in the way, in words; null: nothing. */
  trouble: string | null;
}

export interface WalKeeper {
  standing(): WalStanding;
  /** Stores what is there, as far as that is done within seconds. */
  stop(): Promise<void>;
}

const STORE_EVERY_MS = 10_000;
const MARK_EVERY_MS = 60_000;
const TRY_AGAIN_MS = [1_000, 5_000, 30_000] as const;
/** What is not stored by then is kept by the slot, and PostgreSQL needs the rest of the time that a stop has. */
const STOP_WITHIN_MS = 2_000;
const CONSIDER_BASE_EVERY_MS = 5 * 60_000;
const MAX_BASE_DAYS = 7;
const DAY_MS = 86_400_000;
/** With more log than twice the copy, but not for less than this, another copy is the smaller effort for a restore. */
const MIN_REPLAYED_BYTES = 1_073_741_824n;

/** What the two loops of a keeper share. */
interface Progress {
  coveredAt: Date | null;
  base: BaseCopy | null;
  stored: Lsn;
  walTrouble: string | null;
  baseTrouble: string | null;
}

/**
 * Stores the write-ahead log of the embedded database beside the backups, seconds after it was written, and the base copies that it
 * continues. It goes on whatever happens to the store or to the connection, and says in `standing` what is in the way.
 */
export function keepWal(plan: WalPlan): WalKeeper {
  const progress: Progress = { coveredAt: null, base: null, stored: 0n, walTrouble: null, baseTrouble: null };
  const stopping = new AbortController();
  const running = keepGoing(plan, progress, stopping.signal);
  return {
    standing: () => ({
      // Without a copy to begin from nothing can be restored.
      coveredAt: progress.base && progress.coveredAt,
      baseAt: progress.base && new Date(progress.base.manifest.finished_at),
      history: progress.base && progress.base.history,
      trouble: progress.walTrouble ?? progress.baseTrouble,
    }),
    async stop() {
      stopping.abort();
      await Promise.race([running, pause(STOP_WITHIN_MS, null, { ref: false })]);
    },
  };
}

/** Makes PostgreSQL keep the log for nobody any more. */
export async function stopKeepingWal(superuserConnectionString: string): Promise<void> {
  await withClient(superuserConnectionString, (client) => findSlot(client, async () => false));
}

async function keepGoing(plan: WalPlan, progress: Progress, stopping: AbortSignal): Promise<void> {
  const bases = createBaseKeeper(plan, progress, stopping);
  for (let failures = 0; !stopping.aborted; failures += 1) {
    const storedBefore = progress.stored;
    try {
      await keepOnce(plan, progress, bases, stopping);
    } catch (error) {
      if (stopping.aborted) break;
      if (progress.stored > storedBefore) failures = 0;
      const trouble = describeTrouble(error);
      if (trouble !== progress.walTrouble) plan.log.warn({ reason: trouble }, 'the write-ahead log is not stored');
      progress.walTrouble = trouble;
      await waitFor(TRY_AGAIN_MS[Math.min(failures, 2)] ?? 0, stopping);
    }
  }
  await bases.ended();
}

const describeTrouble = (error: unknown): string =>
  error instanceof BackupProblem
    ? error.message
    : `PostgreSQL does not give its log (${codeOf(error) ?? (error instanceof Error ? error.message : String(error))}).`;

const waitFor = (milliseconds: number, signal: AbortSignal): Promise<unknown> =>
  pause(milliseconds, null, { signal }).catch(() => null);

/** Stores the log until the program stops, or something fails. */
async function keepOnce(plan: WalPlan, progress: Progress, bases: BaseKeeper, stopping: AbortSignal): Promise<void> {
  const { superuserConnectionString, store, clock, log } = plan;
  const slot = await openSlot(plan, progress);
  const { history } = slot;
  bases.follow(history);
  const client = await openReplication(superuserConnectionString, 'wardvoice wal');
  try {
    const { timeline } = await identifySystem(client);
    // From the beginning of the file that the log is in, so that a history has whole files.
    const from = segmentStart(slot.confirmed);
    const stream = streamWal(client, { slot: slot.name, from, timeline, confirmed: slot.confirmed });
    await storeStream(stream, {
      from,
      storeEveryMs: plan.storeEveryMs ?? STORE_EVERY_MS,
      markEveryMs: plan.markEveryMs ?? MARK_EVERY_MS,
      stopping,
      async store({ start, end, bytes, coveredAt }) {
        const { keys } = await plan.readKeys();
        await storePiece(store, history, { day: dayOf(clock()), start, end, timeline, coveredAt }, bytes, keys[0]);
        progress.stored = end;
        if (progress.walTrouble !== null) log.info('the write-ahead log is stored again');
        progress.walTrouble = null;
      },
      onCovered(at) {
        progress.coveredAt = at;
      },
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Goes on with the history that the store has, or begins one. */
async function openSlot(plan: WalPlan, progress: Progress): Promise<WalSlot> {
  const { store, superuserConnectionString, clock, log } = plan;
  const isStored = async (history: string): Promise<boolean> => {
    const { bases, days } = await store.listHistory(history);
    return bases.length > 0 || days.length > 0;
  };
  const slot = await withClient(superuserConnectionString, async (client) => {
    const found = await findSlot(client, isStored);
    if (found) return found;
    const made = await makeSlot(client, clock());
    log.info({ history: made.history }, 'from now on the write-ahead log is stored beside the backups');
    return made;
  });
  if (progress.base?.history !== slot.history) {
    const { keys } = await plan.readKeys();
    progress.base = await findNewestBase(store, slot.history, keys);
    progress.coveredAt = null;
    progress.stored = slot.confirmed;
  }
  return slot;
}

interface BaseKeeper {
  /** Makes base copies of this history from now on, and of no other. One that is being made goes on when the log's connection does not. */
  follow(history: string): void;
  ended(): Promise<void>;
}

function createBaseKeeper(plan: WalPlan, progress: Progress, stopping: AbortSignal): BaseKeeper {
  let followed: { history: string; left: AbortController; ended: Promise<void> } | null = null;
  return {
    follow(history) {
      if (followed?.history === history) return;
      followed?.left.abort();
      const left = new AbortController();
      followed = { history, left, ended: keepBases(plan, history, progress, AbortSignal.any([stopping, left.signal])) };
    },
    ended: async () => followed?.ended,
  };
}

/** Makes a base copy whenever one is due, and removes what is too old then. A failure is told, and does not stop the log. */
async function keepBases(plan: WalPlan, history: string, progress: Progress, ended: AbortSignal): Promise<void> {
  const { store, log, clock, keepDays } = plan;
  while (!ended.aborted) {
    try {
      if (isBaseDue(progress, clock())) {
        const [{ keys, secretKey }, passwords] = await Promise.all([plan.readKeys(), plan.readPasswords()]);
        progress.base = await makeBaseCopy({ ...plan, history, keys, secretKey, passwords }, clock, ended);
        const { name, bytes } = progress.base.manifest;
        log.info({ base: name, bytes }, 'the database was copied; the log goes on from there');
        await removeOldWal(store, { history, keepDays, now: clock() });
      }
      progress.baseTrouble = null;
    } catch (error) {
      if (ended.aborted) return;
      progress.baseTrouble = describeTrouble(error);
      log.warn({ reason: progress.baseTrouble }, 'the database could not be copied for the log');
    }
    await waitFor(CONSIDER_BASE_EVERY_MS, ended);
  }
}

function isBaseDue({ base, stored }: Progress, now: Date): boolean {
  if (!base) return true;
  const { finished_at, bytes, start_lsn } = base.manifest;
  const enough = BigInt(bytes) * 2n;
  const isLong = stored - start_lsn > (enough > MIN_REPLAYED_BYTES ? enough : MIN_REPLAYED_BYTES);
  return isLong || now.getTime() - new Date(finished_at).getTime() >= MAX_BASE_DAYS * DAY_MS;
}
