/** Chance that a seed decides: the same seed, the same run. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number;
  /** A whole number from `min` to `max`, both of them possible. */
  int(min: number, max: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of the list; throws when it is empty. */
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
  /** Begins anew for a part of the run, so that one part does not depend on how often another asked. */
  begin(part: number): void;
}

/** Mulberry32: 32 bits of state are plenty for a run, and it is the same on every machine. */
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

/** A seed nobody has chosen; whoever uses it prints it. */
export const newSeed = (): number => Math.floor(Math.random() * 1_000_000);
