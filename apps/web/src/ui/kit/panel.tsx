import clsx from 'clsx';
import { useId, type ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title: ReactNode;
  actions?: ReactNode;
  /** No padding around the content, for tables and lists with rows of their own. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

/** Shows a titled surface with a thin border, as on a record's page or the dashboard. */
export function Panel({ title, actions, flush = false, className, children }: PanelProps) {
  const id = useId();
  return (
    <section className={clsx(classes.panel, className)} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {actions}
      </div>
      <div className={flush ? classes.flush : classes.body}>{children}</div>
    </section>
  );
}
