import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { feedbackOf, type Frame } from './results.queries.ts';
import type { Bins } from './bins.ts';

/** The question that a number or a day answers, in one wording. */
export interface MeasuredQuestion {
  question_id: number;
  title: string;
  category: string | null;
}

/** The numbers that were given to a question in one unit. */
export interface NumberRow extends MeasuredQuestion {
  wording: string;
  unit: string | null;
  answered: number;
  least: number;
  lower_quartile: number;
  median: number;
  upper_quartile: number;
  most: number;
  /** Whether all of them are whole. */
  whole: boolean;
}

/** SQL: the answers with a number or a day, as `a`. */
const measured = (frame: Frame) => sql`
  (${feedbackOf(frame)}) f
  join feedback_answers a on a.application_id = ${frame.applicationId} and a.feedback_id = f.id`;

/** Counts the numbers of each question, in one wording and unit. A quartile between two numbers lies between them. */
export async function listNumbers(tx: Tx, frame: Frame): Promise<NumberRow[]> {
  const { rows } = await sql<NumberRow>`
    select a.wording, a.unit, min(a.question_id) as question_id, min(a.question_title) as title,
      min(a.category_title) as category, count(*) as answered, min(a.number) as least, max(a.number) as most,
      percentile_cont(0.25) within group (order by a.number::float8) as lower_quartile,
      percentile_cont(0.5) within group (order by a.number::float8) as median,
      percentile_cont(0.75) within group (order by a.number::float8) as upper_quartile,
      bool_and(a.number = trunc(a.number)) as whole
    from ${measured(frame)}
    where a.number is not null
    group by a.wording, a.unit
    order by answered desc, a.unit`.execute(tx);
  return rows;
}

/** Counts the numbers in each bin of these histograms; bins without any have no row. */
export async function countInBins(
  tx: Tx,
  frame: Frame,
  histograms: readonly (Pick<NumberRow, 'wording' | 'unit'> & Bins)[],
): Promise<{ histogram: number; bin: number; count: number }[]> {
  if (histograms.length === 0) return [];
  const { rows } = await sql<{ histogram: number; bin: number; count: number }>`
    select h.place::int - 1 as histogram, floor((a.number - h.start) / h.width)::int as bin, count(*) as count
    from ${measured(frame)}
    join unnest(
      ${histograms.map(({ wording }) => wording)}::uuid[], ${histograms.map(({ unit }) => unit)}::text[],
      ${histograms.map(({ start }) => start)}::numeric[], ${histograms.map(({ width }) => width)}::numeric[])
      with ordinality as h (wording, unit, start, width, place) on h.wording = a.wording and h.unit is not distinct from a.unit
    where a.number is not null
    group by 1, 2 order by 1, 2`.execute(tx);
  return rows;
}

export interface MonthRow extends MeasuredQuestion {
  /** Such as 2026-01. */
  month: string;
  count: number;
}

/** Counts the days of each question by month, in order. */
export async function listMonths(tx: Tx, frame: Frame): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select min(a.question_id) as question_id, min(a.question_title) as title, min(a.category_title) as category,
      to_char(a.day, 'YYYY-MM') as month, count(*) as count
    from ${measured(frame)}
    where a.day is not null
    group by a.wording, 4
    order by 4`.execute(tx);
  return rows;
}
