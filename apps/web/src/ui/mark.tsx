import type { Icon } from '@tabler/icons-react';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import classes from './mark.module.css';

export type Hue =
  'admission' | 'transfer' | 'discharge' | 'casualty' | 'other' | 'good' | 'warn' | 'bad' | 'info' | 'accent' | 'quiet';

export interface MarkLook {
  hue: Hue;
  icon: Icon;
}

interface MarkProps {
  look: MarkLook;
  /** On a ground of its own, for headings; plain in rows. */
  soft?: boolean;
  children: ReactNode;
}

/** An icon and a word; the colour only repeats what the word says. */
export function Mark({ look: { hue, icon: Picture }, soft = false, children }: MarkProps) {
  return (
    <span className={clsx(classes.mark, soft && classes.soft)} data-hue={hue}>
      <Picture size={16} stroke={1.75} aria-hidden className={classes.icon} />
      <span className={classes.word}>{children}</span>
    </span>
  );
}
