/**
 * Maximum number of messages of one peer in a group, while others send too: theirs need not wait for a longer commit. The measurements are
 * in docs/benchmarks.md, "A quiet sender beside a flood".
 */
const MAX_OF_PEER = 15;
/** How long a peer counts as sending after its last message. */
const SENDING_MS = 5_000;

interface QueueOptions<Item> {
  maxItems: number;
  maxBytes: number;
  bytesOf(item: Item): number;
}

export interface FairQueue<Item> {
  readonly size: number;
  push(peer: string, item: Item): void;
  /** Removes and returns the next group, at least one item when there is any. */
  nextGroup(): Item[];
}

/**
 * A queue for each peer. A group has one item of each in turn, until it is full, so whoever sends thousands does not make
 * the others wait. The items of one peer keep their order.
 */
export function createFairQueue<Item>({ maxItems, maxBytes, bytesOf }: QueueOptions<Item>): FairQueue<Item> {
  const queues = new Map<string, Item[]>();
  let size = 0;
  let lastPeer: string | null = null;
  /** When a message came last whose peer was not that of the message before. */
  let changedAt = -Infinity;

  function isShared(): boolean {
    return queues.size > 1 || performance.now() - changedAt < SENDING_MS;
  }

  /** The peer that was first is last in the next group. */
  function rotate(): void {
    const [first] = queues;
    if (!first) return;
    queues.delete(first[0]);
    queues.set(...first);
  }

  return {
    get size() {
      return size;
    },
    push(peer, item) {
      if (lastPeer !== null && peer !== lastPeer) changedAt = performance.now();
      lastPeer = peer;
      const queue = queues.get(peer);
      if (queue) queue.push(item);
      else queues.set(peer, [item]);
      size += 1;
    },
    nextGroup() {
      const maxOfPeer = isShared() ? MAX_OF_PEER : maxItems;
      const peers = [...queues].map(([peer, items]) => ({ peer, items, count: 0 }));
      const group: Item[] = [];
      let bytes = 0;
      const isFull = () => group.length >= maxItems || (group.length > 0 && bytes >= maxBytes);
      for (let turns = peers; turns.length > 0 && !isFull();) {
        for (const turn of turns) {
          const item = turn.items[turn.count];
          if (item === undefined || isFull()) break;
          group.push(item);
          bytes += bytesOf(item);
          turn.count += 1;
        }
        turns = turns.filter(({ items, count }) => count < Math.min(items.length, maxOfPeer));
      }
      for (const { peer, items, count } of peers) {
        if (count < items.length) items.splice(0, count);
        else queues.delete(peer);
      }
      size -= group.length;
      rotate();
      return group;
    },
  };
}
