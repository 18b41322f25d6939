import { Progress as Bar } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './progress-panel.module.css';

interface ProgressPanelProps {
  /** What is going on. */
  label: string;
  /** How far it is, in words. */
  words: string;
  /** 0 to 1. */
  share: number;
  children?: ReactNode;
}

/** Something that takes a while, and how far it is. */
export function ProgressPanel({ label, words, share, children }: ProgressPanelProps) {
  return (
    <div className={classes.progress} role="status">
      <div className={classes.words}>
        <bdi>{label}</bdi>
        <bdi className="wv-number">{words}</bdi>
      </div>
      <Bar value={100 * share} size={6} aria-label={label} />
      {children}
    </div>
  );
}
