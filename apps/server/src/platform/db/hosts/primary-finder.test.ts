import { afterEach, expect, it, vi } from 'vitest';
import { isDatabaseAway } from '../is-database-away.ts';
import { createPrimaryFinder, type Probe } from './primary-finder.ts';

afterEach(() => vi.useRealTimers());

const a = { host: 'a', port: 5432 };
const b = { host: 'b', port: 5432 };
const c = { host: 'c', port: 5432 };

/** Answers as each machine does; one that is not named does not answer. */
const probeOf =
  (standings: Record<string, { isPrimary: boolean; timeline: number }>): Probe =>
  async (host) => {
    const standing = standings[host.host];
    if (!standing) throw new Error('timeout expired');
    return { host, ...standing };
  };

it('the machine that accepts writes is found among standbys and machines that do not answer', async () => {
  const finder = createPrimaryFinder(
    [a, b, c],
    probeOf({ b: { isPrimary: false, timeline: 0 }, c: { isPrimary: true, timeline: 1 } }),
  );
  expect(await finder.find()).toBe(c);
});

it('of two that accept writes, the one that was promoted last is it', async () => {
  const standings = { a: { isPrimary: true, timeline: 3 }, b: { isPrimary: true, timeline: 4 } };
  expect(await createPrimaryFinder([a, b], probeOf(standings)).find()).toBe(b);
});

it('while none accepts writes, the database counts as away, and is looked for again the next time', async () => {
  const standings: Parameters<typeof probeOf>[0] = { a: { isPrimary: false, timeline: 0 } };
  const finder = createPrimaryFinder([a, b], probeOf(standings));
  const error: unknown = await finder.find().catch((problem: unknown) => problem);
  expect(isDatabaseAway(error)).toBe(true);
  standings['b'] = { isPrimary: true, timeline: 2 };
  expect(await finder.find()).toBe(b);
});

it('connections to a machine that another has replaced are cut, and others are left alone', async () => {
  const standings: Parameters<typeof probeOf>[0] = { a: { isPrimary: true, timeline: 1 } };
  const finder = createPrimaryFinder([a, b], probeOf(standings));
  const cut: string[] = [];
  const to = await finder.find();
  finder.watch({ to, cut: () => cut.push('first') });
  finder.watch({ to, cut: () => cut.push('ended') })();
  finder.watch({ to: b, cut: () => cut.push('to the successor') });
  delete standings['a'];
  standings['b'] = { isPrimary: true, timeline: 2 };
  finder.forget(a);
  expect(await finder.find()).toBe(b);
  expect(cut).toEqual(['first']);
});

it('a machine that was replaced while it hung is left, although it answers again as a primary', async () => {
  vi.useFakeTimers();
  const standings: Parameters<typeof probeOf>[0] = { a: { isPrimary: true, timeline: 1 } };
  const finder = createPrimaryFinder([a, b], probeOf(standings));
  const cut = vi.fn<() => void>();
  finder.watch({ to: await finder.find(), cut });
  standings['b'] = { isPrimary: true, timeline: 2 };
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await finder.find()).toBe(b);
  expect(cut).toHaveBeenCalled();
});

it('nobody goes back to a machine that was replaced', async () => {
  const standings: Parameters<typeof probeOf>[0] = {
    a: { isPrimary: true, timeline: 1 },
    b: { isPrimary: true, timeline: 2 },
  };
  const finder = createPrimaryFinder([a, b], probeOf(standings));
  expect(await finder.find()).toBe(b);
  delete standings['b'];
  finder.forget(b);
  await expect(finder.find()).rejects.toThrow('The database at a:5432 accepts writes, but lacks what was committed');
  expect(finder.behind()?.message).toContain('its timeline is 1, 2 was in use');
  expect(isDatabaseAway(finder.behind())).toBe(true);
  delete standings['a'];
  await expect(finder.find()).rejects.toThrow('None of the 2 hosts');
  expect(finder.behind()).toBeNull();
  standings['a'] = { isPrimary: true, timeline: 3 };
  expect(await finder.find()).toBe(a);
});
