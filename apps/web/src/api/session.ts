import { useSyncExternalStore } from 'react';
import { may, type account, type applications } from '@wardvoice/contract';

/** The spelling of each key in session storage, behind `wardvoice.`. */
export interface Session {
  auth_token: string;
  current_user: account.CurrentUser;
  permissions: string[];
  application_user: account.SessionReply['application_user'];
  applications: applications.ApplicationSummary[];
}

const PREFIX = 'wardvoice.';
const KEYS = ['auth_token', 'current_user', 'permissions', 'application_user', 'applications'] as const;

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
  });
}

/** The same session with fresh permissions, or in another application. */
export function renewSession(reply: account.SessionReply): void {
  if (session) startSession(session.auth_token, reply);
}

export function endSession(): void {
  write(null);
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
