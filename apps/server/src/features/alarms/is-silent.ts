/** One hour of a sender's traffic. Hours without messages are left out. */
export interface FeedHour {
  /** Start of the hour, milliseconds since the epoch. */
  hour: number;
  messages: number;
}

export interface FeedHistory {
  /** Hours of the last weeks, in any order. */
  hours: readonly FeedHour[];
  /** Milliseconds since the epoch. */
  lastMessageAt: number;
  /** When the listener started, in milliseconds since the epoch. Time without a listener is not silence. */
  listeningSince: number;
}

const HOUR_MS = 3_600_000;
const WEEK_HOURS = 168;
const WEEK_MS = WEEK_HOURS * HOUR_MS;
const MONTH_HOURS = 30 * 24;
/** Weeks of history that are used, and the weeks that must be known before a sender is called silent. */
export const LEARNED_WEEKS = 6;
const MIN_WEEKS = 3;
/**
 * The usual count of an hour of the week is its second lowest of all weeks, so that neither one quiet holiday nor one
 * busy catch-up counts as usual.
 */
const MIN_RANK = 1;
/** Expected number of false alarms per sender in thirty days. */
const MAX_FALSE_ALARMS = 0.05;
/** A shorter silence is never reported, however busy the sender is: it may be a restart or a failover. */
const MIN_SILENCE_MS = 2 * 60_000;

/**
 * Says whether a sender is silent at a time of the week at which it usually sends. It adds up how many messages would
 * usually have come since the last one. With `n` expected, the chance that none comes is e^-n; this is compared with
 * MAX_FALSE_ALARMS, given the number of gaps between messages that this sender has in a month. With 300 messages an
 * hour by day, silence is reported after three minutes; at two in the night, after hours.
 *
 * Silence is compared with the weeks before the last message, so a long silence does not become usual.
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
  /** Messages expected in each hour of the week. The week begins at the epoch, in UTC. */
  perHour: readonly number[];
  total: number;
  weeks: number;
}

/** Returns null while too little is known of the sender. */
function usualWeek(hours: readonly FeedHour[], end: number): UsualWeek | null {
  const endHour = Math.floor(end / HOUR_MS);
  const first = hours.reduce((least, { hour }) => Math.min(least, hour), end);
  const weeks = Math.min(Math.floor((end - first) / WEEK_MS), LEARNED_WEEKS);
  if (weeks < MIN_WEEKS) return null;
  const counts = Array.from({ length: WEEK_HOURS }, () => Array.from({ length: weeks }, () => 0));
  let total = 0;
  for (const { hour, messages } of hours) {
    const index = Math.floor(hour / HOUR_MS);
    // The hour of the last message is left out, because it is not complete.
    const age = Math.floor((endHour - 1 - index) / WEEK_HOURS);
    const ofHour = counts[index % WEEK_HOURS];
    if (index >= endHour || age >= weeks || !ofHour) continue;
    ofHour[age] = messages;
    total += messages;
  }
  return { perHour: counts.map((ofHour) => ofHour.toSorted((a, b) => a - b)[MIN_RANK] ?? 0), total, weeks };
}

/**
 * Adds up the messages expected between two times. For each half hour the lower rate of the hour and its nearer
 * neighbour counts, so that a morning that begins late is not a silence.
 */
function expectedBetween(perHour: readonly number[], since: number, until: number): number {
  const rateOf = (hour: number): number => perHour[((hour % WEEK_HOURS) + WEEK_HOURS) % WEEK_HOURS] ?? 0;
  let expected = 0;
  for (let at = since; at < until;) {
    const hour = Math.floor(at / HOUR_MS);
    const end = Math.min((hour + 1) * HOUR_MS, until);
    // The first half of an hour is compared with the hour before, the second half with the hour after.
    const middle = (hour + 0.5) * HOUR_MS;
    const before = Math.max(Math.min(middle, end) - at, 0);
    const after = end - at - before;
    const own = rateOf(hour);
    expected += (before * Math.min(own, rateOf(hour - 1)) + after * Math.min(own, rateOf(hour + 1))) / HOUR_MS;
    at = end;
  }
  return expected;
}
