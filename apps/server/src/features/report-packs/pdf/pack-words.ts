import { directionOf, lastCountedOf, reports, spanOf, usualOf } from '@wardvoice/contract';
import { localeOf } from '../../../staff-texts/locale-of.ts';
import { fillWords, staffWordsIn } from '../../../staff-texts/staff-words-in.ts';
import type { Pack } from '../read-pack.ts';

/** The newest stand beneath a chart; all are marked in it. */
const MAX_FINDINGS = 2;

type Interval = reports.TrendReport['interval'];

/** Writes the figures of a report in a language, as the country of the hospital writes them. */
export function packWords({ country, timeZone }: Pick<Pack, 'country' | 'timeZone'>, language: string) {
  const { report: words, named: pattern } = staffWordsIn(language);
  const named = (name: string, value: string): string => fillWords(pattern, { name, value });
  const locale = localeOf(language, country);
  const ofDay = (day: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', calendar: 'gregory', ...options }).format(
      new Date(`${day}T00:00:00Z`),
    );
  const day = (at: string): string => ofDay(at, { dateStyle: 'medium' });
  const period = (at: string, interval: Interval): string =>
    interval === 'month' ? ofDay(at, { month: 'long', year: 'numeric' }) : day(at);
  const number = (value: number, options?: Intl.NumberFormatOptions): string => value.toLocaleString(locale, options);
  /** Below a tenth a share keeps a digit, so that a small one does not look like none. */
  const percent = (share: number): string =>
    number(share, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 });
  const isRightToLeft = directionOf(language) === 'rtl';
  /**
   * Its sign is seen before it in every language: from right to left, what is written behind a number stands at its left. The marks
   * that isolate a number have no sign in the fonts, and would be printed.
   */
  function signed(value: number): string {
    const rounded = Math.round(value * 10) / 10;
    const sign = rounded > 0 ? '+' : rounded < 0 ? '-' : '';
    const size = number(Math.abs(rounded));
    return isRightToLeft ? size + sign : sign + size;
  }
  const figure = (value: number, measure: reports.Measure): string => {
    if (reports.isShare(measure)) return percent(value);
    return measure === 'nps' ? signed(value) : number(value, { maximumFractionDigits: 1 });
  };
  const isChannel = (name: string): name is keyof typeof words.channel => Object.hasOwn(words.channel, name);

  return {
    words,
    isRightToLeft,
    fill: fillWords,
    named,
    /** As the screens do, without the marks that isolate. */
    listed: (values: readonly string[]): string =>
      isRightToLeft ? values.join('، ') : new Intl.ListFormat(locale, { type: 'unit' }).format(values),
    day,
    days: ({ from, to }: { from: string; to: string }): string => `${day(from)} – ${day(to)}`,
    printed: (at: string): string =>
      fillWords(words.printed, {
        day: new Intl.DateTimeFormat(locale, { timeZone, calendar: 'gregory', dateStyle: 'medium' }).format(
          new Date(at),
        ),
      }),
    /** For an axis, where there is little room. */
    shortPeriod: (at: string, interval: Interval): string =>
      ofDay(at, interval === 'month' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' }),
    languageName: (code: string): string => new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code,
    number,
    percent,
    figure,
    orTooFew: (value: number | null, measure: reports.Measure): string =>
      value === null ? words.tooFew : figure(value, measure),
    difference: (value: number, measure: reports.Measure): string =>
      reports.isShare(measure) ? fillWords(words.points, { number: signed(value * 100) }) : signed(value),
    people: (count: number, measure: reports.Measure): string =>
      named(measure === 'response_rate' ? words.asked : words.answers, number(count)),
    change: ({ day: at, kind, detail }: reports.Change): string => {
      const about = kind.startsWith('channel') && isChannel(detail) ? words.channel[detail] : detail;
      return fillWords(words.changed, { day: day(at), what: fillWords(words.change[kind], { detail: about }) });
    },
    /** The last of what a trend says, or that it says nothing new, and what is usual. */
    findings(trend: reports.TrendReport): string[] {
      const { measure, interval, signals } = trend;
      const lastCounted = lastCountedOf(trend);
      const said = signals.slice(-MAX_FINDINGS).map((signal) => {
        const { rule, side, from, to } = signal;
        const span = words.signal[side][spanOf(signal, lastCounted)];
        const found = fillWords(span, { from: period(from, interval), to: period(to, interval) });
        const why = rule === 'beyond_limit' ? [] : [`(${words.rule[rule][side]})`];
        return [found, ...why].join(' ').concat('.');
      });
      const usual = usualOf(trend);
      if (!usual) return [...said, words.noLimits];
      const limits = {
        centre: figure(usual.centre, measure),
        lower: figure(usual.lower, measure),
        upper: figure(usual.upper, measure),
      };
      const now = fillWords(usual.lower === usual.upper ? words.always : words.usual, limits);
      return [...(said.length > 0 ? said : [words.onlyChance]), now];
    },
  };
}

export type PackWords = ReturnType<typeof packWords>;
