import type { results } from '@wardvoice/contract';

/** A row of the CSV file. */
export interface ResultRow {
  part: 'total' | 'period' | 'category' | 'department' | 'ward' | 'language' | 'question';
  group: string;
  answer: string | null;
  count: number | null;
  /** Share of the answer among those that count, 0 to 1. */
  share: number | null;
  score: number | null;
  /** 0 to 1. */
  satisfied: number | null;
  /** The median of a number question, and its other figures. */
  number: number | null;
  unit: string | null;
}

export function resultRows({ total, trend, ...parts }: results.Results): ResultRow[] {
  const row = (part: ResultRow['part'], group: string | null, figures: results.Figures | null): ResultRow => ({
    part,
    group: group ?? '(too small to be shown)',
    answer: null,
    count: figures?.answered ?? null,
    score: figures?.score ?? null,
    share: null,
    satisfied: figures?.satisfied ?? null,
    number: null,
    unit: null,
  });
  const all = (part: ResultRow['part'], groups: readonly results.Group[]) =>
    groups.map((group) => row(part, group.title, group));
  return [
    row('total', '', total),
    ...trend.map(({ period, figures }) => row('period', period, figures)),
    ...all('category', parts.categories),
    ...all('department', parts.departments),
    ...all('ward', parts.wards),
    ...all('language', parts.languages),
    ...parts.questions.flatMap(({ title, answered, score, options, numbers, periods }) => [
      { ...row('question', title, null), count: answered, score },
      ...options.map((option) => ({
        ...row('question', title, null),
        answer: option.title,
        count: option.count,
        share: option.share,
      })),
      ...numbers.flatMap((numbersInUnit) => numberRows(row('question', title, null), numbersInUnit)),
      ...periods.map(({ period, count }) => ({ ...row('question', title, null), answer: period, count })),
    ]),
  ];
}

function numberRows(row: ResultRow, { unit, bins, ...figures }: results.NumberResult): ResultRow[] {
  const { least, lower_quartile, median, upper_quartile, most } = figures;
  const named = { least, 'lower quartile': lower_quartile, median, 'upper quartile': upper_quartile, most };
  return [
    ...Object.entries(named).map(([answer, number]) => ({ ...row, answer, number, unit })),
    ...bins.map(({ from, to, count }) => ({ ...row, answer: `from ${from} to below ${to}`, count, unit })),
  ];
}
