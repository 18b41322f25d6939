import { Tooltip } from '@mantine/core';
import { memo, useRef, useState, useSyncExternalStore } from 'react';
import { useFormats } from '../formats.ts';
import { useRegion } from '../region.ts';
import { clockTime, exactTime, relativeTime, shortTime } from './time.ts';

const TICK_MS = 15_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** All relative times on the screen share one timer. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

interface RelativeTimeProps {
  at: string;
  /** Shows the exact time, and the relative one on hover. By default it is the other way round. */
  exact?: boolean;
}

/**
 * Lists have dozens, and are drawn again with each live update: only those of a new time are. A tip costs more than the time itself, so
 * that there is one only while somebody points at it.
 */
export const RelativeTime = memo(function RelativeTime({ at, exact = false }: RelativeTimeProps) {
  const { locale } = useFormats();
  const { timeZone } = useRegion();
  const current = useNow();
  const full = exactTime(at, locale, timeZone);
  const relative = relativeTime(at, current, locale);
  const place = useRef<HTMLTimeElement>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  return (
    <>
      <time
        ref={place}
        dateTime={at}
        dir="auto"
        style={{ whiteSpace: 'nowrap', unicodeBidi: 'isolate' }}
        onPointerEnter={() => setPointedAt(true)}
        onPointerLeave={() => setPointedAt(false)}
      >
        {exact ? shortTime(at, locale, timeZone) : relative}
      </time>
      {isPointedAt && <Tooltip target={place} opened label={exact ? relative : full} />}
    </>
  );
});

/** Returns a function that says the time of day of an instant in the time zone of the region. */
export function useClockTime(): (at: string) => string {
  const { locale } = useFormats();
  const { timeZone } = useRegion();
  return (at) => clockTime(at, locale, timeZone);
}
