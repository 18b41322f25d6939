import { describe, expect, it } from 'vitest';
import { isSilent, LEARNED_WEEKS, type FeedHour } from './is-silent.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Monday. */
const START = Date.UTC(2026, 5, 1);

/** A pseudorandom sequence that is the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Messages per hour of a hospital: few at night, half as many at the weekend. */
function rateAt(time: number, busiest: number): number {
  const at = new Date(time);
  const hour = at.getUTCHours();
  const isWeekend = at.getUTCDay() === 0 || at.getUTCDay() === 6;
  const ofDay = hour < 6 ? 0.05 : hour < 8 ? 0.4 : hour < 18 ? 1 : hour < 22 ? 0.3 : 0.1;
  return busiest * ofDay * (isWeekend ? 0.5 : 1);
}

/** Arrivals of a Poisson process with that rate, from START on. */
function* arrivals(busiest: number, random: () => number, until: number): Generator<number> {
  for (let at = START; ;) {
    at += (-Math.log(1 - random()) / busiest) * HOUR;
    if (at >= until) return;
    if (random() < rateAt(at, busiest) / busiest) yield at;
  }
}

const LEARNED = START + LEARNED_WEEKS * 7 * DAY;

/**
 * Returns the minutes at which an alarm opens in the `days` after the learning period; the sender falls silent at
 * `silentFrom`. Once silent, a sender stays silent until its next message, so it is enough to evaluate the end of each
 * gap, and each minute of it only where the end is silent.
 */
function watch(busiest: number, seed: number, { days, silentFrom = Infinity }: { days: number; silentFrom?: number }) {
  const end = LEARNED + days * DAY;
  const perHour = new Map<number, number>();
  const alarms: number[] = [];
  let lastMessageAt = START;
  const askAbout = (until: number) => {
    if (until < LEARNED || until - lastMessageAt < 2 * MINUTE) return;
    const hours: FeedHour[] = [...perHour].map(([hour, messages]) => ({ hour, messages }));
    const silentAt = (now: number) => isSilent({ hours, lastMessageAt, listeningSince: START }, now);
    if (!silentAt(until)) return;
    let now = Math.ceil(lastMessageAt / MINUTE) * MINUTE;
    while (now < until && !silentAt(now)) now += MINUTE;
    alarms.push(now);
  };
  for (const at of arrivals(busiest, seeded(seed), Math.min(end, silentFrom))) {
    askAbout(at);
    lastMessageAt = at;
    const hour = Math.floor(at / HOUR) * HOUR;
    perHour.set(hour, (perHour.get(hour) ?? 0) + 1);
  }
  askAbout(end);
  return alarms;
}

describe('a sender that is as busy as usual', () => {
  it.each([
    [4, 3],
    [20, 2],
    [120, 2],
    [300, 1],
    [1_000, 1],
  ])('gives less than one false alarm in thirty days, with %i messages in the busiest hour', (busiest, senders) => {
    const alarms = Array.from({ length: senders }, (_, seed) => watch(busiest, seed + 1, { days: 30 })).flat();
    expect(alarms.length).toBeLessThan(senders);
  });

  it('is not called silent for an hour in which there was no listener', () => {
    const hours = [];
    for (let hour = START; hour < LEARNED; hour += HOUR) hours.push({ hour, messages: 300 });
    const lastMessageAt = LEARNED - HOUR;
    expect(isSilent({ hours, lastMessageAt, listeningSince: LEARNED - MINUTE }, LEARNED)).toBe(false);
    expect(isSilent({ hours, lastMessageAt, listeningSince: START }, LEARNED)).toBe(true);
  });

  it('is not watched before three weeks of it are known', () => {
    const hours = [];
    for (let hour = START; hour < START + 20 * DAY; hour += HOUR) hours.push({ hour, messages: 300 });
    const lastMessageAt = START + 20 * DAY;
    expect(isSilent({ hours, lastMessageAt, listeningSince: START }, lastMessageAt + DAY)).toBe(false);
  });
});

describe('a sender that falls silent', () => {
  it.each([
    [300, 5],
    [1_000, 3],
    [60, 20],
  ])('by day, with %i messages an hour, is found within %i minutes', (busiest, minutes) => {
    for (const seed of [1, 2]) {
      const silentFrom = LEARNED + DAY + 11 * HOUR;
      const alarms = watch(busiest, seed, { days: 2, silentFrom });
      const delayMinutes = ((alarms.find((at) => at >= silentFrom) ?? Infinity) - silentFrom) / MINUTE;
      expect(delayMinutes).toBeLessThanOrEqual(minutes);
    }
  });

  it('at night is found by the morning, and stays silent for weeks', () => {
    const silentFrom = LEARNED + DAY + 2 * HOUR;
    const alarms = watch(300, 7, { days: 30, silentFrom });
    expect(alarms).toHaveLength(1);
    expect(((alarms[0] ?? Infinity) - silentFrom) / HOUR).toBeLessThan(6);
  });
});
