import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { segmentLines, type Place } from './locate.ts';
import classes from './message-fields.module.css';

interface RawTextProps {
  raw: string;
  place: Place | null;
  labelledBy: string;
}

export function RawText({ raw, place, labelledBy }: RawTextProps) {
  const lines = useMemo(() => segmentLines(raw), [raw]);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const mark = box.current?.querySelector('mark');
    if (!box.current || !mark) return;
    // Only the box scrolls, never the page.
    const top = mark.offsetTop - box.current.offsetTop;
    if (top < box.current.scrollTop || top > box.current.scrollTop + box.current.clientHeight - 24) {
      box.current.scrollTop = top - box.current.clientHeight / 3;
    }
  }, [place]);

  return (
    <div
      ref={box}
      className={classes.raw}
      tabIndex={0}
      role="textbox"
      aria-readonly
      aria-multiline
      aria-labelledby={labelledBy}
      dir="ltr"
    >
      {lines.map(({ text, start }) => (
        <div key={start} className={classes.line}>
          {marked(text, start, place)}
        </div>
      ))}
    </div>
  );
}

function marked(text: string, start: number, place: Place | null): ReactNode {
  const from = (place?.start ?? 0) - start;
  const to = (place?.end ?? 0) - start;
  const name = <span className={classes.name}>{text.slice(0, 3)}</span>;
  if (!place || from < 0 || to > text.length || from === to) {
    return (
      <>
        {name}
        {text.slice(3)}
      </>
    );
  }
  return (
    <>
      {name}
      {text.slice(3, from)}
      <mark className={classes.mark}>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  );
}
