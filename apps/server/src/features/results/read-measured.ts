import { results } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { binsOf, exact } from './bins.ts';
import { countInBins, listMonths, listNumbers, type MeasuredQuestion, type MonthRow } from './measured.queries.ts';
import type { Frame } from './results.queries.ts';

/** More months than these are added up by year. */
const MAX_MONTHS = 36;

type Measured = Pick<results.QuestionResult, 'numbers' | 'periods'>;

/** Returns a function that gives the numbers and days of a question, without those of fewer than five people. */
export async function readMeasured(tx: Tx, frame: Frame): Promise<(question: MeasuredQuestion) => Measured> {
  const numbers = await readNumbers(tx, frame);
  const months = await listMonths(tx, frame);
  return (question) => ({
    numbers: numbers.filter(({ of }) => of === keyOf(question)).map(({ result }) => result),
    periods: periodsOf(months.filter((month) => keyOf(month) === keyOf(question))),
  });
}

const keyOf = ({ question_id, title, category }: MeasuredQuestion) => JSON.stringify([question_id, title, category]);

async function readNumbers(tx: Tx, frame: Frame): Promise<{ of: string; result: results.NumberResult }[]> {
  const rows = (await listNumbers(tx, frame)).filter(({ answered }) => answered >= results.FEWEST_ANSWERS);
  const histograms = rows.map((row) => ({ ...row, ...binsOf(row) }));
  const counts = await countInBins(tx, frame, histograms);
  return histograms.map((row, histogram) => {
    const { unit, answered, least, lower_quartile, median, upper_quartile, most, whole, start, width, count } = row;
    const bins = Array.from({ length: count }, (_, bin) => ({
      from: exact(start + bin * width),
      to: exact(start + (bin + 1) * width),
      count: counts.find((one) => one.histogram === histogram && one.bin === bin)?.count ?? 0,
    }));
    const figures = {
      least,
      lower_quartile: exact(lower_quartile),
      median: exact(median),
      upper_quartile: exact(upper_quartile),
      most,
    };
    return { of: keyOf(row), result: { unit, answered, ...figures, whole, bins } };
  });
}

function periodsOf(months: readonly MonthRow[]): Measured['periods'] {
  const all = months.reduce((sum, { count }) => sum + count, 0);
  if (all < results.FEWEST_ANSWERS) return [];
  if (months.length <= MAX_MONTHS) return months.map(({ month, count }) => ({ period: month, count }));
  const years = new Map<string, number>();
  for (const { month, count } of months) years.set(month.slice(0, 4), (years.get(month.slice(0, 4)) ?? 0) + count);
  return [...years].map(([period, count]) => ({ period, count }));
}
