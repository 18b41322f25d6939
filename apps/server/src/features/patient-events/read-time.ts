import { readTimestamp, timestampToInstant, type Timestamp } from '@wardvoice/hl7';

/**
 * The order of day and month in a sender's dates with slashes; null when unknown, so that ambiguous dates cannot be
 * read.
 */
export type DateOrder = 'day_first' | 'month_first' | null;

/** 'hl7', 'hl7-day' and so on. The report on senders shows which forms a sender uses. */
export type TimeForm = 'hl7' | 'hl7-day' | 'hl7-17-digits' | 'iso' | 'slashes' | 'dots';

export type TimeResult =
  { ok: true; value: Timestamp; form: TimeForm } | { ok: false; reason: 'unreadable' | 'ambiguous' };

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?)?(Z|[+-]\d\d:?\d\d)?$/i;
const SLASHES = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})(?:[ ,T]+(\d{1,2}):(\d\d)(?::(\d\d))?(?: ?([AP])M)?)?$/i;
const SEVENTEEN_DIGITS = /^(\d{14})(\d{3})([+-]\d{4})?$/;

/**
 * Reads a time in the forms that senders use: HL7 (HL7 v2.5.1 §2.A.77), the same with milliseconds and no dot, ISO
 * 8601, and dates with slashes or dots. Where either number of a date with slashes could be the day, `order` decides.
 */
export function readSenderTime(text: string, order: DateOrder): TimeResult {
  const trimmed = text.trim();
  const seventeen = SEVENTEEN_DIGITS.exec(trimmed);
  if (seventeen) return fromHl7(`${seventeen[1]}.${seventeen[2]}${seventeen[3] ?? ''}`, 'hl7-17-digits');
  if (/^\d{4}(\d\d)*/.test(trimmed) && !/[-/. ]/.test(trimmed.slice(4, 5)))
    return fromHl7(trimmed, /^\d{8}$/.test(trimmed) ? 'hl7-day' : 'hl7');
  const iso = ISO.exec(trimmed);
  if (iso) {
    const [, year, month, day, hour = '', minute = '', second = '', fraction = '', zone = ''] = iso;
    const offset = zone.toUpperCase() === 'Z' ? '+0000' : zone.replace(':', '');
    return fromHl7(`${year}${month}${day}${hour}${minute}${second}${fraction}${offset}`, 'iso');
  }
  const parts = SLASHES.exec(trimmed);
  return parts ? fromSlashes(parts, order) : { ok: false, reason: 'unreadable' };
}

function fromSlashes(
  [, first = '', mark, second = '', year = '', hour, minute = '', seconds = '', half]: RegExpExecArray,
  order: DateOrder,
): TimeResult {
  // In dates with dots the day comes first.
  const dayFirst =
    Number(second) > 12
      ? false
      : Number(first) > 12 || mark === '.' || first === second
        ? true
        : order === null
          ? null
          : order === 'day_first';
  if (dayFirst === null) return { ok: false, reason: 'ambiguous' };
  const [day, month] = dayFirst ? [first, second] : [second, first];
  const hours =
    hour === undefined ? '' : half ? String((Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0)) : hour;
  const two = (digits: string) => digits && digits.padStart(2, '0');
  return fromHl7(
    `${year}${two(month)}${two(day)}${two(hours)}${two(minute)}${two(seconds)}`,
    mark === '.' ? 'dots' : 'slashes',
  );
}

function fromHl7(text: string, form: TimeForm): TimeResult {
  const read = readTimestamp(text);
  return read.ok ? { ok: true, value: read.value, form } : { ok: false, reason: 'unreadable' };
}

/** Returns null when there is no text, or one that cannot be read. */
export function readInstant(
  text: string | null | undefined,
  { timeZone, dateOrder }: { timeZone: string; dateOrder: DateOrder },
): Date | null {
  const read = text ? readSenderTime(text, dateOrder) : null;
  return read?.ok ? timestampToInstant(read.value, timeZone) : null;
}

export interface BirthDate {
  /** ISO date: the latest possible one, so that nobody counts as older than they may be. */
  date: string;
  precision: 'day' | 'month' | 'year';
}

/** Returns undefined when nothing was sent, null when the date was deleted. */
export function readBirthDate(text: string | null, order: DateOrder): BirthDate | null | undefined | 'unreadable' {
  if (text === null) return null;
  if (text === '') return undefined;
  const read = readSenderTime(text, order);
  // Day and month may be swapped, so the later of both dates is used.
  if (!read.ok && read.reason === 'ambiguous') {
    const both = (['day_first', 'month_first'] as const)
      .map((one) => readBirthDate(text, one))
      .filter((one) => one !== null && one !== undefined && one !== 'unreadable');
    const latest = both.toSorted((a, b) => (a.date < b.date ? 1 : -1))[0];
    return latest ? { date: latest.date, precision: 'year' } : 'unreadable';
  }
  if (!read.ok) return 'unreadable';
  const { year, month, day } = read.value;
  const lastMonth = month ?? 12;
  const lastDay = day ?? new Date(Date.UTC(year < 100 ? 2000 : year, lastMonth, 0)).getUTCDate();
  const date = [
    String(year).padStart(4, '0'),
    String(lastMonth).padStart(2, '0'),
    String(lastDay).padStart(2, '0'),
  ].join('-');
  return { date, precision: month === undefined ? 'year' : day === undefined ? 'month' : 'day' };
}
