import type { Lsn } from '../../platform/db/replication/lsn.ts';
import type { WalMessage, WalStream } from '../../platform/db/replication/stream-wal.ts';

/** At most so much is gathered in memory before it is stored. */
const MAX_PIECE_BYTES = 8 * 1024 * 1024;

export interface GatheredWal {
  start: Lsn;
  /** As `start`: nothing was written, and `coveredAt` is news. */
  end: Lsn;
  bytes: Buffer;
  /** Everything that had been committed at this time is before `end`; null: it is not known. */
  coveredAt: Date | null;
}

interface Options {
  /** Where the stream begins. */
  from: Lsn;
  /** For how long at most the log is gathered, in milliseconds. */
  storeEveryMs: number;
  /** After how long without a byte that is stored, too, in milliseconds. */
  markEveryMs: number;
  /** Stores what was gathered. */
  store: (gathered: GatheredWal) => Promise<void>;
  /** Told whenever nothing waits to be stored. */
  onCovered: (at: Date) => void;
  stopping: AbortSignal;
}

/**
 * Gathers the log to pieces and stores each, before the server hears that it need not keep it. Ends when the program stops, and
 * rejects when the stream ends or something cannot be stored.
 */
export async function storeStream({ messages, confirm }: WalStream, options: Options): Promise<void> {
  const { storeEveryMs, markEveryMs, stopping } = options;
  let start = options.from;
  let gathered: Buffer[] = [];
  let size = 0;
  let since = 0;
  let told: Date | null = null;
  const coverage = createCoverage();

  const storeGathered = async () => {
    const end = start + BigInt(size);
    const piece = { start, end, bytes: Buffer.concat(gathered), coveredAt: coverage.upTo(end) };
    await options.store(piece);
    confirm(end);
    told = piece.coveredAt;
    start = end;
    gathered = [];
    size = 0;
  };
  // The answer to a word from us ends the loop at once.
  const wake = () => confirm(start);
  stopping.addEventListener('abort', wake, { once: true });
  try {
    for await (const message of messages) {
      if (message.start !== start + BigInt(size)) throw new Error('the log was streamed with a gap');
      coverage.hear(message);
      if (size === 0) since = performance.now();
      if (message.bytes.length > 0) gathered.push(message.bytes);
      size += message.bytes.length;
      const isDue = size >= MAX_PIECE_BYTES || performance.now() - since >= storeEveryMs || stopping.aborted;
      if (size > 0 && isDue) await storeGathered();
      const coveredAt = coverage.upTo(start);
      if (coveredAt) options.onCovered(coveredAt);
      told ??= coveredAt;
      const isQuiet = size === 0 && coveredAt && told && coveredAt.getTime() - told.getTime() >= markEveryMs;
      if (isQuiet) await storeGathered();
      if (stopping.aborted) return;
    }
  } finally {
    stopping.removeEventListener('abort', wake);
  }
  throw new Error('the stream of the log has ended');
}

/** Knows for each place of the log until when everything that had been committed is before it. */
function createCoverage() {
  let known: Date | null = null;
  /** To where the log was, and the last time at which it was there. */
  const ends: { end: Lsn; at: Date }[] = [];
  return {
    hear({ serverEnd, sentAt }: WalMessage): void {
      const last = ends.at(-1);
      if (last?.end === serverEnd) last.at = sentAt;
      else ends.push({ end: serverEnd, at: sentAt });
    },
    upTo(place: Lsn): Date | null {
      while (ends[0] && ends[0].end <= place) {
        known = ends[0].at;
        // The last one may still move on in time.
        if (ends.length === 1) break;
        ends.shift();
      }
      return known;
    },
  };
}
