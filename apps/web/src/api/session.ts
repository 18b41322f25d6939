import { useSyncExternalStore } from 'react';
import { may, type account, type applications } from '@wardvoice/contract';

/** The spelling of each key in session storage, behind `wardvoice.`. */
export interface Session {
  auth_token: string;
  current_user: account.CurrentUser;
  permissions: string[];
  application_user: account.SessionReply['application_user'];
  applications: applications.ApplicationSummary[];
  method: account.SignInMethod;
  /** Nobody was there for a while, or somebody locked it: the lock screen lies over the page. */
  locked: boolean;
}

const PREFIX = 'wardvoice.';
const KEYS = [
  'auth_token',
  'current_user',
  'permissions',
  'application_user',
  'applications',
  'method',
  'locked',
] as const;

const listeners = new Set<() => void>();
let session: Session | null = read();

function read(): Session | null {
  try {
    const stored = Object.fromEntries(
      KEYS.map((key) => [key, JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as unknown]),
    );
    return KEYS.every((key) => stored[key] !== null) ? (stored as unknown as Session) : null;
  } catch {
    // Storage is refused or holds something else: as if nobody were signed in.
    return null;
  }
}

function write(next: Session | null): void {
  session = next;
  for (const key of KEYS) {
    if (next) sessionStorage.setItem(PREFIX + key, JSON.stringify(next[key]));
    else sessionStorage.removeItem(PREFIX + key);
  }
  for (const listener of listeners) listener();
}

export const getSession = (): Session | null => session;

export function startSession(authToken: string, reply: account.SessionReply): void {
  write({
    auth_token: authToken,
    current_user: reply.data,
    permissions: reply.permissions,
    application_user: reply.application_user,
    applications: reply.applications,
    method: reply.method,
    locked: reply.locked,
  });
}

/** The same session with fresh permissions, or in another application. An answer from before the lock never unlocks. */
export function renewSession(reply: account.SessionReply): void {
  if (session) startSession(session.auth_token, { ...reply, locked: reply.locked || session.locked });
}

let timesResumed = 0;

/** Lets a call know whether the person came back after it was sent: a 423 from before then is old news. */
export const countResumed = (): number => timesResumed;

/** The person is back. */
export function resumeSession(reply: account.SessionReply): void {
  timesResumed += 1;
  if (session) startSession(session.auth_token, reply);
}

/** As the server, or the time since the last key, says; what is on the page stays under the lock screen. */
export function showLocked(): void {
  if (session && !session.locked) write({ ...session, locked: true });
}

/** Resolves when the person is back; rejects with the signal, or when the session has ended instead. */
export function untilUnlocked(signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (session?.locked && !signal?.aborted) return;
      listeners.delete(settle);
      signal?.removeEventListener('abort', settle);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    listeners.add(settle);
    signal?.addEventListener('abort', settle);
    settle();
  });
}

export function endSession(): void {
  if (!isLeaving) write(null);
}

let isLeaving = false;

/**
 * For a page that is not ours to show, after the server has ended the session. The tab forgets it at once, nothing here
 * reacts to that any more, and going back shows nothing of what stood here.
 */
export function leaveFor(address: string): void {
  isLeaving = true;
  for (const key of KEYS) sessionStorage.removeItem(PREFIX + key);
  window.addEventListener('pagehide', () => document.body.replaceChildren());
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
  window.location.replace(address);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, getSession);
}

/** The application that the session works in, or null for a superuser who has chosen none. */
export function useApplication(): applications.ApplicationSummary | null {
  return useSession()?.application_user.application ?? null;
}

export function mayIn(current: Session | null, permission: string): boolean {
  return (
    current !== null &&
    may({ super_user: current.current_user.super_user, permissions: current.permissions }, permission)
  );
}

export function useMay(): (permission: string) => boolean {
  const current = useSession();
  return (permission) => mayIn(current, permission);
}
