import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { messages } from '@wardvoice/contract';
import { locate } from './locate.ts';
import classes from './message-fields.module.css';
import { RawText } from './raw-text.tsx';
import { startIndex, treeItems, type TreeItem } from './tree-items.ts';

interface MessageFieldsProps {
  raw: string;
  segments: messages.MessageDetail['segments'];
  /** Address of the field to begin at, such as that of an error. */
  startAt?: string | null;
}

/** Shows the named fields beside the raw text. The field that is pointed at is marked in the text. */
export function MessageFields({ raw, segments, startAt = null }: MessageFieldsProps) {
  const { t } = useTranslation('messages');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState(() => startIndex(treeItems(segments, new Set()), startAt));
  const [pointed, setPointed] = useState<TreeItem | null>(null);
  const items = useMemo(() => treeItems(segments, folded), [segments, folded]);

  const shown = pointed ?? items[current];
  const place = useMemo(
    () => (shown?.address ? locate(raw, shown.segment, shown.address) : null),
    [raw, shown?.address, shown?.segment],
  );

  const tree = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const start = tree.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    // Only the box scrolls, never the page, and only to where one begins.
    if (tree.current && start) tree.current.scrollTop = start.offsetTop - tree.current.offsetTop - 48;
  }, [startAt]);

  const setFold = (key: string, isFolded: boolean) => {
    const next = new Set(folded);
    if (isFolded) next.add(key);
    else next.delete(key);
    setFolded(next);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const item = items[current];
    const last = items.length - 1;
    const to: Record<string, number> = {
      ArrowDown: Math.min(current + 1, last),
      ArrowUp: Math.max(current - 1, 0),
      Home: 0,
      End: last,
    };
    const next = to[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setPointed(null);
      setCurrent(next);
      event.currentTarget.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
    } else if (item?.isSegment && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault();
      setFold(item.key, event.key === 'ArrowLeft');
    }
  };

  const onClick = (event: MouseEvent<HTMLUListElement>) => {
    const index =
      event.target instanceof Element
        ? Number(event.target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1)
        : -1;
    const item = items[index];
    if (!item) return;
    setCurrent(index);
    if (item.isSegment) setFold(item.key, !folded.has(item.key));
  };

  return (
    <div className={classes.split}>
      <div className={classes.side}>
        <h3 className={classes.label} id="message-fields">
          {t('fields')}
        </h3>
        {items.length === 0 ? (
          <p className={classes.none}>{t('no_fields')}</p>
        ) : (
          <ul
            ref={tree}
            className={classes.tree}
            role="tree"
            aria-labelledby="message-fields"
            onKeyDown={onKeyDown}
            onClick={onClick}
            onMouseLeave={() => setPointed(null)}
          >
            {items.map((item, index) => (
              <li
                key={item.key}
                role="treeitem"
                aria-level={item.level}
                aria-expanded={item.isSegment ? !folded.has(item.key) : undefined}
                aria-selected={index === current}
                tabIndex={index === current ? 0 : -1}
                data-index={index}
                data-level={item.level}
                className={item.isSegment ? classes.segment : classes.field}
                onMouseEnter={() => setPointed(item)}
                onFocus={() => setCurrent(index)}
              >
                <span className={classes.address}>{item.name}</span>
                <span className={classes.title}>{item.title}</span>
                {!item.isSegment && <span className={classes.value}>{item.value}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={classes.side}>
        <h3 className={classes.label} id="message-raw">
          {t('raw')}
        </h3>
        <RawText raw={raw} place={place} labelledBy="message-raw" />
      </div>
    </div>
  );
}
