import { parsePhone } from '../../platform/parse-phone.ts';

/** What somebody may mean by what they typed into the search field of a list of people. */
export interface SearchTerm {
  /** Lower-case words of a name, without dates. */
  words: string[];
  /** An ISO date. */
  birthDate: string | null;
  /** In the form in which numbers are stored: +447700900123. */
  phone: string | null;
  /** Lower case. */
  email: string | null;
}

const MAX_WORDS = 5;
/** PostgreSQL knows no year 0, and nobody was born before this one. */
const MIN_YEAR = 1800;
/** Countries that write the month first. */
const MONTH_FIRST: ReadonlySet<string> = new Set(['US']);

/** Reads a search term as it is written in a country. */
export function readSearchTerm(term: string, country: string): SearchTerm {
  const parts = term
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  const dates = parts.map((part) => readDate(part, country));
  return {
    words: parts.filter((_part, place) => dates[place] === null).slice(0, MAX_WORDS),
    birthDate: dates.find((date) => date !== null) ?? null,
    phone: readPhone(term, country),
    email: parts.find((part) => /.@./.test(part)) ?? null,
  };
}

function readPhone(term: string, country: string): string | null {
  if (!/^\+?[\d\s()./-]{5,}$/.test(term.trim())) return null;
  const read = parsePhone(term, country);
  return read?.isPossible() ? read.number : null;
}

/** Reads 1952-03-04, 19520304, 4.3.1952, 04/03/1952 and 4-3-1952. Returns null for what is no day of the calendar. */
function readDate(text: string, country: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? /^((?:18|19|20)\d\d)(\d\d)(\d\d)$/.exec(text);
  const written = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : written ? inOrder(written, country) : [];
  if (!year || !month || !day) return null;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = new Date(`${date}T00:00:00Z`);
  const isDay = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
  return isDay && Number(year) >= MIN_YEAR ? date : null;
}

const inOrder = ([, first, second, year]: RegExpExecArray, country: string): (string | undefined)[] =>
  MONTH_FIRST.has(country) ? [year, first, second] : [year, second, first];
