import { useCallback, useLayoutEffect, useRef, useState } from 'react';

type Key = string | number;

interface Incoming<T> {
  /** The rows as the server has them; undefined while another view of the list is on its way. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => Key;
  /** Whether the page has all the rows that it can: then rows that come push others to the next page. */
  isFull: boolean;
  /** What is looked at: page, search, filters and sorting. Rows of another view are shown as they come. */
  view: string;
  /** Whether the rows are being fetched: what was asked for when the view was opened is shown as it comes. */
  isFetching: boolean;
  /** When the rows were fetched. */
  updatedAt: number;
  /** When the person last changed something: what is fetched first after that is shown as it comes. */
  changedAt: number;
  /** Whether somebody may be about to click or read a row. */
  isInUse: () => boolean;
}

export interface HeldRows<T> {
  rows: readonly T[] | undefined;
  /** Number of rows that came meanwhile and are not shown yet. */
  added: number;
  /** Keys of shown rows that are not there any more. */
  gone: ReadonlySet<string>;
  /** True when anything is held back, if only another order. */
  isHeld: boolean;
  show: () => void;
}

interface Shown<T> {
  view: string;
  rows: readonly T[];
}

/**
 * Keeps the rows of a live list where they are while somebody uses it: a row that changes does so in place, and rows that come,
 * go or move wait until `show` is called.
 */
export function useHeldRows<T>(incoming: Incoming<T>): HeldRows<T> {
  const { rows, rowKey, isFull, view, isFetching, updatedAt, changedAt, isInUse } = incoming;
  const [shown, setShown] = useState<Shown<T> | null>(null);
  const accepts = useRef({ opening: false, changedAt: 0 });

  const held = shown && shown.view === view && rows ? hold(shown.rows, rows, { rowKey, isFull }) : null;

  useLayoutEffect(() => {
    if (rows === undefined) {
      accepts.current.opening = true;
      return;
    }
    const isOther = shown?.view !== view;
    const isOwn = changedAt > accepts.current.changedAt && updatedAt >= changedAt;
    const isAccepted =
      isOther || isOwn || accepts.current.opening || shown.rows.length === 0 || !held?.isHeld || !isInUse();
    if (isOther) accepts.current = { opening: isFetching, changedAt };
    else if (!isFetching) accepts.current.opening = false;
    if (isOwn) accepts.current.changedAt = changedAt;
    if (isAccepted) setShown((before) => (before?.view === view && before.rows === rows ? before : { view, rows }));
    // Only rows that were fetched are looked at: moving the pointer away shows nothing by itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows, view, updatedAt, isFetching]);

  const show = useCallback(() => rows && setShown({ view, rows }), [rows, view]);
  return { rows, added: 0, gone: NONE, isHeld: false, ...held, show };
}

const NONE: ReadonlySet<string> = new Set();

/** Returns the shown rows in their order, each as it is now. */
function hold<T>(
  shown: readonly T[],
  now: readonly T[],
  { rowKey, isFull }: Pick<Incoming<T>, 'rowKey' | 'isFull'>,
): Omit<HeldRows<T>, 'show'> {
  const current = new Map(now.map((row) => [rowKey(row), row]));
  const known = new Set(shown.map(rowKey));
  const added = now.filter((row) => !known.has(rowKey(row))).length;
  const missing = shown.filter((row) => !current.has(rowKey(row))).map((row) => String(rowKey(row)));
  return {
    rows: shown.map((row) => current.get(rowKey(row)) ?? row),
    added,
    // What was pushed to the next page is not gone.
    gone: new Set(isFull ? missing.slice(0, Math.max(0, missing.length - added)) : missing),
    isHeld: now.length !== shown.length || shown.some((row, place) => rowKey(row) !== rowKey(now[place] ?? row)),
  };
}
