import { results, type reports } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { countAsked, listGroups, toFigures, type Frame } from '../results/index.ts';
import { daysBefore } from './periods.ts';
import { answersOf, readHead } from './read-head.ts';
import { readChanges } from './read-trend.ts';
import { sampleRecommendations, sampleScores } from './reports.queries.ts';
import { differenceOfProportions, type Proportion } from './statistics/newcombe.ts';
import { differenceOfMeans, type Sample } from './statistics/welch.ts';
import type { Interval } from '../../platform/statistics/wilson.ts';

export async function readComparison(
  tx: Tx,
  scope: ApplicationScope,
  filters: reports.ReportFilters,
  now: Date,
): Promise<reports.ComparisonReport> {
  const { frame, head } = await readHead(tx, scope, filters, now);
  const before = daysBefore(head);
  const nothing = { ...head, before, hidden: true, rows: [], changes: [], answers: null, answers_before: null };
  if (!frame) return nothing;
  const frameBefore = { ...frame, ...before };
  const [nowFigures, earlier] = [await readFigures(tx, frame), await readFigures(tx, frameBefore)];
  if (nowFigures.answered < results.FEWEST_ANSWERS) return nothing;
  const both = { ...frame, from: before.from };
  return {
    ...head,
    before,
    hidden: false,
    rows: compare(nowFigures, earlier),
    changes: await readChanges(tx, both, { measure: 'score', interval: 'week' }),
    answers: answersOf(frame),
    answers_before: earlier.answered < results.FEWEST_ANSWERS ? null : answersOf(frameBefore),
  };
}

interface Figures {
  answered: number;
  score: Sample;
  nps: Sample;
  satisfied: Proportion;
  /** Null where it is not known. */
  response_rate: Proportion | null;
}

async function readFigures(tx: Tx, frame: Frame): Promise<Figures> {
  const total = (await listGroups(tx, frame, 'month')).find(({ kind }) => kind === 'total');
  // Only people who answered have a department, so with that filter no response rate is known.
  const asked = frame.filters.department_id === undefined ? await countAsked(tx, frame) : null;
  const { answered = 0, scored = 0, score_sum = 0, satisfied = 0 } = total ?? {};
  const score = await sampleScores(tx, frame);
  return {
    answered,
    // The mean as the results show it.
    score: { ...score, mean: toFigures({ answered, scored, score_sum, satisfied }).score ?? score.mean },
    nps: await sampleRecommendations(tx, frame),
    satisfied: { successes: satisfied, count: scored },
    response_rate: asked && { successes: asked.answered, count: asked.sent },
  };
}

function compare(now: Figures, before: Figures): reports.ComparisonRow[] {
  // With fewer than five answers nothing is said of these days, not even how many were asked.
  const isHidden = before.answered < results.FEWEST_ANSWERS;
  const rows = [
    compareMeans('score', now.score, isHidden ? NOBODY : before.score, 10),
    ...(now.nps.count > 0 ? [compareMeans('nps', now.nps, isHidden ? NOBODY : before.nps, 1)] : []),
    compareShares('satisfied', now.satisfied, isHidden ? NO_PEOPLE : before.satisfied),
  ];
  if (!now.response_rate || !before.response_rate) return rows;
  return [...rows, compareShares('response_rate', now.response_rate, isHidden ? NO_PEOPLE : before.response_rate)];
}

const NOBODY: Sample = { count: 0, mean: 0, variance: 0 };
const NO_PEOPLE: Proportion = { successes: 0, count: 0 };
const isEnough = ({ count }: { count: number }): boolean => count >= results.FEWEST_ANSWERS;

/** A mean is shown to this part of a point, and so is the difference, so that the figures on the screen add up. */
function compareMeans(measure: reports.Measure, now: Sample, before: Sample, parts: number): reports.ComparisonRow {
  const round = (value: number) => Math.round(value * parts) / parts;
  const found = isEnough(now) && isEnough(before) ? differenceOfMeans(now, before) : null;
  return {
    measure,
    now: isEnough(now) ? round(now.mean) : null,
    before: isEnough(before) ? round(before.mean) : null,
    ...countsOf(now, before),
    difference: found && round(round(now.mean) - round(before.mean)),
    lower: found && round(found.lower),
    upper: found && round(found.upper),
    verdict: verdictOf(found),
  };
}

function compareShares(measure: reports.Measure, now: Proportion, before: Proportion): reports.ComparisonRow {
  const shareOf = (one: Proportion) => (isEnough(one) ? one.successes / one.count : null);
  const found = isEnough(now) && isEnough(before) ? differenceOfProportions(now, before) : null;
  return {
    measure,
    now: shareOf(now),
    before: shareOf(before),
    ...countsOf(now, before),
    difference: found?.difference ?? null,
    lower: found?.lower ?? null,
    upper: found?.upper ?? null,
    verdict: verdictOf(found),
  };
}

const countsOf = (now: { count: number }, before: { count: number }) => ({
  count: isEnough(now) ? now.count : null,
  count_before: isEnough(before) ? before.count : null,
});

export function verdictOf(interval: Interval | null): reports.ComparisonRow['verdict'] {
  if (!interval) return 'too_few';
  if (interval.lower > 0) return 'higher';
  return interval.upper < 0 ? 'lower' : 'chance';
}
