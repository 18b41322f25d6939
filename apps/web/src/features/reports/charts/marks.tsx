import { markOfPlace, type Mark, type reports } from '@wardvoice/contract';
import classes from './charts.module.css';

interface MarkAtProps {
  mark: Mark;
  x: number;
  y: number;
}

/** A point of a chart. What is beyond chance is a triangle, up or down; what is not judged is a ring. */
export function MarkAt({ mark, x, y }: MarkAtProps) {
  if (mark === 'high') return <path className={classes.high} d={`M${x},${y - 7} l6.5,11 h-13 z`} />;
  if (mark === 'low') return <path className={classes.low} d={`M${x},${y + 7} l6.5,-11 h-13 z`} />;
  return <circle className={classes[mark]} cx={x} cy={y} r={3.5} />;
}

/** A mark in a legend or a table. */
export const MarkSign = ({ mark }: { mark: Mark }) => (
  <svg width={16} height={16} aria-hidden className={classes.sign}>
    <MarkAt mark={mark} x={8} y={8} />
  </svg>
);

/** The mark of a ward or organisation that is far outside of the funnel; nothing for the others. */
export function PlaceSign({ place }: { place: reports.WardFigures['place'] }) {
  const mark = markOfPlace(place);
  return mark === 'plain' ? null : <MarkSign mark={mark} />;
}
