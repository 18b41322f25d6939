// Minimal Lower Layer Protocol (HL7 v2 Transport, release 1): 0x0B message 0x1C 0x0D.

export const START_BLOCK = 0x0b;
export const END_BLOCK = 0x1c;
export const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

export type FrameEvent =
  /** A whole message. `bytes` may be a view of the chunk that it came in: copy it if the memory of the chunk is used again. */
  | { readonly kind: 'frame'; readonly bytes: Uint8Array }
  /**
   * A frame that was cut off by a new start block or by the end of the connection. `bytes` is its first keepBytes, `byteLength`
   * its full length.
   */
  | { readonly kind: 'fragment'; readonly bytes: Uint8Array; readonly byteLength: number }
  /**
   * A frame that is longer than maxFrameBytes. It is reported as soon as that is known, and the rest of it is skipped. `head` is
   * its first keepBytes.
   */
  | { readonly kind: 'oversize'; readonly head: Uint8Array }
  /** Bytes between frames, without CR and LF. There is one event for each run of them in a chunk. */
  | { readonly kind: 'rubbish'; readonly byteLength: number };

export interface FrameDecoderOptions {
  /** Maximum length of a message, without the three framing bytes. */
  readonly maxFrameBytes?: number;
  /** How much of a fragment or of an oversize frame is returned. */
  readonly keepBytes?: number;
}

export function wrapFrame(message: Uint8Array): Uint8Array {
  const frame = new Uint8Array(message.length + 3);
  frame[0] = START_BLOCK;
  frame.set(message, 1);
  frame[message.length + 1] = END_BLOCK;
  frame[message.length + 2] = CARRIAGE_RETURN;
  return frame;
}

/**
 * Takes chunks of a connection and returns whole frames, however the chunks are cut.
 *
 * A frame ends with 0x1C 0x0D. When a sender leaves out the 0x0D, the next byte shows that the frame has ended: 0x1C 0x0A, 0x1C
 * 0x0B (the next frame begins) and 0x1C at the end of the connection also end a frame. Any other 0x1C is content. 0x0B is never
 * content: it cuts off the frame before it, which becomes a fragment.
 */
export class FrameDecoder {
  readonly #maxFrameBytes: number;
  readonly #keepBytes: number;
  #state: 'between' | 'inside' | 'skipping' = 'between';
  /** True when the last chunk ended in a 0x1C whose meaning depends on the next byte. It is not in #held. */
  #endBlockPending = false;
  /**
   * The bytes of the present frame from earlier chunks. The buffer grows by doubling, so each byte is copied about twice at most.
   */
  #held = EMPTY;
  #heldLength = 0;

  constructor({ maxFrameBytes = 2 * 1024 * 1024, keepBytes = 64 * 1024 }: FrameDecoderOptions = {}) {
    this.#maxFrameBytes = maxFrameBytes;
    this.#keepBytes = Math.min(keepBytes, maxFrameBytes);
  }

  /** True when a frame has begun and not ended, so that more of it must follow. */
  get insideFrame(): boolean {
    return this.#state !== 'between';
  }

  push(chunk: Uint8Array): FrameEvent[] {
    const events: FrameEvent[] = [];
    let position = this.#endBlockPending && chunk.length > 0 ? this.#explainPendingEndBlock(chunk, events) : 0;
    // Each search begins where the last one ended, so a chunk is read a fixed number of times however many frames it contains.
    let startBlock = -1;
    let endBlock = -1;

    while (position < chunk.length) {
      if (startBlock < position) startBlock = indexOrLength(chunk, START_BLOCK, position);
      if (this.#state === 'between') {
        countRubbish(chunk, position, startBlock, events);
        if (startBlock < chunk.length) this.#state = 'inside';
        position = startBlock + 1;
        continue;
      }
      if (endBlock < position) endBlock = indexOrLength(chunk, END_BLOCK, position);
      let contentEnd = endBlock;
      while (contentEnd < startBlock && contentEnd + 1 < chunk.length && !endsFrame(chunk[contentEnd + 1])) {
        endBlock = contentEnd = indexOrLength(chunk, END_BLOCK, contentEnd + 1);
      }
      if (contentEnd < startBlock) {
        if (contentEnd + 1 === chunk.length) {
          this.#hold(chunk, position, contentEnd, events);
          this.#endBlockPending = true;
          return events;
        }
        this.#finish(chunk, position, contentEnd, events);
        position = chunk[contentEnd + 1] === START_BLOCK ? contentEnd + 1 : contentEnd + 2;
      } else if (startBlock < chunk.length) {
        this.#cut(chunk, position, startBlock, events);
        this.#state = 'inside';
        position = startBlock + 1;
      } else {
        this.#hold(chunk, position, chunk.length, events);
        position = chunk.length;
      }
    }
    return events;
  }

  /** Ends the stream, because the connection has ended. What is left is a fragment, or a frame without its final 0x0D. */
  end(): FrameEvent[] {
    const events: FrameEvent[] = [];
    if (this.#endBlockPending) this.#finish(EMPTY, 0, 0, events);
    else if (this.#state !== 'between') this.#cut(EMPTY, 0, 0, events);
    this.#endBlockPending = false;
    return events;
  }

  #explainPendingEndBlock(chunk: Uint8Array, events: FrameEvent[]): number {
    this.#endBlockPending = false;
    const next = chunk[0];
    if (endsFrame(next)) {
      this.#finish(EMPTY, 0, 0, events);
      return next === START_BLOCK ? 0 : 1;
    }
    this.#hold(LONE_END_BLOCK, 0, 1, events);
    return 0;
  }

  #finish(chunk: Uint8Array, from: number, to: number, events: FrameEvent[]): void {
    const length = this.#heldLength + to - from;
    if (this.#state === 'inside') {
      if (length > this.#maxFrameBytes) events.push({ kind: 'oversize', head: this.#head(chunk, from, to) });
      else if (this.#heldLength === 0) events.push({ kind: 'frame', bytes: chunk.subarray(from, to) });
      else {
        this.#append(chunk, from, to);
        const roomy = this.#held.length > 2 * length;
        events.push({ kind: 'frame', bytes: roomy ? this.#held.slice(0, length) : this.#held.subarray(0, length) });
      }
    }
    this.#forget();
  }

  #cut(chunk: Uint8Array, from: number, to: number, events: FrameEvent[]): void {
    if (this.#state === 'inside') {
      const byteLength = this.#heldLength + to - from;
      if (byteLength > this.#maxFrameBytes) events.push({ kind: 'oversize', head: this.#head(chunk, from, to) });
      else events.push({ kind: 'fragment', bytes: this.#head(chunk, from, to), byteLength });
    }
    this.#forget();
  }

  #hold(chunk: Uint8Array, from: number, to: number, events: FrameEvent[]): void {
    if (this.#state === 'skipping') return;
    if (this.#heldLength + to - from > this.#maxFrameBytes) {
      events.push({ kind: 'oversize', head: this.#head(chunk, from, to) });
      this.#forget();
      this.#state = 'skipping';
    } else this.#append(chunk, from, to);
  }

  #append(chunk: Uint8Array, from: number, to: number): void {
    const length = this.#heldLength + to - from;
    if (length > this.#held.length) {
      const roomy = Math.min(Math.max(2 * length, 1024), Math.max(this.#maxFrameBytes, length));
      const larger = new Uint8Array(roomy);
      larger.set(this.#held.subarray(0, this.#heldLength));
      this.#held = larger;
    }
    this.#held.set(chunk.subarray(from, to), this.#heldLength);
    this.#heldLength = length;
  }

  /** Returns a copy, so that a head which is kept does not keep the whole chunk in memory. */
  #head(chunk: Uint8Array, from: number, to: number): Uint8Array {
    const head = new Uint8Array(Math.min(this.#keepBytes, this.#heldLength + to - from));
    const held = this.#held.subarray(0, Math.min(this.#heldLength, head.length));
    head.set(held);
    head.set(chunk.subarray(from, from + head.length - held.length), held.length);
    return head;
  }

  #forget(): void {
    this.#held = EMPTY;
    this.#heldLength = 0;
    this.#state = 'between';
  }
}

const EMPTY = new Uint8Array(0);
const LONE_END_BLOCK = Uint8Array.of(END_BLOCK);

function endsFrame(afterEndBlock: number | undefined): boolean {
  return afterEndBlock === CARRIAGE_RETURN || afterEndBlock === LINE_FEED || afterEndBlock === START_BLOCK;
}

function indexOrLength(chunk: Uint8Array, byte: number, from: number): number {
  const index = chunk.indexOf(byte, from);
  return index === -1 ? chunk.length : index;
}

function countRubbish(chunk: Uint8Array, from: number, to: number, events: FrameEvent[]): void {
  let byteLength = 0;
  for (let i = from; i < to; i++) if (chunk[i] !== CARRIAGE_RETURN && chunk[i] !== LINE_FEED) byteLength++;
  if (byteLength > 0) events.push({ kind: 'rubbish', byteLength });
}
