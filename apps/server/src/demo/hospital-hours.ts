import type { Random } from './demo-people.ts';

/**
 * Share of the day's average rate in each hour (UTC): emergency visits are mostly by day, and planned admissions in the
 * morning.
 */
const CASUALTIES_BY_HOUR = [
  0.6, 0.5, 0.4, 0.4, 0.4, 0.4, 0.5, 0.7, 1, 1.3, 1.5, 1.5, 1.4, 1.4, 1.3, 1.3, 1.3, 1.4, 1.4, 1.4, 1.3, 1.1, 0.8, 0.7,
] as const;
const ADMISSIONS_BY_HOUR = [
  0.2, 0.2, 0.1, 0.1, 0.2, 0.4, 1, 2, 2.4, 2.2, 1.8, 1.6, 1.6, 1.6, 1.5, 1.3, 1.2, 1, 0.9, 0.7, 0.6, 0.5, 0.4, 0.3,
] as const;

export const BUSIEST_SHARE = Math.max(...CASUALTIES_BY_HOUR, ...ADMISSIONS_BY_HOUR);

export const hourlyShare = (casualty: boolean, at: Date): number =>
  (casualty ? CASUALTIES_BY_HOUR : ADMISSIONS_BY_HOUR)[at.getUTCHours()] ?? 1;

export const isNight = (at: Date): boolean => at.getUTCHours() < 9 || at.getUTCHours() >= 19;

/** Most patients stay one or two nights, a few nearly a week. */
export const stayHours = (random: Random): number => 8 + 120 * random() ** 2;
