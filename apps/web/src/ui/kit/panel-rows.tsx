import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './panel-rows.module.css';

/** A sentence above the rows of a flush panel, or in their place. */
export const PanelNote = ({ children }: { children: ReactNode }) => <p className={classes.note}>{children}</p>;

interface PanelRowsProps {
  label: string;
  /** Widths of the columns as `grid-template-columns` takes them, without the column of the buttons. */
  columns: string;
  'aria-busy'?: boolean;
  children: ReactNode;
}

/** Shows rows in a flush panel where a table would be too much. On a phone the texts of a row stand below each other. */
export function PanelRows({ label, columns, ...rest }: PanelRowsProps) {
  return <Box component="ul" className={classes.rows} __vars={{ '--columns': columns }} aria-label={label} {...rest} />;
}

/** One row: each child is a column, and the first one is the row's name. */
export function PanelRow({ buttons, children }: { buttons?: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.row}>
      {children}
      {buttons && <span className={classes.buttons}>{buttons}</span>}
    </li>
  );
}
