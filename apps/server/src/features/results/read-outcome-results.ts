import { results, type outcomeScores } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import {
  describeValues,
  intervalOfMean,
  type Described,
  type Occurrence,
} from '../../platform/statistics/describe-values.ts';
import { computeOutcomes, listOutcomeScores, type Outcome } from '../outcome-scores/index.ts';
import { binsOf, exact } from './bins.ts';
import { feedbackOf, type Frame } from './results.queries.ts';

/** Returns each score of the survey in these days, without the figures of fewer than five people. */
export async function readOutcomeResults(
  tx: Tx,
  scope: ApplicationScope,
  frame: Frame,
): Promise<results.OutcomeResult[]> {
  const all = { page: 1, per_page: 1, paginate: '0', sort: 'title' } as const;
  const { surveyId } = frame;
  if (surveyId === null) return [];
  const { data: scores } = await listOutcomeScores(tx, scope.applicationId, { ...all, survey_id: surveyId });
  if (scores.length === 0) return [];
  const { rows } = await sql<{ id: number; submitted_at: Date }>`
    select f.id, f.submitted_at from (${feedbackOf(frame)}) f`.execute(tx);
  const submitted = new Map(rows.map(({ id, submitted_at }) => [id, submitted_at.getTime()]));
  const outcomes = await computeOutcomes(tx, scope, [...submitted.keys()]);
  return scores.map((score) =>
    toResult(
      score,
      outcomes.filter(({ score_id }) => score_id === score.id),
      submitted,
    ),
  );
}

const occurrences = (values: readonly number[]): Occurrence[] => values.map((value) => ({ value, count: 1 }));

/** Returns the last change of each person. */
function lastChanges(outcomes: readonly Outcome[], submitted: ReadonlyMap<number, number>): number[] {
  const last = new Map<string, Outcome>();
  const isLater = (one: Outcome, other: Outcome | undefined) =>
    !other || (submitted.get(one.feedback_id) ?? 0) >= (submitted.get(other.feedback_id) ?? 0);
  for (const outcome of outcomes) {
    const { key } = outcome.person;
    if (key !== null && outcome.change !== null && isLater(outcome, last.get(key))) last.set(key, outcome);
  }
  return [...last.values()].flatMap(({ change }) => change ?? []);
}

const countOf = (rows: readonly Occurrence[]) => rows.reduce((sum, { count }) => sum + count, 0);

function toResult(
  { id, title, method, higher_is_better, least, most, important_change, bands }: outcomeScores.OutcomeScore,
  outcomes: readonly Outcome[],
  submitted: ReadonlyMap<number, number>,
): results.OutcomeResult {
  const values = occurrences(outcomes.flatMap(({ value }) => value ?? []));
  const answered = values.length;
  const about = { id, title, method, higher_is_better, least, most, important_change, answered };
  const incomplete = outcomes.length - answered;
  if (answered < results.FEWEST_ANSWERS)
    return { ...about, incomplete, mean: null, deviation: null, numbers: null, bands: [], change: null };
  const described = describeValues(values);
  return {
    ...about,
    incomplete,
    mean: rounded(described.mean),
    deviation: rounded(described.deviation),
    numbers: toNumbers(values, described, { least, most }),
    bands: bands.map((band, index) => {
      const next = bands[index + 1]?.from ?? Infinity;
      const count = countOf(values.filter(({ value }) => value >= band.from && value < next));
      return { ...band, count, share: count / answered };
    }),
    change: toChange(occurrences(lastChanges(outcomes, submitted)), { higher_is_better, important_change }),
  };
}

/** The histogram spans what the score can be, so that two periods look alike where they are. */
function toNumbers(
  values: readonly Occurrence[],
  described: Described,
  range: { least: number; most: number },
): results.NumberResult {
  const whole = values.every(({ value }) => Number.isInteger(value));
  const { start, width, count } = binsOf({ ...range, whole });
  // The last one ends where the score does, also where it begins there.
  const end = whole ? range.most + 1 : range.most;
  const bins = Array.from({ length: count }, (_, index) => {
    const [from, to] = [exact(start + index * width), exact(start + (index + 1) * width)];
    return { from, to: Math.min(to, end), count: countOf(values.filter(({ value }) => value >= from && value < to)) };
  });
  const { least, lower_quartile, median, upper_quartile, most } = described;
  return {
    unit: null,
    answered: described.count,
    least,
    lower_quartile: exact(lower_quartile),
    median: exact(median),
    upper_quartile: exact(upper_quartile),
    most,
    whole,
    bins,
  };
}

function toChange(
  changes: readonly Occurrence[],
  { higher_is_better, important_change }: Pick<outcomeScores.OutcomeScore, 'higher_is_better' | 'important_change'>,
): results.OutcomeResult['change'] {
  const people = countOf(changes);
  if (people < results.FEWEST_ANSWERS) return null;
  const described = describeValues(changes);
  const interval = intervalOfMean(described) ?? { from: described.mean, to: described.mean };
  const gains = changes.map(({ value, count }) => ({ value: higher_is_better ? value : -value, count }));
  const isFelt = (gain: number) => gain !== 0 && Math.abs(gain) >= (important_change ?? 0);
  const better = countOf(gains.filter(({ value }) => value > 0 && isFelt(value)));
  const worse = countOf(gains.filter(({ value }) => value < 0 && isFelt(value)));
  return {
    people,
    mean: rounded(described.mean),
    interval: { from: rounded(interval.from), to: rounded(interval.to) },
    better,
    same: people - better - worse,
    worse,
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
