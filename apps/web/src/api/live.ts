import { useSyncExternalStore } from 'react';
import { API_BASE } from '@wardvoice/contract';
import { SUB_PATH } from './sub-path.ts';
import { ApiError } from './api-error.ts';
import { request } from './call.ts';
import { getConnection, untilReachable } from './connection.ts';
import { eventReader } from './event-stream.ts';

export type LiveState = 'connecting' | 'live' | 'reconnecting';

/** At most one refresh in this time, however many events come. */
const THROTTLE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/** The server sends at least a comment this often; longer silence is a dead connection. */
const SILENCE_MS = 60_000;

let state: LiveState = 'connecting';
const listeners = new Set<() => void>();

function setState(next: LiveState): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

export interface LiveHandlers {
  onTopics: (topics: ReadonlySet<string>) => void;
  /** Called when the connection is back, because something may have been missed meanwhile. */
  onResumed: () => void;
}

/** Listens until the returned function is called, connecting again with growing pauses. */
export function listenLive({ onTopics, onResumed }: LiveHandlers): () => void {
  const stopped = new AbortController();
  let waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = (topics: readonly string[]): void => {
    for (const topic of topics) waiting.add(topic);
    timer ??= setTimeout(() => {
      timer = undefined;
      const told = waiting;
      waiting = new Set();
      onTopics(told);
    }, THROTTLE_MS);
  };

  const run = async (): Promise<void> => {
    for (let failures = 0; !stopped.signal.aborted; failures += 1) {
      if (failures > 0) {
        setState('reconnecting');
        await pauseAfter(failures, stopped.signal);
      }
      try {
        await readStream(stopped.signal, tell, () => {
          if (failures > 0) onResumed();
          failures = 0;
          setState('live');
        });
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return;
      }
    }
  };

  setState('connecting');
  void run();
  return () => {
    stopped.abort();
    clearTimeout(timer);
  };
}

async function readStream(
  stopped: AbortSignal,
  tell: (topics: readonly string[]) => void,
  onOpen: () => void,
): Promise<void> {
  const silent = new AbortController();
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => silent.abort(), SILENCE_MS);
  };
  try {
    const response = await request(`${SUB_PATH}${API_BASE}/events`, {
      headers: { accept: 'text/event-stream' },
      signal: AbortSignal.any([stopped, silent.signal]),
      cache: 'no-store',
    });
    if (!response.body) return;
    onOpen();
    heard();
    const read = eventReader();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      heard();
      for (const data of read(value)) tell(topicsOf(data));
    }
  } finally {
    clearTimeout(watchdog);
  }
}

function topicsOf(data: string): string[] {
  const event: unknown = JSON.parse(data);
  const topics = typeof event === 'object' && event !== null && 'topics' in event ? event.topics : [];
  return Array.isArray(topics) ? topics.map(String) : [];
}

/** Pauses longer after each failure; while the server is known to be away, until it is back. */
function pauseAfter(failures: number, signal: AbortSignal): Promise<void> {
  if (getConnection() !== 'online') return Promise.race([untilReachable(), pause(MAX_PAUSE_MS, signal)]);
  const length = Math.min(MAX_PAUSE_MS, 1000 * 2 ** Math.min(failures - 1, 5));
  return pause(length * (0.75 + Math.random() / 2), signal);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
