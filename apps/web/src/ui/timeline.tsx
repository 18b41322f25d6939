import type { ReactNode } from 'react';
import type { MarkLook } from './mark.tsx';
import { Moment } from './moment.tsx';
import classes from './timeline.module.css';

export interface TimelineItem {
  key: string;
  look: MarkLook;
  title: ReactNode;
  detail?: ReactNode;
  at: string;
}

/** What happened, oldest first. */
export function Timeline({ items, label }: { items: readonly TimelineItem[]; label: string }) {
  return (
    <ol className={classes.timeline} aria-label={label}>
      {items.map(({ key, look: { hue, icon: Picture }, title, detail, at }) => (
        <li key={key} className={classes.item}>
          <div className={classes.at}>
            <Moment at={at} exact />
          </div>
          <span className={classes.dot} data-hue={hue}>
            <Picture size={14} stroke={1.75} aria-hidden />
          </span>
          <div className={classes.words}>
            <div className={classes.title}>{title}</div>
            {detail && <div className={classes.detail}>{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
