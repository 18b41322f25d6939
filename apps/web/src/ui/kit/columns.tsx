import type { ReactNode } from 'react';
import classes from './columns.module.css';

/** Shows panels side by side, or one below the other where there is no room. */
export const Columns = ({ children }: { children: ReactNode }) => <div className={classes.columns}>{children}</div>;
