import type pg from 'pg';
import { isDatabaseAway } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { markFailed, markWorked } from '../../platform/work-signals.ts';
import { commitMessages, commitSeconds } from './intake-metrics.ts';
import { openIntakeConnection, storeArrival, storeMessages, type NewMessage } from './store-messages.ts';

const MAX_MESSAGES = 1_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** Spent committing, of the last moments: more is a load and not a trickle. */
const BUSY_SHARE = 0.4;
const BUSY_WINDOW_MS = 100;
/** Below every version there is. */
const NO_SETTINGS = 0;
/** After messages could not go straight, because others waited to be filed, they are stored as they come for so long. */
const FILED_LATER_MS = 50;

export interface GroupCommit {
  /**
   * Resolves when the message is committed to disk. It was validated by the settings of this moment; when they have changed
   * by the time it is stored, `validate` makes it anew.
   */
  store(message: NewMessage, validate: () => NewMessage): Promise<void>;
  /** True while hardly a moment passes without a commit: others had better leave the machine to those who wait. */
  isBusy(): boolean;
  close(): Promise<void>;
}

/** The settings by which messages are validated, and which change under them. */
export interface ValidationSettings {
  version(): number | null;
  reload(): Promise<void>;
}

interface GroupCommitOptions {
  connectionString: string;
  settings: ValidationSettings;
  log: Log;
  onCommit: () => void;
  /** Share of the time spent committing from which messages are stored as they came, and filed later. */
  busyShare?: number;
}

interface Waiting {
  message: NewMessage;
  validate: () => NewMessage;
  settingsVersion: number | null;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Messages that arrive while one transaction is on its way to disk share the next. So none waits longer than the
 * commit before its own, and a busy feed pays for one fsync where it would pay for hundreds. A trickle goes where it
 * belongs at once; under load messages are only written down, in order, and filed a moment later: either way they are on
 * disk when the promise is kept, and their ids, which decide the order of processing, are in the order of the commits of all
 * processes (docs/decisions/0024).
 */
export function createGroupCommit({
  connectionString,
  settings,
  log,
  onCommit,
  busyShare = BUSY_SHARE,
}: GroupCommitOptions): GroupCommit {
  const waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  let client: pg.Client | null = null;
  /** Milliseconds spent committing; those long past count for less. */
  let spent = { ms: 0, at: performance.now() };
  let committingSince: number | null = null;
  let refusedAt = -Infinity;
  /** The last commit had one message: most likely there is one sender, who waits, and nothing to wait for. */
  let isTrickle = true;
  const spentBy = (now: number) =>
    spent.ms * Math.exp((spent.at - now) / BUSY_WINDOW_MS) + (committingSince === null ? 0 : now - committingSince);
  const isBusy = () => spentBy(performance.now()) > busyShare * BUSY_WINDOW_MS;

  async function connect(): Promise<pg.Client> {
    const next = await openIntakeConnection(connectionString, 'wardvoice intake');
    next.on('end', () => {
      if (client === next) client = null;
    });
    return next;
  }

  function nextBatch(): Waiting[] {
    let bytes = 0;
    let count = 0;
    while (count < waiting.length && count < MAX_MESSAGES && (count === 0 || bytes < MAX_BYTES)) {
      bytes += waiting[count]?.message.raw.length ?? 0;
      count += 1;
    }
    return waiting.splice(0, count);
  }

  async function store(connection: pg.Client, batch: Waiting[]): Promise<void> {
    let goesStraight = !isBusy() && performance.now() - refusedAt > FILED_LATER_MS;
    for (;;) {
      const version = settings.version() ?? NO_SETTINGS;
      for (const one of batch) {
        if (one.settingsVersion === version) continue;
        one.message = one.validate();
        one.settingsVersion = version;
      }
      const messages = batch.map(({ message }) => message);
      const isStored = goesStraight
        ? await storeMessages(connection, messages, version)
        : await storeArrival(connection, messages, version);
      if (isStored) return;
      await settings.reload();
      // By the same settings it was not these that stood in the way, and as they came messages are stored whatever waits.
      if (settings.version() !== version) continue;
      goesStraight = false;
      refusedAt = performance.now();
    }
  }

  async function commitBatch(batch: Waiting[]): Promise<void> {
    try {
      client ??= await connect();
      const elapsed = commitSeconds.startTimer();
      committingSince = performance.now();
      await store(client, batch);
      elapsed();
      commitMessages.observe(batch.length);
    } catch (error) {
      // The database said no to something in this batch: each for itself, so that neighbours are not harmed.
      if (batch.length > 1 && !isDatabaseAway(error)) {
        for (const one of batch) await commitBatch([one]);
        return;
      }
      const { code } = error as { code?: string };
      log.error({ code, messages: batch.length }, 'messages could not be stored and are not acknowledged');
      markFailed('intake');
      // Not waited for: a connection that hangs would not say goodbye, and the next messages need another.
      client?.end().catch(() => undefined);
      client = null;
      for (const { reject } of batch) reject(error);
      return;
    } finally {
      const now = performance.now();
      spent = { ms: spentBy(now), at: now };
      committingSince = null;
    }
    markWorked('intake');
    for (const { resolve } of batch) resolve();
    onCommit();
  }

  async function run(): Promise<void> {
    // What has arrived in this turn of the event loop, from all sockets, goes together.
    if (!isTrickle) await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = nextBatch();
      isTrickle = batch.length === 1;
      await commitBatch(batch);
    }
    running = null;
  }

  return {
    isBusy,
    store: (message, validate) =>
      new Promise((resolve, reject) => {
        waiting.push({ message, validate, settingsVersion: settings.version(), resolve, reject });
        running ??= run();
      }),
    async close() {
      await running;
      await client?.end();
    },
  };
}
