/** Countries whose calendars begin a week with Sunday, and with Saturday (CLDR 48, weekData). All others begin with Monday. */
const FROM_SUNDAY =
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG ' +
  'SV TH TT TW UM US VE VI WS YE ZA ZW';
const FROM_SATURDAY = 'AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY';
const FIRST_DAYS = new Map([
  ...FROM_SUNDAY.split(' ').map((country) => [country, 0] as const),
  ...FROM_SATURDAY.split(' ').map((country) => [country, 6] as const),
  ['MV', 5] as const,
]);
const MONDAY = 1;
const MS_PER_DAY = 86_400_000;

/** Returns the day that a week begins with in a country; Sunday is 0. */
export const firstDayOfWeek = (country: string | undefined): number => FIRST_DAYS.get(country ?? '') ?? MONDAY;

const isoDate = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Returns the weeks, as ISO dates, that the days of a month such as "2026-11" are in. */
export function weeksOf(month: string, firstDay: number): string[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const next = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1);
  const weeks: string[][] = [];
  let at = first.getTime() - ((first.getUTCDay() - firstDay + 7) % 7) * MS_PER_DAY;
  while (at < next) {
    const begins = at;
    weeks.push(Array.from({ length: 7 }, (_, day) => isoDate(begins + day * MS_PER_DAY)));
    at += 7 * MS_PER_DAY;
  }
  return weeks;
}

/** Returns the month that is so many after another: "2026-12" and 1 give "2027-01". */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return isoDate(Date.UTC(year, number - 1 + count, 1)).slice(0, 7);
}
