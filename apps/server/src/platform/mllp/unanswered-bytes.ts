/** Maximum number of bytes, over all connections, that wait for their acknowledgement. Then nothing is read from any. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The same over the connections of one address: one that floods the listener leaves room for others. */
const MAX_BYTES_OF_PEER = 16 * 1024 * 1024;

/** Counts the bytes of frames that have been read and not yet answered, by network address. */
export class UnansweredBytes {
  readonly #max: number;
  readonly #maxOfPeer: number;
  #all = 0;
  /** Of each address that has any. */
  readonly #ofPeer = new Map<string, number>();

  constructor({ max = MAX_BYTES, maxOfPeer = MAX_BYTES_OF_PEER } = {}) {
    this.#max = max;
    this.#maxOfPeer = maxOfPeer;
  }

  /** Returns whether nothing more may be read from an address. */
  isFull(address: string): boolean {
    return this.#isAllFull() || this.#isPeerFull(address);
  }

  add(address: string, bytes: number): void {
    this.#all += bytes;
    this.#ofPeer.set(address, this.#of(address) + bytes);
  }

  /**
   * Takes off what was answered. Returns true when somebody who had to wait may be read again: connections of the address, or
   * those of others, for whom it does not matter whether this one is still full.
   */
  remove(address: string, bytes: number): boolean {
    const [wasAllFull, wasPeerFull] = [this.#isAllFull(), this.#isPeerFull(address)];
    this.#all -= bytes;
    const rest = this.#of(address) - bytes;
    if (rest > 0) this.#ofPeer.set(address, rest);
    else this.#ofPeer.delete(address);
    return (wasAllFull && !this.#isAllFull()) || (wasPeerFull && !this.#isPeerFull(address));
  }

  #of(address: string): number {
    return this.#ofPeer.get(address) ?? 0;
  }

  #isAllFull(): boolean {
    return this.#all >= this.#max;
  }

  #isPeerFull(address: string): boolean {
    return this.#of(address) >= this.#maxOfPeer;
  }
}
