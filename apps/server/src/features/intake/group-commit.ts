import type pg from 'pg';
import { isDatabaseAway } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { markFailed, markWorked } from '../../platform/work-signals.ts';
import { commitMessages, commitSeconds } from './intake-metrics.ts';
import { createFairQueue } from './fair-queue.ts';
import { openIntakeConnection, storeArrival, storeMessages, type NewMessage } from './store-messages.ts';
import { codeOf } from '../../platform/errors.ts';

const MAX_MESSAGES = 1_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** Above this share of recent time spent committing, intake counts as loaded. */
const BUSY_SHARE = 0.4;
const BUSY_WINDOW_MS = 100;
/** A sender that waits for each acknowledgement usually sends its next message within this time. */
const NEXT_MESSAGE_MS = 25;
/** Lower than every version of the settings. */
const NO_SETTINGS = 0;
/**
 * When messages could not be filed at once, because others waited to be filed, the following ones are stored as
 * arrivals for this long.
 */
const FILED_LATER_MS = 50;

export interface GroupCommit {
  /**
   * Resolves when the message is committed to disk. When the settings by which it was validated have changed before it
   * is stored, `validate` is called again. `peer` is who sent it: a group has messages of all peers in turn.
   */
  store(message: NewMessage, validate: () => NewMessage, peer?: string): Promise<void>;
  /** True while messages arrive continually, from one sender or many. Other work should then give way. */
  isBusy(): boolean;
  close(): Promise<void>;
}

/** The settings by which messages are validated. They may change at any time. */
export interface ValidationSettings {
  version(): number | null;
  reload(): Promise<void>;
}

interface GroupCommitOptions {
  connectionString: string;
  settings: ValidationSettings;
  log: Log;
  onCommit: () => void;
  /** Called when messages could not be stored and are not acknowledged. */
  onFailure?: () => void;
  /** Share of the time spent committing above which messages are stored as arrivals and filed later. */
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
 * Stores messages in shared transactions: those that arrive during one commit share the next one. So no message waits
 * longer than one commit before its own, and a busy feed needs one fsync for hundreds of messages. With little traffic
 * messages are filed at once. Under load they are stored as arrivals, in order, and filed shortly after. In both cases
 * they are on disk when the promise resolves, and their ids, which decide the order of processing, are in the order of
 * the commits of all processes (docs/decisions/0024).
 */
export function createGroupCommit({
  connectionString,
  settings,
  log,
  onCommit,
  onFailure = () => undefined,
  busyShare = BUSY_SHARE,
}: GroupCommitOptions): GroupCommit {
  const waiting = createFairQueue<Waiting>({
    maxItems: MAX_MESSAGES,
    maxBytes: MAX_BYTES,
    bytesOf: ({ message }) => message.raw.length,
  });
  let running: Promise<void> | null = null;
  let client: pg.Client | null = null;
  /** Milliseconds spent committing, with less weight the longer ago. */
  let spent = { ms: 0, at: -Infinity };
  let committingSince: number | null = null;
  let refusedAt = -Infinity;
  /**
   * The last commit had one message. Most likely there is one sender, which waits for its answer, so waiting for more
   * messages would be useless.
   */
  let isTrickle = true;
  const spentBy = (now: number) =>
    spent.ms * Math.exp((spent.at - now) / BUSY_WINDOW_MS) + (committingSince === null ? 0 : now - committingSince);
  const isLoaded = () => spentBy(performance.now()) > busyShare * BUSY_WINDOW_MS;
  const isBusy = () => isLoaded() || committingSince !== null || performance.now() - spent.at < NEXT_MESSAGE_MS;

  async function connect(): Promise<pg.Client> {
    const next = await openIntakeConnection(connectionString, 'wardvoice intake');
    next.on('end', () => {
      if (client === next) client = null;
    });
    return next;
  }

  async function store(connection: pg.Client, batch: Waiting[]): Promise<void> {
    let goesStraight = !isLoaded() && performance.now() - refusedAt > FILED_LATER_MS;
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
      // When the settings have not changed, others were waiting to be filed. Then the messages are stored as arrivals,
      // which is always possible.
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
      // The database refused something in this batch, so each message is stored by itself and the others are not
      // harmed.
      if (batch.length > 1 && !isDatabaseAway(error)) {
        for (const one of batch) await commitBatch([one]);
        return;
      }
      const code = codeOf(error);
      log.error({ code, messages: batch.length }, 'messages could not be stored and are not acknowledged');
      markFailed('intake');
      onFailure();
      // This is not awaited, because a broken connection might never close, and the next messages need another
      // connection.
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
    // Messages that arrive in this turn of the event loop, from all sockets, are stored together.
    if (!isTrickle) await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.size > 0) {
      const batch = waiting.nextGroup();
      isTrickle = batch.length === 1;
      await commitBatch(batch);
    }
    running = null;
  }

  return {
    isBusy,
    store: (message, validate, peer = '') =>
      new Promise((resolve, reject) => {
        waiting.push(peer, { message, validate, settingsVersion: settings.version(), resolve, reject });
        running ??= run();
      }),
    async close() {
      await running;
      await client?.end();
    },
  };
}
