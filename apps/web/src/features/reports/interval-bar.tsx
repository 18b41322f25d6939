import type { reports } from '@wardvoice/contract';
import classes from './reports.module.css';

type IntervalFigures = Pick<reports.QuestionFigures, 'share' | 'lower' | 'upper'>;

/** From 0 to 100 %: the share as a dot, its interval as a line. The numbers stand beside it. */
export function IntervalBar({ figures: { share, lower, upper } }: { figures: IntervalFigures }) {
  if (share === null) return null;
  const percentOf = (part: number) => `${part * 100}%`;
  return (
    <span className={classes.track} aria-hidden>
      {lower !== null && upper !== null && (
        <span
          className={classes.interval}
          style={{ insetInlineStart: percentOf(lower), inlineSize: percentOf(upper - lower) }}
        />
      )}
      <span className={classes.dot} style={{ insetInlineStart: percentOf(share) }} />
    </span>
  );
}
