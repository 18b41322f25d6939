import { reports } from '@wardvoice/contract';
import type { ChangeAt } from './find-changes.ts';
import { pLimits } from './statistics/p-chart.ts';
import { findSignals, type ChartPoint } from './statistics/signal-rules.ts';
import { xmrLimits } from './statistics/xmr.ts';

/** A period with its figure, before anything is said about it. */
export interface Measured {
  period: string;
  /** Null when too few to say. */
  count: number | null;
  value: number | null;
  /** Of a share: how many of them. */
  successes: number;
  not_counted: reports.TrendPoint['not_counted'];
}

/** What the limits say of the periods, in their order. */
export interface Drawn {
  limits: readonly Pick<reports.TrendPoint, 'lower' | 'upper' | 'signal'>[];
  baselines: reports.Baseline[];
  signals: reports.Signal[];
}

/** Draws limits for each stretch in which nothing changed, and finds what is beyond chance in it. */
export function drawLimits(points: readonly Measured[], measure: reports.Measure, changes: readonly ChangeAt[]): Drawn {
  const beginnings = points.filter(({ period }, at) => at === 0 || changes.some((change) => change.period === period));
  const stretches = beginnings.map(({ period: from }, at) => {
    const until = beginnings[at + 1]?.period;
    return points.filter(({ period }) => period >= from && (until === undefined || period < until));
  });
  const drawn = stretches.map((stretch) => drawStretch(stretch, measure, changes));
  return {
    limits: drawn.flatMap(({ limits }) => limits),
    baselines: drawn.map(({ baseline }) => baseline),
    signals: drawn.flatMap(({ signals }) => signals),
  };
}

interface Chart {
  kind: NonNullable<reports.Baseline['chart']>;
  centre: number;
  mean_moving_range: number | null;
  sigma_z: number | null;
  limitsOf: (point: Measured) => { lower: number; upper: number };
}

type Told = Measured & { value: number; count: number };
const isTold = (point: Measured): point is Told => point.value !== null && point.count !== null;
const isCounted = (point: Measured): point is Told => isTold(point) && point.not_counted === null;

function drawStretch(stretch: readonly Measured[], measure: reports.Measure, changes: readonly ChangeAt[]) {
  const counted = stretch.filter(isCounted);
  const chart = counted.length < reports.FEWEST_POINTS ? null : chartOf(counted, measure);
  const signals = chart ? findSignals(counted.map((point) => onChart(point, chart))) : [];
  const periodAt = (place: number) => counted[place]?.period ?? '';
  // Of three in four near a limit, the fourth may be on the other side: it is no part of what is said.
  const sideOf = (point: Measured) => {
    const place = counted.findIndex(({ period }) => period === point.period);
    const found = signals.find(
      ({ first, last, side }) => place >= first && place <= last && side === sideOfCentre(point, chart),
    );
    return found?.side ?? null;
  };
  const [from, to] = [stretch[0]?.period ?? '', stretch.at(-1)?.period ?? ''];
  const baseline: reports.Baseline = {
    from,
    to,
    changes: changes.filter(({ period }) => period === from),
    points: counted.length,
    chart: chart?.kind ?? null,
    provisional: counted.length < reports.FIRM_POINTS,
    centre: chart?.centre ?? null,
    mean_moving_range: chart?.mean_moving_range ?? null,
    sigma_z: chart?.sigma_z ?? null,
  };
  return {
    baseline,
    limits: stretch.map((point) => ({
      lower: null,
      upper: null,
      ...(chart && point.count !== null && chart.limitsOf(point)),
      signal: sideOf(point),
    })),
    signals: signals.map(({ rule, side, first, last }) => ({ rule, side, from: periodAt(first), to: periodAt(last) })),
  };
}

const sideOfCentre = ({ value }: Measured, chart: Chart | null) =>
  value !== null && chart && value > chart.centre ? 'high' : 'low';

const onChart = (point: Told, { centre, limitsOf }: Chart): ChartPoint => ({
  value: point.value,
  centre,
  ...limitsOf(point),
});

function chartOf(counted: readonly Told[], measure: reports.Measure): Chart {
  if (reports.isShare(measure)) {
    const { centre, sigmaZ, isPrime, limitsAt } = pLimits(counted);
    const limitsOf = ({ count }: Measured) => limitsAt(count ?? 1);
    return { kind: isPrime ? 'p_prime' : 'p', centre, mean_moving_range: null, sigma_z: sigmaZ, limitsOf };
  }
  const [least, most] = measure === 'nps' ? [-100, 100] : [0, 100];
  const { centre, meanMovingRange, lower, upper } = xmrLimits(counted.map(({ value }) => value));
  const limits = { lower: Math.max(least, lower), upper: Math.min(most, upper) };
  return { kind: 'xmr', centre, mean_moving_range: meanMovingRange, sigma_z: null, limitsOf: () => limits };
}
