import { dashboard, deliveries, messages } from '@wardvoice/contract';

type Day = dashboard.Dashboard['week'][number];

const STAYS = Object.values(messages.EVENT_BY_TYPE);

/** Returns whether all that the week told of is appointments, as in a clinic without beds. */
export const hasOnlyAppointments = (week: readonly Day[]): boolean =>
  week.some((day) => dashboard.CLINIC_EVENTS.some((event) => day[event] > 0)) &&
  week.every((day) => STAYS.every((event) => day[event] === 0));

/** Returns the events that the figures of a week are shown by, and how many of each day are others. */
export function eventsOf(week: readonly Day[]): {
  events: readonly Exclude<keyof Day, 'day' | 'other'>[];
  otherOf: (day: Day) => number;
} {
  const events = hasOnlyAppointments(week) ? dashboard.CLINIC_EVENTS : STAYS;
  const isOther = events === STAYS ? [] : dashboard.CLINIC_EVENTS;
  return { events, otherOf: (day) => isOther.reduce((rest, event) => rest - day[event], day.other) };
}

/** Nothing of nothing is nothing, not NaN. */
export const shareOf = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

export const isReason = (reason: string): reason is deliveries.SuppressionReason =>
  deliveries.SUPPRESSION_REASONS.some((known) => known === reason);
