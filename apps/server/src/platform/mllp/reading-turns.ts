import type { UnansweredBytes } from './unanswered-bytes.ts';

/** A connection that may have to wait until it is read. */
export interface Reader {
  readonly address: string;
  readOn(): void;
}

/** How much one turn of the event loop reads of a connection at most: the size of Node's buffer. */
const READ_BYTES = 64 * 1024;

/**
 * Connections that are not read because too much of their address is unanswered, in the order in which they began to wait. When there
 * is room again, only as many are read in a turn of the event loop as fit into it. If all were, each turn would read from
 * every connection of a flooding address before it reads from those of others.
 */
export class ReadingTurns {
  readonly #unanswered: UnansweredBytes;
  readonly #waiting = new Set<Reader>();
  #isScheduled = false;

  constructor(unanswered: UnansweredBytes) {
    this.#unanswered = unanswered;
  }

  wait(reader: Reader): void {
    this.#waiting.add(reader);
  }

  /** For a connection that is closed. */
  leave(reader: Reader): void {
    this.#waiting.delete(reader);
  }

  /** Is called when something was answered: those who wait may be read soon. */
  next(): void {
    if (this.#isScheduled || this.#waiting.size === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#readOn();
    });
  }

  #readOn(): void {
    const rooms = new Map<string, number>();
    let isRoomLeft = false;
    for (const reader of this.#waiting) {
      const room = rooms.get(reader.address) ?? this.#unanswered.roomFor(reader.address);
      rooms.set(reader.address, room - READ_BYTES);
      if (room <= 0) {
        isRoomLeft ||= this.#unanswered.roomFor(reader.address) > 0;
        continue;
      }
      this.#waiting.delete(reader);
      reader.readOn();
    }
    // Whoever was read may have had nothing to send, and then nothing is answered that would end the waiting of the others.
    if (isRoomLeft) this.next();
  }
}
