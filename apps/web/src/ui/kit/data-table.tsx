import { Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import clsx from 'clsx';
import { Fragment, type MouseEvent, type ReactNode } from 'react';
import { columnWidth, type ColumnHead } from './column-width.ts';
import classes from './data-table.module.css';
import { nextSort, sortDirection } from './sort.ts';

export interface Column<T> extends ColumnHead {
  id: string;
  render: (row: T) => ReactNode;
  align?: 'end';
  /** The column is hidden while the list is narrower than this. */
  from?: 'medium' | 'wide' | 'widest';
}

/** What rows that stand together have in common. */
export interface RowGroup {
  key: string;
  heading: ReactNode;
}

export interface DataTableProps<T> {
  caption: string;
  columns: readonly Column<T>[];
  /** Undefined while the first page is on its way. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string | number;
  /** Called for a click anywhere in the row. Keyboard users have the link or button in the first cell. */
  onRow?: ((row: T) => void) | undefined;
  /** Whether the row asks for attention, as an unread one does. */
  isStrong?: ((row: T) => boolean) | undefined;
  /** Which group a row is of. Where the group differs from that of the row before, a heading stands above the row. */
  groupOf?: ((row: T) => RowGroup) | undefined;
  sort?: string | undefined;
  onSort?: ((sort: string) => void) | undefined;
  busy?: boolean;
  /** Keys of rows that have just come by themselves. */
  fresh?: ReadonlySet<string>;
  /** Keys of rows that are not there any more, and stay so that no other row moves. */
  gone?: ReadonlySet<string>;
  skeletonRows?: number;
}

export function DataTable<T>(props: DataTableProps<T>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    onRow,
    isStrong,
    groupOf,
    sort,
    onSort,
    busy = false,
    skeletonRows = 10,
    fresh,
    gone,
  } = props;
  return (
    <table
      className={clsx(classes.table, onRow && classes.clickable)}
      aria-label={caption}
      aria-busy={busy || rows === undefined}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody className={clsx(busy && classes.busy)}>
        {rows?.map((row, at) => (
          <Fragment key={rowKey(row)}>
            {groupOf && <GroupRow group={groupAbove(groupOf, rows, at)} columns={columns.length} />}
            <tr
              className={clsx(
                isStrong?.(row) && classes.strong,
                fresh?.has(String(rowKey(row))) && classes.fresh,
                gone?.has(String(rowKey(row))) && classes.gone,
              )}
              onClick={onRow && ((event) => isPlainClick(event) && onRow(row))}
            >
              {columns.map((column) => (
                <td key={column.id} className={cellClass(column)}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          </Fragment>
        ))}
        {rows === undefined &&
          Array.from({ length: skeletonRows }, (_, index) => (
            <tr key={index} aria-hidden>
              {columns.map((column, at) => (
                <td key={column.id} className={cellClass(column)}>
                  <Skeleton height={10} width={`${45 + ((index * 7 + at * 23) % 40)}%`} />
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** Returns the group that begins with this row; null where it is that of the row before. */
export function groupAbove<T>(groupOf: (row: T) => RowGroup, rows: readonly T[], at: number): RowGroup | null {
  const row = rows[at];
  const before = rows[at - 1];
  if (row === undefined) return null;
  const group = groupOf(row);
  return before !== undefined && groupOf(before).key === group.key ? null : group;
}

function GroupRow({ group, columns }: { group: RowGroup | null; columns: number }) {
  return (
    group && (
      <tr className={classes.group}>
        <th scope="colgroup" colSpan={columns}>
          {group.heading}
        </th>
      </tr>
    )
  );
}

const cellClass = <T,>({ align, from }: Column<T>) => clsx(align === 'end' && classes.end, from && classes[from]);

interface HeadCellProps<T> {
  column: Column<T>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}

function HeadCell<T>({ column, sort, onSort }: HeadCellProps<T>) {
  const direction = column.sort ? sortDirection(sort, column.sort) : undefined;
  const Arrow = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconSelector;
  const field = column.sort;
  return (
    <th scope="col" className={cellClass(column)} style={{ width: columnWidth(column) }} aria-sort={direction}>
      {field && onSort ? (
        <button type="button" className={classes.sort} onClick={() => onSort(nextSort(sort, field))}>
          {column.title}
          <Arrow size={14} stroke={1.75} aria-hidden className={clsx(!direction && classes.idle)} />
        </button>
      ) : (
        <span className={clsx(column.titleHidden && classes.hidden)}>{column.title}</span>
      )}
    </th>
  );
}

/** True unless the click was on a link or button inside the row, or text is being selected. */
function isPlainClick(event: MouseEvent<HTMLElement>): boolean {
  const { target } = event;
  return target instanceof Element && !target.closest('a, button, input, label') && !window.getSelection()?.toString();
}
