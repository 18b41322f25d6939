import pg from 'pg';
import { isDatabaseAway } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { commitMessages, commitSeconds } from './intake-metrics.ts';
import { storeMessages, type NewMessage } from './store-messages.ts';

const MAX_MESSAGES = 1_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** More messages than this, counted over the last moments, are a load and not a trickle. */
const BUSY_MESSAGES = 30;
const BUSY_WINDOW_MS = 100;
const CONNECT_TIMEOUT_MS = 5_000;
/** A database that takes longer than this for one batch is away. */
const STATEMENT_TIMEOUT_MS = 30_000;

export interface GroupCommit {
  /** Resolves when the message is committed to disk. */
  store(message: NewMessage): Promise<void>;
  /** True while messages come faster than they can be stored one by one: others had better leave them the machine. */
  isBusy(): boolean;
  close(): Promise<void>;
}

interface Waiting {
  message: NewMessage;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Each has a connection of its own, so that both cores of a small machine store. */
const COMMITTERS = 2;

/**
 * Messages of one patient always go through the same committer (by their lane), and one commits one batch at a time: so
 * the ids of a patient's messages are in the order of arrival, which is the order of processing.
 */
export function createGroupCommit(connectionString: string, log: Log, onCommit: () => void): GroupCommit {
  const committers = Array.from({ length: COMMITTERS }, () => createCommitter(connectionString, log, onCommit));
  return {
    store: (message) => (committers[message.lane % COMMITTERS] as GroupCommit).store(message),
    isBusy: () => committers.some((committer) => committer.isBusy()),
    close: async () => {
      await Promise.all(committers.map((committer) => committer.close()));
    },
  };
}

/**
 * Messages that arrive while one transaction is on its way to disk share the next. So none waits longer than the
 * commit before its own, and a busy feed pays for one fsync where it would pay for hundreds.
 */
function createCommitter(connectionString: string, log: Log, onCommit: () => void): GroupCommit {
  const waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  let client: pg.Client | null = null;
  /** Messages of late; an older one counts for less. */
  let recent = { messages: 0, at: performance.now() };
  const fadedTo = (now: number) => recent.messages * Math.exp((recent.at - now) / BUSY_WINDOW_MS);

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString,
      application_name: 'wardvoice intake',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS,
    });
    next.on('error', () => undefined);
    next.on('end', () => {
      if (client === next) client = null;
    });
    await next.connect();
    // synchronous_commit is said here too, so that no server-wide setting can turn an AA into a hope. One plan, made
    // once, that looks things up in indexes: right for a table of any size, also when it was made while that was empty.
    await next.query(
      `select set_config('wardvoice.all_applications', 'on', false), set_config('synchronous_commit', 'on', false),
        set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false)`,
    );
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

  async function commitBatch(batch: Waiting[]): Promise<void> {
    try {
      client ??= await connect();
      const elapsed = commitSeconds.startTimer();
      await storeMessages(
        client,
        batch.map(({ message }) => message),
      );
      elapsed();
      commitMessages.observe(batch.length);
      const now = performance.now();
      recent = { messages: fadedTo(now) + batch.length, at: now };
    } catch (error) {
      // The database said no to something in this batch: each for itself, so that neighbours are not harmed.
      if (batch.length > 1 && !isDatabaseAway(error)) {
        for (const one of batch) await commitBatch([one]);
        return;
      }
      const { code } = error as { code?: string };
      log.error({ code, messages: batch.length }, 'messages could not be stored and are not acknowledged');
      await client?.end().catch(() => undefined);
      client = null;
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { resolve } of batch) resolve();
    onCommit();
  }

  async function run(): Promise<void> {
    // What has arrived in this turn of the event loop, from all sockets, goes together.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await commitBatch(nextBatch());
    running = null;
  }

  return {
    isBusy: () => fadedTo(performance.now()) > BUSY_MESSAGES,
    store: (message) =>
      new Promise((resolve, reject) => {
        waiting.push({ message, resolve, reject });
        running ??= run();
      }),
    async close() {
      await running;
      await client?.end();
    },
  };
}
