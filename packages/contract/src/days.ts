import { z } from 'zod';

const MIN_YEAR = 1800;
const MAX_YEAR = 2999;

/** PostgreSQL knows no year 0, and a time in another zone may be outside of what a calendar can count. */
function isInReach(text: string): boolean {
  const year = Number(text.slice(0, 4));
  return year >= MIN_YEAR && year <= MAX_YEAR;
}
const OUT_OF_REACH = `Use a year from ${MIN_YEAR} to ${MAX_YEAR}.`;

/** A day without a time, such as `2026-01-31`. */
export const isoDay = z.iso.date('Use an ISO date such as 2026-01-31.').refine(isInReach, OUT_OF_REACH);

/** A time with its zone, such as `2026-01-31T14:30:00Z`. */
export const isoTime = z.iso
  .datetime({ offset: true, error: 'Use an ISO time such as 2026-01-31T14:30:00Z.' })
  .refine(isInReach, OUT_OF_REACH);
