import classes from './unread-dot.module.css';

/**
 * Marks what nobody has read yet. It stands before the name in one `bdi`, so that it is at the beginning of a name of either direction.
 */
export const UnreadDot = ({ label }: { label: string }) => (
  <span className={classes.dot} role="img" aria-label={label} />
);
