/** A point as the rules see it. */
export interface ChartPoint {
  value: number;
  centre: number;
  lower: number;
  upper: number;
}

export const RULES = ['beyond_limit', 'run_of_eight', 'near_limit'] as const;
export type Rule = (typeof RULES)[number];
export type Side = 'high' | 'low';

/** What chance does not explain: the points from `first` to `last`, by their places. */
export interface Signal {
  rule: Rule;
  side: Side;
  first: number;
  last: number;
}

const RUN = 8;
const NEAR = { of: 4, many: 3 };

/** What rounding adds or takes away is no signal. */
const EPSILON = 1e-12;

function isBeyond({ value, lower, upper }: ChartPoint, side: Side): boolean {
  return side === 'high' ? value > upper + EPSILON : value < lower - EPSILON;
}

function isOnSide({ value, centre }: ChartPoint, side: Side): boolean {
  return side === 'high' ? value > centre + EPSILON : value < centre - EPSILON;
}

/** Whether the point is nearer to the limit of this side than to the centre. */
function isNearLimit({ value, centre, lower, upper }: ChartPoint, side: Side): boolean {
  return side === 'high' ? value > (centre + upper) / 2 + EPSILON : value < (centre + lower) / 2 - EPSILON;
}

/**
 * Returns what chance does not explain, in the order of its beginning, by three rules:
 * - a point beyond a limit: W. A. Shewhart, Economic Control of Quality of Manufactured Product, 1931;
 * - eight successive points on one side of the centre: Western Electric, Statistical Quality Control Handbook, 1956;
 * - three of four successive points nearer to a limit than to the centre, on one side: D. J. Wheeler, Understanding Variation,
 *   2nd ed. 2000.
 */
export function findSignals(points: readonly ChartPoint[]): Signal[] {
  const signals = (['high', 'low'] as const).flatMap((side) => [
    ...piecesOf(points, (point) => isBeyond(point, side)).map((piece) => signal('beyond_limit', side, piece)),
    ...piecesOf(points, (point) => isOnSide(point, side))
      .filter(([first, last]) => last - first + 1 >= RUN)
      .map((piece) => signal('run_of_eight', side, piece)),
    ...windowsNearLimit(points, side).map((piece) => signal('near_limit', side, piece)),
  ]);
  return signals.toSorted((a, b) => a.first - b.first || RULES.indexOf(a.rule) - RULES.indexOf(b.rule));
}

type Piece = [first: number, last: number];

const signal = (rule: Rule, side: Side, [first, last]: Piece): Signal => ({ rule, side, first, last });

/** Returns the longest pieces of successive points that all fit. */
function piecesOf(points: readonly ChartPoint[], fits: (point: ChartPoint) => boolean): Piece[] {
  const pieces: Piece[] = [];
  points.forEach((point, at) => {
    if (!fits(point)) return;
    const piece = pieces.at(-1);
    if (piece && piece[1] === at - 1) piece[1] = at;
    else pieces.push([at, at]);
  });
  return pieces;
}

/** Returns the pieces covered by windows of four with three near the limit, from the first to the last such point of each. */
function windowsNearLimit(points: readonly ChartPoint[], side: Side): Piece[] {
  const pieces: Piece[] = [];
  for (let start = 0; start + NEAR.of <= points.length; start += 1) {
    const near = points
      .slice(start, start + NEAR.of)
      .flatMap((point, offset) => (isNearLimit(point, side) ? [start + offset] : []));
    const [first = 0] = near;
    const last = near.at(-1) ?? 0;
    if (near.length < NEAR.many) continue;
    const piece = pieces.at(-1);
    if (piece && first <= piece[1]) piece[1] = Math.max(piece[1], last);
    else pieces.push([first, last]);
  }
  return pieces;
}
