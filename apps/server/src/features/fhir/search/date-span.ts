import { sql, type RawBuilder } from 'kysely';
import { BadSearch } from '../fhir-error.ts';

const PREFIXES = ['eq', 'ne', 'gt', 'lt', 'ge', 'le', 'sa', 'eb'] as const;
export type Prefix = (typeof PREFIXES)[number];

/** What a date of a search stands for: every moment from `from` until before `until`. */
export interface DateSpan {
  prefix: Prefix;
  /** Of the calendar and the clock, without a zone: the application's holds. */
  from: string;
  until: string;
  /** Set where the value names its zone: the two are of UTC then. */
  isUtc: boolean;
}

const DATE =
  /^(eq|ne|gt|lt|ge|le|sa|eb)?(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/i;

/** Reads a value as in `ge2026-11-25T10:00:00Z`; its precision says how long the span is. A plus sign may come as a space. */
export function readDateSpan(name: string, text: string): DateSpan {
  const match = DATE.exec(text.trim().replace(/ (?=\d\d:\d\d$)/, '+'));
  if (!match) throw notADate(name);
  const [, prefix = 'eq', year = '', month, day, hour, minute, second, fraction, zone] = match;
  const start = Date.UTC(
    Number(year),
    Number(month ?? 1) - 1,
    Number(day ?? 1),
    Number(hour ?? 0),
    Number(minute ?? 0),
  );
  const milliseconds = Number((fraction ?? '0').padEnd(3, '0').slice(0, 3));
  const at = new Date(start + Number(second ?? 0) * 1000 + milliseconds);
  if (!isRight(at, [year, month, day, hour, minute, second])) throw notADate(name);
  const until = new Date(at);
  if (fraction !== undefined) until.setUTCMilliseconds(until.getUTCMilliseconds() + 1);
  else if (second !== undefined) until.setUTCSeconds(until.getUTCSeconds() + 1);
  else if (minute !== undefined) until.setUTCMinutes(until.getUTCMinutes() + 1);
  else if (day !== undefined) until.setUTCDate(until.getUTCDate() + 1);
  else if (month !== undefined) until.setUTCMonth(until.getUTCMonth() + 1);
  else until.setUTCFullYear(until.getUTCFullYear() + 1);
  const shift = zone === undefined ? 0 : zoneMinutes(zone) * 60_000;
  return {
    prefix: prefix.toLowerCase() as Prefix,
    from: withoutZone(new Date(at.getTime() - shift)),
    until: withoutZone(new Date(until.getTime() - shift)),
    isUtc: zone !== undefined,
  };
}

const notADate = (name: string) =>
  new BadSearch(`The value of ${name} is no date. Send one as in ge2026-11-25 or lt2026-11-25T10:00:00Z.`);

/** JavaScript makes 3 March of 31 February, and PostgreSQL knows no year 0. */
function isRight(at: Date, sent: readonly (string | undefined)[]): boolean {
  const parts = [
    at.getUTCFullYear(),
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  ];
  return Number(sent[0]) > 0 && sent.every((part, index) => part === undefined || Number(part) === parts[index]);
}

function zoneMinutes(zone: string): number {
  if (/z/i.test(zone)) return 0;
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Nothing happens after it, and a later year is written otherwise. */
const END_OF_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const withoutZone = (date: Date): string =>
  new Date(Math.min(date.getTime(), END_OF_TIME)).toISOString().replace('Z', '');

/** SQL: the two ends of the span as instants. */
export function instantsOf({ from, until, isUtc }: DateSpan, applicationId: number) {
  const zone = isUtc ? sql`'UTC'` : sql`(select time_zone from applications where id = ${applicationId})`;
  const at = (text: string): RawBuilder<unknown> => sql`(${text}::timestamp at time zone ${zone})`;
  return { from: at(from), until: at(until) };
}
