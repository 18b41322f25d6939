/** Random numbers that a seed determines: the same seed gives the same run. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number;
  /** Returns a whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** Returns true with this probability. */
  chance(probability: number): boolean;
  /** Returns one of the list; throws when it is empty. */
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
  /** Starts a sequence of its own for a part of the run, so that no part depends on how many numbers another part has drawn. */
  begin(part: number): void;
}

/** Mulberry32: its 32 bits of state are enough for a run, and it gives the same numbers on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick(list) {
      const index = int(0, list.length - 1);
      if (index >= list.length || list.length === 0) throw new Error('there is nothing to choose from');
      return list[index] as (typeof list)[number];
    },
    shuffle: (list) =>
      list
        .map((value) => ({ value, rank: next() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ value }) => value),
    begin(part) {
      state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(part, 0xc2b2ae35)) >>> 0;
    },
  };
}

/** Returns a random seed, which its caller prints. */
export const newSeed = (): number => Math.floor(Math.random() * 1_000_000);
