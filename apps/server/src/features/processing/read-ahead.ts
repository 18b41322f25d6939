import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { systemScope } from '../../platform/scope.ts';
import { readMessage, type Read, type ReadMessage } from './process-messages.ts';
import type { ProcessingRules } from './process-messages.queries.ts';
import { findRaw, listWaiting, type WaitingHead } from './waiting.queries.ts';

/** Messages are parsed in portions of this size, so that the concurrent transaction is not delayed. */
const MESSAGES_AT_ONCE = 20;

export interface ReadAhead {
  /**
   * Resolves when the started reading has ended. It must not be awaited in a transaction, because reading needs another
   * connection.
   */
  settled(): Promise<void>;
  /** Returns the parsed messages: from the cache while message and rules are unchanged, else parsed now. */
  read(tx: Tx, waiting: readonly WaitingHead[], rules: ProcessingRules): Promise<ReadMessage[]>;
  /** Begins to parse the messages after one of them, while the database processes those up to it. */
  start(ctx: Context, rules: ProcessingRules, behind: { after: number; limit: number }): void;
}

interface KnownRead {
  version: string;
  read: Read;
}

/**
 * Parses messages of one application ahead of their turn. Parsing needs no database, so with a backlog it happens while
 * the database is busy with earlier messages. The result is only a cache: where a message changed meanwhile (its row
 * has another version), or the rules did, it is parsed again in the transaction that processes it.
 */
export function createReadAhead(): ReadAhead {
  let known = new Map<number, KnownRead>();
  let knownRules = '';
  let running: Promise<void> = Promise.resolve();

  async function readBehind(
    ctx: Context,
    rules: ProcessingRules,
    { after, limit }: { after: number; limit: number },
  ): Promise<void> {
    const { heads, raws } = await ctx.db.transaction(systemScope('message order'), async (tx) => {
      const found = await listWaiting(tx, rules.id, { limit, after });
      return { heads: found, raws: await findRaw(tx, idsOf(found)) };
    });
    for (const [index, head] of heads.entries()) {
      if (index % MESSAGES_AT_ONCE === 0) await new Promise<void>((resolve) => setImmediate(resolve));
      const raw = raws.get(head.id);
      if (raw) known.set(head.id, { version: head.version, read: readMessage({ ...head, raw }, rules) });
    }
  }

  return {
    settled: () => running,
    async read(tx, waiting, rules) {
      const before = knownRules === JSON.stringify(rules) ? known : new Map<number, KnownRead>();
      known = new Map();
      const reads = new Map<number, Read>();
      for (const { id, version } of waiting) {
        const found = before.get(id);
        if (found?.version === version) reads.set(id, found.read);
      }
      const unread = waiting.filter(({ id }) => !reads.has(id));
      const raws = await findRaw(tx, idsOf(unread));
      return waiting.flatMap((head) => {
        const raw = raws.get(head.id);
        const read = reads.get(head.id) ?? (raw && readMessage({ ...head, raw }, rules));
        return read ? [{ id: head.id, read }] : [];
      });
    },
    start(ctx, rules, behind) {
      knownRules = JSON.stringify(rules);
      // A failure only costs time, because a message that is not in the cache is parsed in its turn.
      running = readBehind(ctx, rules, behind).catch(() => undefined);
    },
  };
}

const idsOf = (heads: readonly WaitingHead[]): number[] => heads.map(({ id }) => id);
