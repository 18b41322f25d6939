import type { ReactNode } from 'react';
import classes from './row-card.module.css';

interface RowCardProps {
  /** A link or button with the name of the record. */
  title: ReactNode;
  /** Stands at the end of the title line, mostly the time. */
  aside?: ReactNode;
  /** Each of them is shown on a line of its own. */
  lines?: readonly ReactNode[];
  marks?: ReactNode;
}

/** Shows a row of a list on a phone. */
export function RowCard({ title, aside, lines = [], marks }: RowCardProps) {
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <div className={classes.title}>{title}</div>
        <div className={classes.aside}>{aside}</div>
      </div>
      {lines.filter(Boolean).map((line, index) => (
        <div key={index} className={classes.line}>
          <bdi>{line}</bdi>
        </div>
      ))}
      {marks && <div className={classes.marks}>{marks}</div>}
    </div>
  );
}
