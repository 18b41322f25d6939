import { useTranslation } from 'react-i18next';
import { reports, spanOf } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';

type Interval = reports.TrendReport['interval'];

/** Writes the figures of reports, and says in words what they mean. */
export function useReportWords() {
  const { t, i18n } = useTranslation(['reports', 'terms']);
  const { number, percent, plainDate, month, locale } = useFormats();

  /** Its sign stands before it in every language: a number is isolated, and read from the left. */
  const signed = (value: number): string =>
    `\u2066${number(value, { signDisplay: 'exceptZero', maximumFractionDigits: 1 })}\u2069`;
  const figure = (value: number, measure: reports.Measure): string => {
    if (reports.isShare(measure)) return percent(value);
    return measure === 'nps' ? signed(value) : number(value);
  };
  /** With its sign; a difference of shares is in percentage points. */
  const difference = (value: number, measure: reports.Measure): string =>
    reports.isShare(measure) ? t('points', { number: signed(value * 100) }) : signed(value);
  const periodName = (period: string, interval: Interval): string =>
    interval === 'month' ? month(period) : plainDate(period);

  return {
    figure,
    difference,
    days: ({ from, to }: { from: string; to: string }): string => `${plainDate(from)} – ${plainDate(to)}`,
    /** For an axis, where there is little room. */
    shortPeriod: (period: string, interval: Interval): string =>
      new Intl.DateTimeFormat(locale, {
        timeZone: 'UTC',
        ...(interval === 'month' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' }),
      }).format(new Date(`${period}T00:00:00Z`)),
    periodName,
    people: (count: number, measure: reports.Measure): string =>
      t(measure === 'response_rate' ? 'people.asked' : 'people.answers', { count, number: number(count) }),
    changeWords: ({ kind, detail }: reports.Change): string =>
      t(`change.${kind}`, { detail: kind.startsWith('channel') ? channelName(detail) : detail }),
    signalWords: (
      signal: reports.Signal,
      { interval, lastCounted }: { interval: Interval; lastCounted: string | undefined },
    ): string => {
      const { rule, side, from, to } = signal;
      const days = { from: periodName(from, interval), to: periodName(to, interval) };
      const found = t(`signal.${side}.${spanOf(signal, lastCounted)}`, days);
      return rule === 'beyond_limit' ? found : `${found} (${t(`rule.${rule}.${side}`)})`;
    },
  };

  function channelName(channel: string): string {
    return i18n.exists(`reports:channel.${channel}`) ? t(`channel.${channel as 'kiosk'}`) : t('terms:channel.sms');
  }
}
