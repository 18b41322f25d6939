import { Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useApplication } from '../api/session.ts';
import { useFormats } from './formats.ts';
import { clockTime, exactTime, relativeTime, shortTime } from './time.ts';

const TICK_MS = 15_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for every relative time on the screen. */
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

interface MomentProps {
  at: string;
  /** Relative with the exact time on hover by default; `exact` the other way round. */
  exact?: boolean;
}

export function Moment({ at, exact = false }: MomentProps) {
  const { locale } = useFormats();
  const zone = useApplication()?.time_zone;
  const current = useNow();
  const full = exactTime(at, locale, zone);
  const relative = relativeTime(at, current, locale);
  return (
    <Tooltip label={exact ? relative : full}>
      <time dateTime={at} dir="auto" style={{ whiteSpace: 'nowrap', unicodeBidi: 'isolate' }}>
        {exact ? shortTime(at, locale, zone) : relative}
      </time>
    </Tooltip>
  );
}

/** The time of day that an instant has in the application's time zone. */
export function useClockTime(): (at: string) => string {
  const { locale } = useFormats();
  const zone = useApplication()?.time_zone;
  return (at) => clockTime(at, locale, zone);
}
