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
        <div className={classes.title}>
          <bdi>{title}</bdi>
        </div>
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

interface CardListProps<Row> {
  label: string;
  /** Undefined while they are being fetched. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  card: (row: Row) => ReactNode;
}

/** The rows of a panel on a phone, one card below the other. */
export const CardList = <Row,>({ label, rows, rowKey, card }: CardListProps<Row>) => (
  <ul className={classes.list} aria-label={label} aria-busy={!rows}>
    {rows?.map((row) => (
      <li key={rowKey(row)}>{card(row)}</li>
    ))}
  </ul>
);
