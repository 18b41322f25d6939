import type { ReactNode } from 'react';
import classes from './facts.module.css';

interface FactProps {
  label: string;
  children: ReactNode;
}

/** Shows key facts in one line below a heading. */
export function FactLine({ children }: { children: ReactNode }) {
  return <dl className={classes.line}>{children}</dl>;
}

/** Shows facts one below the other, for drawers and panels. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className={classes.list}>{children}</dl>;
}

/** Shows a label and its value. Shows nothing when there is no value. */
export function Fact({ label, children }: FactProps) {
  if (children === null || children === undefined || children === '' || children === false) return null;
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      {/* A date or a number keeps its own order on a page that runs the other way. */}
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
