import { Box } from '@mantine/core';
import classes from './outcome-range.module.css';

interface OutcomeRangeProps {
  value: number;
  least: number;
  most: number;
}

/** Shows where a value lies between the least and the most that a score can be. The figures stand beside it in words. */
export const OutcomeRange = ({ value, least, most }: OutcomeRangeProps) => (
  <span className={classes.track} aria-hidden>
    <Box
      component="span"
      className={classes.dot}
      __vars={{ '--place': `${((value - least) / (most - least)) * 100}%` }}
    />
  </span>
);
