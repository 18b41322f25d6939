import { useTranslation } from 'react-i18next';
import type { results } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';
import { ShareTable } from './share-table.tsx';
import classes from './results.module.css';

const FIGURES = ['least', 'lower_quartile', 'median', 'upper_quartile', 'most'] as const;

/** The median of the numbers that were given in one unit, the range in which they lie, and how they are spread. */
export function NumberResults({ title, numbers }: { title: string; numbers: results.NumberResult }) {
  const { t } = useTranslation('results');
  const { number } = useFormats();
  const { unit, answered, whole, bins } = numbers;
  const inWords = (value: number) => number(value, { maximumFractionDigits: 6 });
  const rangeOf = ({ from, to }: { from: number; to: number }) => {
    if (from === to) return inWords(from);
    if (!whole) return t('bin', { from: inWords(from), to: inWords(to) });
    return to - from === 1 ? inWords(from) : t('whole_bin', { from: inWords(from), to: inWords(to - 1) });
  };
  return (
    <>
      <dl className={classes.spread}>
        {FIGURES.map((figure) => (
          <div key={figure}>
            <dt>{t(figure)}</dt>
            <dd>
              {inWords(numbers[figure])} {unit !== null && <bdi>{unit}</bdi>}
            </dd>
          </div>
        ))}
      </dl>
      <ShareTable
        label={unit === null ? title : `${title} (${unit})`}
        rows={bins.map((bin) => ({ title: rangeOf(bin), count: bin.count, share: bin.count / answered }))}
        head={t('range')}
      />
    </>
  );
}

/** How many days lie in each month, or year. */
export function PeriodResults({ title, periods }: { title: string; periods: results.QuestionResult['periods'] }) {
  const { t } = useTranslation('results');
  const { month } = useFormats();
  const all = periods.reduce((sum, { count }) => sum + count, 0);
  const inWords = (period: string) => (period.length === 4 ? period : month(`${period}-01`));
  return (
    <ShareTable
      label={title}
      rows={periods.map(({ period, count }) => ({ title: inWords(period), count, share: count / all }))}
      head={t(periods[0]?.period.length === 4 ? 'year' : 'period.month')}
    />
  );
}
