import { replaceEqualDeep } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { may, type account, type applications } from '@wardvoice/contract';
import { atSubPath } from './sub-path.ts';

/** Each key is stored in session storage under its own name, with `wardvoice.` before it. */
export interface Session {
  auth_token: string;
  current_user: account.CurrentUser;
  permissions: string[];
  application_user: account.SessionReply['application_user'];
  applications: applications.ApplicationSummary[];
  method: account.SignInMethod;
  /** Whether the lock screen covers the page: nobody was active for a while, or somebody locked it. */
  locked: boolean;
  /** Whether two-step sign-in is to be switched on before the application opens. */
  needs_two_step: boolean;
  /** Whether the person can unlock the session, and prove who they are, with a passkey. */
  has_passkey: boolean;
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
  'needs_two_step',
  'has_passkey',
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
    // The storage is refused or holds something else. Then nobody is signed in.
    return null;
  }
}

/** A session that says what it said before stays the same object: the menu and the whole screen are drawn anew for another one. */
function write(next: Session | null): void {
  const before = session;
  session = replaceEqualDeep(before, next);
  for (const key of KEYS) {
    if (next) sessionStorage.setItem(PREFIX + key, JSON.stringify(next[key]));
    else sessionStorage.removeItem(PREFIX + key);
  }
  if (session !== before) for (const listener of listeners) listener();
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
    needs_two_step: reply.needs_two_step,
    has_passkey: reply.has_passkey,
  });
}

/** Gives the session fresh permissions or another application. A reply from before the lock never unlocks the session. */
export function renewSession(reply: account.SessionReply): void {
  if (session) startSession(session.auth_token, { ...reply, locked: reply.locked || session.locked });
}

let timesResumed = 0;

/** Counts unlocks. A call whose 423 was sent before the last unlock must not lock the page again. */
export const countResumed = (): number => timesResumed;

/** Unlocks the session: the person is back. */
export function resumeSession(reply: account.SessionReply): void {
  timesResumed += 1;
  if (session) startSession(session.auth_token, reply);
}

/** Covers the page with the lock screen. What is on the page stays below it. */
export function showLocked(): void {
  if (session && !session.locked) write({ ...session, locked: true });
}

/** Shows the screen that switches two-step sign-in on in place of the application. */
export function showTwoStepNeeded(): void {
  if (session && !session.needs_two_step) write({ ...session, needs_two_step: true });
}

/** Resolves when the session is unlocked or has ended. Rejects when the signal is aborted. */
export function untilUnlocked(signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (session?.locked && !signal?.aborted) return;
      listeners.delete(settle);
      signal?.removeEventListener('abort', settle);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    listeners.add(settle);
    signal?.addEventListener('abort', settle);
    settle();
  });
}

/** `signed_out`: the person wanted it. `over`: the server did not know the session any more. */
export type SessionEnd = 'signed_out' | 'over';

let lastEnd: SessionEnd | null = null;
const endListeners = new Set<(token: string, how: SessionEnd) => void>();

/** Forgets the session in this tab. `share-session.ts` has the other tabs of the browser forget it as well. */
export function endSession(how: SessionEnd = 'over'): void {
  if (isLeaving) return;
  publishEnd(how);
  write(null);
}

function publishEnd(how: SessionEnd): void {
  if (!session) return;
  lastEnd = how;
  for (const listener of endListeners) listener(session.auth_token, how);
}

/** Whether this tab has no session because the person signed out. */
export const wasSignedOut = (): boolean => session === null && lastEnd === 'signed_out';

/** Calls the listener with the token of each session that ends in this tab. Returns what ends that. */
export function onSessionEnd(listener: (token: string, how: SessionEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

let isLeaving = false;

/**
 * For a page that is not ours to show, after the server has ended the session. The tab forgets it at once, nothing here
 * reacts to that any more, and going back shows nothing of what stood here.
 */
export function leaveFor(address: string): void {
  publishEnd('signed_out');
  isLeaving = true;
  for (const key of KEYS) sessionStorage.removeItem(PREFIX + key);
  openInstead(address);
}

/**
 * For a page of a patient, after the server has locked the session. The tab keeps the session, locked, so that its person
 * unlocks it here afterwards; until then going back, reloading and new tabs show the lock screen only.
 */
export function leaveLocked(address: string): void {
  showLocked();
  isLeaving = true;
  openInstead(address);
}

/** Takes leaving back, where the other page was not opened: the next test goes on in the same process. */
export function stay(): void {
  isLeaving = false;
}

/** Opens another page in place of this one, which is emptied: the browser may keep it in its memory. */
function openInstead(address: string): void {
  window.addEventListener('pagehide', () => document.body.replaceChildren());
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
  window.location.replace(atSubPath(address));
}

/** Calls the listener at every change of the session. Returns what ends that. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session | null {
  return useSyncExternalStore(onSession, getSession);
}

/** The application that the session works in, or null for a superuser who has chosen none. */
export function useApplication(): applications.ApplicationSummary | null {
  return useSession()?.application_user.application ?? null;
}

/** Whether the person sees every ward of the hospital. Some things concern patients of any ward. */
export const useSeesEveryWard = (): boolean => useSession()?.current_user.locations.length === 0;

/**
 * Whether the person sees what belongs to a ward. Whoever was told of a case, a text or answers of another ward reads that, and not the
 * records of its patient.
 */
export function useSeesWard(): (ward: string | null) => boolean {
  const wards = useSession()?.current_user.locations ?? [];
  return (ward) => wards.length === 0 || (ward !== null && wards.includes(ward));
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
