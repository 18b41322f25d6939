import type { Icon } from '@tabler/icons-react';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

export type Hue =
  'admission' | 'transfer' | 'discharge' | 'casualty' | 'other' | 'good' | 'warn' | 'bad' | 'info' | 'accent' | 'quiet';

export interface BadgeStyle {
  hue: Hue;
  icon: Icon;
}

interface StatusBadgeProps {
  badge: BadgeStyle;
  /** Draws a coloured background, for headings; in rows the badge has none. */
  soft?: boolean;
  children: ReactNode;
}

/** Shows an icon and a word. The colour only repeats what the word says. */
export function StatusBadge({ badge: { hue, icon: Picture }, soft = false, children }: StatusBadgeProps) {
  return (
    <span className={clsx(classes.mark, soft && classes.soft)} data-hue={hue}>
      <Picture size={16} stroke={1.75} aria-hidden className={classes.icon} />
      <span className={classes.word}>{children}</span>
    </span>
  );
}
