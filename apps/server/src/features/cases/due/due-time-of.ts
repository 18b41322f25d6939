import type { cases } from '@wardvoice/contract';
import { addWorkingHours } from './add-working-hours.ts';

/** The settings of an application that decide until when its cases should be closed. */
export interface CaseLimits {
  time_zone: string;
  working_hours: string[];
  case_hours_urgent: number;
  case_hours_high: number;
  case_hours_normal: number;
}

/**
 * Returns until when a case that is opened or reopened now should be closed. An urgent one does not wait for a weekend
 * to end, so its hours are counted by the clock.
 */
export function dueTimeOf(severity: cases.CaseSeverity, limits: CaseLimits, now: Date): Date {
  if (severity === 'urgent') return new Date(now.getTime() + limits.case_hours_urgent * 3_600_000);
  const hours = severity === 'high' ? limits.case_hours_high : limits.case_hours_normal;
  return addWorkingHours(now, hours, { timeZone: limits.time_zone, days: limits.working_hours });
}
