/** HL7 v2.5.1 §2.A.77 TS/DTM: YYYY[MM[DD[HH[MM[SS[.S[S[S[S]]]]]]]]][+/-ZZZZ]. */
export interface Timestamp {
  readonly year: number;
  /** 1 to 12. */
  readonly month?: number;
  readonly day?: number;
  readonly hour?: number;
  readonly minute?: number;
  /** 60 in a leap second. */
  readonly second?: number;
  /** Fraction of a second: 0.25. */
  readonly fraction?: number;
  /** The smallest unit that was sent. */
  readonly precision: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction';
  /** Minutes east of UTC; null when the sender gave no offset, so that its local time is meant. */
  readonly offsetMinutes: number | null;
}

export type TimestampResult =
  | { readonly ok: true; readonly value: Timestamp }
  /** `text` is one sentence that does not contain the value. */
  | { readonly ok: false; readonly text: string };

const FORM = /^(\d{4})(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(\.\d{1,9})?)?)?)?)?)?(?:([+-])(\d\d)(\d\d))?$/;

export function readTimestamp(text: string): TimestampResult {
  const match = FORM.exec(text.trim());
  if (match === null) return { ok: false, text: 'Not a time in the form YYYYMMDDHHMMSS.SSSS+ZZZZ.' };
  const part = (group: number): number | undefined => {
    const digits = match[group];
    return digits === undefined ? undefined : Number(digits);
  };
  const year = Number(match[1]);
  const month = part(2);
  const day = part(3);
  const hour = part(4);
  const minute = part(5);
  const second = part(6);
  const fraction = part(7);
  const zoneHours = part(9);
  const zoneMinutes = part(10) ?? 0;
  if (year === 0 || outside(month, 1, 12) || outside(day, 1, daysIn(year, month ?? 1)))
    return { ok: false, text: 'No such day in the calendar.' };
  if (outside(hour, 0, 23) || outside(minute, 0, 59) || outside(second, 0, 60))
    return { ok: false, text: 'No such time of day.' };
  if (outside(zoneHours, 0, 14) || zoneMinutes > 59) return { ok: false, text: 'No such time zone offset.' };
  const zone = zoneHours === undefined ? null : zoneHours * 60 + zoneMinutes;
  return {
    ok: true,
    value: {
      year,
      ...(month !== undefined && { month }),
      ...(day !== undefined && { day }),
      ...(hour !== undefined && { hour }),
      ...(minute !== undefined && { minute }),
      ...(second !== undefined && { second }),
      ...(fraction !== undefined && { fraction }),
      precision:
        PRECISIONS[[month, day, hour, minute, second, fraction].filter((p) => p !== undefined).length] ?? 'year',
      offsetMinutes: zone !== null && match[8] === '-' ? 0 - zone : zone,
    },
  };
}

const PRECISIONS = ['year', 'month', 'day', 'hour', 'minute', 'second', 'fraction'] as const;

/**
 * Returns the instant at which the time begins. Of a partial time, that is the beginning of its year, month, day, hour or minute.
 *
 * `timeZone` (IANA, 'Europe/Dublin') is used only when the sender gave no offset. An hour that daylight saving skips is moved by
 * the length of the gap (01:30 becomes 02:30); of an hour that occurs twice, the first is meant. Throws a RangeError for a zone
 * that does not exist, because that is a setting and not input.
 */
export function timestampToInstant(value: Timestamp, timeZone: string): Date {
  const { year, month = 1, day = 1, hour = 0, minute = 0, second = 0, fraction = 0 } = value;
  const wall = new Date(0);
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  wall.setUTCFullYear(year, month - 1, day);
  wall.setUTCHours(hour, minute, second, Math.floor(fraction * 1000));
  const wallMs = wall.getTime();
  if (value.offsetMinutes !== null) return new Date(wallMs - value.offsetMinutes * 60_000);
  // The offsets a day before and a day after differ only around a change of the clocks.
  const before = offsetAt(wallMs - DAY, timeZone);
  const after = offsetAt(wallMs + DAY, timeZone);
  if (before === after) return new Date(wallMs - before);
  const [early, late] = before > after ? [before, after] : [after, before];
  // The greater offset gives the earlier instant. It is the answer if the zone's clocks show this time then.
  for (const offset of [early, late])
    if (offsetAt(wallMs - offset, timeZone) === offset) return new Date(wallMs - offset);
  return new Date(wallMs - before);
}

const DAY = 86_400_000;
const QUARTER_HOUR = 900_000;
const EARLIEST = Date.UTC(1800, 0, 1);

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /**
   * Offsets in milliseconds by the number of the quarter hour since 1970, because a feed asks for the same few days again and
   * again.
   */
  readonly offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();
const MAX_OFFSETS_KEPT = 5000;

/** Returns by how many milliseconds the zone's clocks are ahead of UTC at an instant. */
function offsetAt(instantMs: number, timeZone: string): number {
  let zone = zones.get(timeZone);
  if (zone === undefined) {
    zone = { format: formatFor(timeZone), offsets: new Map() };
    zones.set(timeZone, zone);
  }
  // No time of a patient is earlier, and Intl would use the Julian calendar for older days.
  const quarter = Math.floor(Math.max(instantMs, EARLIEST) / QUARTER_HOUR);
  const known = zone.offsets.get(quarter);
  if (known !== undefined) return known;
  // Since 1970 zones have changed on quarter hours only. For earlier times, the beginning of the quarter hour is accurate enough.
  const atMs = quarter * QUARTER_HOUR;
  const part: Record<string, number> = {};
  for (const { type, value } of zone.format.formatToParts(atMs)) part[type] = Number(value);
  const wall = new Date(0);
  wall.setUTCFullYear(part['year'] ?? 1970, (part['month'] ?? 1) - 1, part['day'] ?? 1);
  wall.setUTCHours(part['hour'] ?? 0, part['minute'] ?? 0, part['second'] ?? 0);
  const offset = wall.getTime() - atMs;
  if (zone.offsets.size >= MAX_OFFSETS_KEPT) zone.offsets.clear();
  zone.offsets.set(quarter, offset);
  return offset;
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

function outside(value: number | undefined, least: number, most: number): boolean {
  return value !== undefined && (value < least || value > most);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
