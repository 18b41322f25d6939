import { performance } from 'node:perf_hooks';
import { funnelOf } from '../../apps/server/src/features/reports/statistics/funnel.ts';
import {
  differenceOfProportions,
  type Proportion,
} from '../../apps/server/src/features/reports/statistics/newcombe.ts';
import { pLimits } from '../../apps/server/src/features/reports/statistics/p-chart.ts';
import { findSignals } from '../../apps/server/src/features/reports/statistics/signal-rules.ts';
import { differenceOfMeans } from '../../apps/server/src/features/reports/statistics/welch.ts';
import { xmrLimits } from '../../apps/server/src/features/reports/statistics/xmr.ts';

const WARDS = 500;
const WEEKS = 104;
const MAX_MS = 1000;

/** Numbers from 0 to 1, the same in each run. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

function drawWeek(random: () => number): Proportion {
  const count = 5 + Math.floor(random() * 60);
  const successes = Array.from({ length: count }, random).filter((one) => one < 0.88).length;
  return { successes, count };
}

const sum = (weeks: readonly Proportion[]): Proportion => ({
  successes: weeks.reduce((total, { successes }) => total + successes, 0),
  count: weeks.reduce((total, { count }) => total + count, 0),
});

/** Everything that the reports compute for one ward. Returns the number of signals. */
function reportOn(weeks: readonly Proportion[]): number {
  const shares = pLimits(weeks);
  const values = weeks.map(({ successes, count }) => successes / count);
  const individuals = xmrLimits(values);
  const half = weeks.length / 2;
  const [before, after] = [sum(weeks.slice(0, half)), sum(weeks.slice(half))];
  differenceOfProportions(after, before);
  differenceOfMeans({ count: after.count, mean: 82, variance: 400 }, { count: before.count, mean: 80, variance: 420 });
  const ofShares = values.map((value, at) => ({
    value,
    centre: shares.centre,
    ...shares.limitsAt(weeks[at]?.count ?? 1),
  }));
  const ofIndividuals = values.map((value) => ({ value, ...individuals }));
  return findSignals(ofShares).length + findSignals(ofIndividuals).length;
}

const random = numbersOf(1);
const wards = Array.from({ length: WARDS }, () => Array.from({ length: WEEKS }, () => drawWeek(random)));
const started = performance.now();
const signals = wards.map(reportOn).reduce((total, count) => total + count, 0);
const units = wards.map(sum);
const funnel = funnelOf(units, sum(units));
const outside = units.filter((unit) => funnel.placeOf(unit) !== 'inside').length;
const elapsedMs = Math.round(performance.now() - started);

const row = { bench: 'reports', wards: WARDS, weeks: WEEKS, signals, outside_95: outside, elapsed_ms: elapsedMs };
process.stdout.write(`${JSON.stringify(row)}\n`);
process.stdout.write(`\nCharts, comparisons and the funnel of ${WARDS} wards, ${WEEKS} weeks each: ${elapsedMs} ms\n`);
if (elapsedMs >= MAX_MS) {
  process.stderr.write(`Expected less than ${MAX_MS} ms.\n`);
  process.exitCode = 1;
}
