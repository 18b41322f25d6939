import type { ReactNode } from 'react';
import type { BadgeStyle } from '../status-badge.tsx';
import { RelativeTime } from '../../kit/time/relative-time.tsx';
import classes from './timeline.module.css';

export interface TimelineItem {
  key: string;
  badge: BadgeStyle;
  title: ReactNode;
  detail?: ReactNode;
  /** A button for what can be done about this step. */
  action?: ReactNode;
  at: string;
}

/** Lists what happened, in the order of the items. */
export function Timeline({ items, label }: { items: readonly TimelineItem[]; label: string }) {
  return (
    <ol className={classes.timeline} aria-label={label}>
      {items.map(({ key, badge: { hue, icon: Picture }, title, detail, action, at }) => (
        <li key={key} className={classes.item}>
          <div className={classes.at}>
            <RelativeTime at={at} exact />
          </div>
          <span className={classes.dot} data-hue={hue}>
            <Picture size={14} stroke={1.75} aria-hidden />
          </span>
          <div className={classes.words}>
            <div className={classes.title}>{title}</div>
            {detail && <div className={classes.detail}>{detail}</div>}
            {action && <div className={classes.action}>{action}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
