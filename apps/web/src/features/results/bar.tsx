import classes from './results.module.css';

/** From zero; the number stands beside it, so it only repeats what is written. */
export const Bar = ({ share }: { share: number }) => (
  <span className={classes.track} aria-hidden>
    <span className={classes.bar} style={{ inlineSize: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
  </span>
);
