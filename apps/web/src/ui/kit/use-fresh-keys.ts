import { startTransition, useEffect, useRef, useState } from 'react';

const FRESH_MS = 4000;
const none: ReadonlySet<string> = new Set();

/**
 * Returns the keys of rows that came by themselves while the list was open, for a few seconds after each came. Rows of another
 * page, search or sorting (another `view`) do not count. `rows` are the keys with commas between, or undefined while they load.
 */
export function useFreshKeys(rows: string | undefined, view: string): ReadonlySet<string> {
  const [fresh, setFresh] = useState(none);
  const known = useRef<{ view: string; keys: ReadonlySet<string> } | null>(null);

  useEffect(() => {
    if (rows === undefined) return;
    const keys = rows.split(',');
    const before = known.current;
    known.current = { view, keys: new Set(keys) };
    const news = before?.view === view ? keys.filter((key) => !before.keys.has(key)) : [];
    // The rows stand there already; that they are new may be shown a frame later.
    if (news.length > 0) startTransition(() => setFresh(new Set(news)));
  }, [rows, view]);

  useEffect(() => {
    if (fresh.size === 0) return undefined;
    const timer = setTimeout(() => startTransition(() => setFresh(none)), FRESH_MS);
    return () => clearTimeout(timer);
  }, [fresh]);

  return fresh;
}
