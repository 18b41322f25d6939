/** One hour of a sender's traffic. Hours without messages are left out. */
export interface FeedHour {
  /** Start of the hour, milliseconds since the epoch. */
  hour: number;
  messages: number;
}

export interface FeedHistory {
  /** Of the last weeks, in any order. */
  hours: readonly FeedHour[];
  /** Milliseconds since the epoch. */
  lastMessageAt: number;
  /** When somebody began to listen: what could not be heard before then is no silence. */
  listeningSince: number;
}

const HOUR_MS = 3_600_000;
const WEEK_HOURS = 168;
const WEEK_MS = WEEK_HOURS * HOUR_MS;
const MONTH_HOURS = 30 * 24;
/** How far back is learned from, and how much of it there must be before anything is said. */
export const LEARNED_WEEKS = 6;
const MIN_WEEKS = 3;
/** Of the weeks, so many of the busiest are not believed: neither are a holiday's quiet hour nor a catch-up's busy one usual. */
const MIN_RANK = 1;
/** False alarms that are accepted of one sender in thirty days. */
const MAX_FALSE_ALARMS = 0.05;
/** However busy a sender is, a shorter silence is a pause for breath: a restart, a failover. */
const MIN_SILENCE_MS = 2 * 60_000;

/**
 * Says whether a sender is silent who would not be at this hour of this weekday. It adds up how many messages would have
 * come since the last one: with `n` expected, none comes with a chance of e^-n, and that is weighed against how many chances a
 * month of this sender has. By day, with 300 messages an hour, that is told after three minutes; at two in the night after hours.
 *
 * Silence is measured against the weeks before the last message, so a sender who stays away does not become usual.
 */
export function isSilent(history: FeedHistory, now: number): boolean {
  const { hours, lastMessageAt, listeningSince } = history;
  const since = Math.max(lastMessageAt, listeningSince);
  if (now - since < MIN_SILENCE_MS) return false;
  const usual = usualWeek(hours, lastMessageAt);
  if (!usual) return false;
  const perMonth = (usual.total / usual.weeks / WEEK_HOURS) * MONTH_HOURS;
  return expectedBetween(usual.perHour, since, now) >= Math.log(Math.max(perMonth, 1) / MAX_FALSE_ALARMS);
}

interface UsualWeek {
  /** Messages to be expected in each hour of the week, as UTC counts it from the epoch on. */
  perHour: readonly number[];
  total: number;
  weeks: number;
}

/** null while too little is known of the sender. */
function usualWeek(hours: readonly FeedHour[], end: number): UsualWeek | null {
  const endHour = Math.floor(end / HOUR_MS);
  const first = hours.reduce((least, { hour }) => Math.min(least, hour), end);
  const weeks = Math.min(Math.floor((end - first) / WEEK_MS), LEARNED_WEEKS);
  if (weeks < MIN_WEEKS) return null;
  const counts = Array.from({ length: WEEK_HOURS }, () => Array.from({ length: weeks }, () => 0));
  let total = 0;
  for (const { hour, messages } of hours) {
    const index = Math.floor(hour / HOUR_MS);
    // The hour of the last message is not over.
    const age = Math.floor((endHour - 1 - index) / WEEK_HOURS);
    const ofHour = counts[index % WEEK_HOURS];
    if (index >= endHour || age >= weeks || !ofHour) continue;
    ofHour[age] = messages;
    total += messages;
  }
  return { perHour: counts.map((ofHour) => ofHour.toSorted((a, b) => a - b)[MIN_RANK] ?? 0), total, weeks };
}

/** Of each hour and its neighbours the quieter counts, so that a morning that begins late is not a silence. */
function expectedBetween(perHour: readonly number[], since: number, until: number): number {
  const rateOf = (hour: number): number => perHour[((hour % WEEK_HOURS) + WEEK_HOURS) % WEEK_HOURS] ?? 0;
  let expected = 0;
  for (let at = since; at < until;) {
    const hour = Math.floor(at / HOUR_MS);
    const end = Math.min((hour + 1) * HOUR_MS, until);
    // Until the middle of an hour it may still be like the one before, then already like the next.
    const middle = (hour + 0.5) * HOUR_MS;
    const before = Math.max(Math.min(middle, end) - at, 0);
    const after = end - at - before;
    const own = rateOf(hour);
    expected += (before * Math.min(own, rateOf(hour - 1)) + after * Math.min(own, rateOf(hour + 1))) / HOUR_MS;
    at = end;
  }
  return expected;
}
