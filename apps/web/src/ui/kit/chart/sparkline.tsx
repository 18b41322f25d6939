import classes from './sparkline.module.css';

interface SparklineProps {
  /** Values from 0 to 100, in their order; null where there is none, which leaves a gap. */
  values: readonly (number | null)[];
  /** Says in words what is drawn. */
  label: string;
}

const WIDTH = 96;
const HEIGHT = 24;
/** Room for the width of the line and for single values, which are dots. */
const MARGIN = 3;

/** Draws a small line without axes beside a figure, which says how it came about. In right-to-left screens it runs from the right. */
export function Sparkline({ values, label }: SparklineProps) {
  const step = values.length > 1 ? (WIDTH - 2 * MARGIN) / (values.length - 1) : 0;
  const points = values.map((value, at) =>
    value === null ? null : { x: MARGIN + at * step, y: HEIGHT - MARGIN - (value / 100) * (HEIGHT - 2 * MARGIN) },
  );
  return (
    <svg
      className={classes.line}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      {piecesOf(points).map((piece) => {
        const [first] = piece;
        return piece.length === 1 && first ? (
          <circle key={first.x} cx={first.x} cy={first.y} r={2} />
        ) : (
          <polyline key={first?.x} points={piece.map(({ x, y }) => `${x},${y}`).join(' ')} />
        );
      })}
    </svg>
  );
}

interface Point {
  x: number;
  y: number;
}

/** Returns the points that stand together, without the gaps between them. */
function piecesOf(points: readonly (Point | null)[]): Point[][] {
  const pieces: Point[][] = [[]];
  for (const point of points) {
    if (point) pieces.at(-1)?.push(point);
    else pieces.push([]);
  }
  return pieces.filter((piece) => piece.length > 0);
}
