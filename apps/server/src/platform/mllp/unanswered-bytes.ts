/** Maximum number of bytes, over all connections, that wait for their acknowledgement. Then nothing is read from any. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The same over the connections of one address: one that floods the listener leaves room for others. */
const MAX_BYTES_OF_PEER = 16 * 1024 * 1024;
/**
 * The same while other addresses send too. It is enough for the group that is being stored and for the next ones, and whatever is
 * read beyond them keeps the thread from reading what others send. A longer message is read when nothing else of its address waits.
 */
const MAX_BYTES_OF_PEER_BESIDE_OTHERS = 96 * 1024;
/** How long an address counts as sending after its last message. */
const SENDING_MS = 5_000;

interface Limits {
  max?: number;
  maxOfPeer?: number;
  maxBesideOthers?: number;
}

/** Counts the bytes of frames that have been read and not yet answered, by network address. */
export class UnansweredBytes {
  readonly #limits: Required<Limits>;
  #all = 0;
  /** Of each address that has any. */
  readonly #ofPeer = new Map<string, number>();
  #lastPeer: string | null = null;
  /** When a frame came last whose address was not that of the frame before. */
  #changedAt = -Infinity;

  constructor({
    max = MAX_BYTES,
    maxOfPeer = MAX_BYTES_OF_PEER,
    maxBesideOthers = MAX_BYTES_OF_PEER_BESIDE_OTHERS,
  }: Limits = {}) {
    this.#limits = { max, maxOfPeer, maxBesideOthers };
  }

  /** Returns how many more bytes may be read from an address: none or less when it has to wait. */
  roomFor(address: string): number {
    const { max, maxOfPeer, maxBesideOthers } = this.#limits;
    const own = this.#of(address);
    const room = Math.min(max - this.#all, maxOfPeer - own);
    // The time is asked only where it decides.
    return maxBesideOthers - own < room && this.#areOthersSending() ? maxBesideOthers - own : room;
  }

  add(address: string, bytes: number): void {
    if (this.#lastPeer !== null && this.#lastPeer !== address) this.#changedAt = performance.now();
    this.#lastPeer = address;
    this.#all += bytes;
    this.#ofPeer.set(address, this.#of(address) + bytes);
  }

  /** Takes off what was answered. */
  remove(address: string, bytes: number): void {
    this.#all -= bytes;
    const rest = this.#of(address) - bytes;
    if (rest > 0) this.#ofPeer.set(address, rest);
    else this.#ofPeer.delete(address);
  }

  #of(address: string): number {
    return this.#ofPeer.get(address) ?? 0;
  }

  #areOthersSending(): boolean {
    return performance.now() - this.#changedAt < SENDING_MS;
  }
}
