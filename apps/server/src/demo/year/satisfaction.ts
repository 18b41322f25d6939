import { DAY_MS } from './draw.ts';

/** The ward where things went wrong for some months, and how many days ago that began and ended. */
export const BAD_SPELL = { ward: 'Maple', fromDaysAgo: 215, untilDaysAgo: 128 } as const;

/** How good things usually are in a place, from 0 to 1. */
const USUAL: Readonly<Record<string, number>> = {
  Ash: 0.83,
  Birch: 0.8,
  Cedar: 0.78,
  Maple: 0.77,
  Rowan: 0.86,
  ED: 0.75,
  Heather: 0.84,
  Willow: 0.81,
  'Minor Injuries': 0.79,
  'Eye Clinic': 0.86,
  'Skin Clinic': 0.82,
  Physiotherapy: 0.88,
};

/** Returns how good things were in a ward at a time: everywhere a little better than a year ago. */
export function satisfactionAt(ward: string, at: Date, now: Date): number {
  const daysAgo = (now.getTime() - at.getTime()) / DAY_MS;
  const usual = (USUAL[ward] ?? 0.8) - 0.04 * (daysAgo / 365);
  if (ward !== BAD_SPELL.ward || daysAgo > BAD_SPELL.fromDaysAgo) return usual;
  // After the change the ward is better than it was before.
  return daysAgo > BAD_SPELL.untilDaysAgo ? 0.52 : usual + 0.08;
}

export const isBadSpell = (ward: string, at: Date, now: Date): boolean =>
  ward === BAD_SPELL.ward && satisfactionAt(ward, at, now) < 0.55;
