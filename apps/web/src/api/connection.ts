import { useSyncExternalStore } from 'react';
import { account } from '@wardvoice/contract';
import { asApiError } from './api-error.ts';
import { call } from './call.ts';
import { isAnswer, onFetched } from './fetched.ts';

/**
 * Whether the server can be reached. `offline`: the browser has no network. `unreachable`: it has one, and the server, or
 * what it needs, does not answer.
 */
export type Connection = 'online' | 'offline' | 'unreachable';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 8_000;
const ASK_AGAIN_MS = 1_000;

let state: Connection = 'online';
const listeners = new Set<(now: Connection) => void>();

export const getConnection = (): Connection => state;

/** Calls the listener at each change. Returns what ends that. */
export function onConnection(listener: (now: Connection) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useConnection = (): Connection => useSyncExternalStore(onConnection, getConnection);

function setState(next: Connection): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener(next);
}

/** Resolves when the server can be reached, at once where it can. */
export function untilReachable(): Promise<void> {
  if (state === 'online') return Promise.resolve();
  return new Promise((resolve) => {
    const stop = onConnection((now) => {
      if (now !== 'online') return;
      stop();
      resolve();
    });
  });
}

/** Asks the server until it answers, whatever it says. */
export async function untilAnswered(): Promise<void> {
  for (;;) {
    const status = await call(account.getSession, {}).then(
      () => 200,
      (error: unknown) => asApiError(error).status,
    );
    if (isAnswer(status)) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

/**
 * Follows the connection until the returned function is called. One call that fails is no proof: the server is asked once
 * more before anybody is told, and then again and again with growing pauses until it answers.
 */
export function watchConnection(): () => void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopped = new AbortController();

  const probe = () => {
    timer = undefined;
    // What comes of it is heard of below, like what comes of any other call.
    void call(account.getSession, {}, stopped.signal).catch(() => undefined);
  };
  const probeIn = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(probe, milliseconds);
  };
  const hear = (isReached: boolean) => {
    if (isReached) {
      failures = 0;
      clearTimeout(timer);
      timer = undefined;
      // What was on its way when the network went still arrives. While the browser has none, the server is asked again.
      if (!navigator.onLine) probeIn(MAX_PAUSE_MS);
      return setState('online');
    }
    failures += timer === undefined ? 1 : 0;
    if (failures > 1) setState(navigator.onLine ? 'unreachable' : 'offline');
    timer ??= setTimeout(probe, Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)));
  };
  const leave = () => {
    setState('offline');
    probeIn(MAX_PAUSE_MS);
  };
  const comeBack = () => probeIn(0);

  window.addEventListener('offline', leave);
  window.addEventListener('online', comeBack);
  const stopHearing = onFetched(hear);
  // The network may have gone before anybody listened.
  if (!navigator.onLine) leave();
  return () => {
    stopped.abort();
    clearTimeout(timer);
    window.removeEventListener('offline', leave);
    window.removeEventListener('online', comeBack);
    stopHearing();
    setState('online');
  };
}
