import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import clsx from 'clsx';
import { useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './order-list.module.css';

interface OrderListProps<T, Id extends string | number> {
  label: string;
  rows: readonly T[];
  idOf: (row: T) => Id;
  nameOf: (row: T) => string;
  /** Undefined where the person may not change the order. */
  onOrder: ((ids: Id[]) => void) | undefined;
  isBusy: boolean;
  children: (row: T, index: number) => ReactNode;
}

/** Lists rows whose order is changed by dragging or with the buttons of each row. Each move is announced to screen readers. */
export function OrderList<T, Id extends string | number>({
  label,
  rows,
  idOf,
  nameOf,
  onOrder,
  isBusy,
  children,
}: OrderListProps<T, Id>) {
  const { t } = useTranslation('surveys');
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const ids = rows.map(idOf);

  function move(from: number, to: number): void {
    const row = rows[from];
    if (!row || to < 0 || to >= rows.length || from === to || isBusy) return;
    onOrder?.(ids.toSpliced(from, 1).toSpliced(to, 0, idOf(row)));
    setSaid(t('questions.moved', { name: nameOf(row), place: to + 1, total: rows.length }));
  }
  const drop = (event: DragEvent, to: number) => {
    event.preventDefault();
    if (dragged !== null) move(dragged, to);
    setDragged(null);
    setOver(null);
  };

  return (
    <>
      <ol className={classes.rows} aria-label={label}>
        {rows.map((row, index) => (
          // Dragging is for the mouse only; the buttons of the row do the same for everybody.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={idOf(row)}
            className={clsx(classes.row, over === index && dragged !== index && classes.over)}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              setOver(index);
            }}
            onDrop={(event) => drop(event, index)}
          >
            {onOrder && (
              <span
                className={classes.grip}
                draggable
                title={t('questions.drag', { name: nameOf(row) })}
                aria-hidden
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move';
                  event.dataTransfer.setData('text/plain', nameOf(row));
                  setDragged(index);
                }}
                onDragEnd={() => (setDragged(null), setOver(null))}
              >
                <IconGripVertical size={16} stroke={1.75} />
              </span>
            )}
            <div className={classes.content}>{children(row, index)}</div>
            {onOrder && (
              <div className={classes.moves}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-disabled={index === 0}
                  aria-label={t('questions.move_up', { name: nameOf(row) })}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-disabled={index === rows.length - 1}
                  aria-label={t('questions.move_down', { name: nameOf(row) })}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              </div>
            )}
          </li>
        ))}
      </ol>
      <div className={classes.said} role="status">
        {said}
      </div>
    </>
  );
}
