import { account } from '@wardvoice/contract';
import { z } from 'zod';
import { idleSeconds } from './activity.ts';
import { endSession, getSession, onSession, onSessionEnd, startSession, type Session } from './session.ts';

/**
 * The tabs of one browser share one session, so that a second tab, or a link in an e-mail, opens signed in. A tab without
 * a session asks the others, and one that has a session gives it to them. Words go over a BroadcastChannel, which reaches
 * pages of the same origin in the same browser and stores nothing; each tab keeps its copy in its own session storage.
 */
const CHANNEL = 'wardvoice.session';
/** A tab that nobody has answered after this time shows the sign-in screen. An answer that comes later still signs it in. */
const ANSWER_MS = 200;

const word = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wanted') }),
  /** An answer, or a session that has just begun: for tabs without one. */
  z.object({ kind: z.literal('offered'), session: account.signedIn }),
  /** The session has another application, or two-step sign-in is on now: for tabs with the same session. */
  z.object({ kind: z.literal('changed'), session: account.signedIn }),
  z.object({ kind: z.literal('ended'), auth_token: z.string(), how: z.enum(['signed_out', 'over']) }),
]);
type Word = z.output<typeof word>;

/** What another tab has done for this one: signed it in, chosen another application, or switched two-step sign-in on. */
type Shared = 'signed_in' | 'application' | 'two_step';

const listeners = new Set<(what: Shared) => void>();
let channel: BroadcastChannel | null = null;
let known: Session | null = null;
/** Whether the session changes because of what another tab said, which is not said again. */
let isFollowing = false;
let answer: Promise<boolean> | null = null;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel knows no other origin
const say = (said: Word): void => channel?.postMessage(said);

/** Begins to share the session with the other tabs. Returns what ends that. */
export function shareSession(): () => void {
  const opened = new BroadcastChannel(CHANNEL);
  channel = opened;
  known = getSession();
  opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // A tab of another version may say something else.
    const heard = word.safeParse(data);
    if (heard.success) follow(heard.data);
  });
  const stops = [
    onSession(sayChange),
    onSessionEnd((token, how) => {
      if (!isFollowing) say({ kind: 'ended', auth_token: token, how });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    opened.close();
    channel = null;
    answer = null;
  };
}

/** Asks the other tabs for their session. Resolves to whether this tab has one now. */
export function askOtherTabs(): Promise<boolean> {
  if (!channel || getSession()) return Promise.resolve(getSession() !== null);
  answer ??= new Promise((resolve) => {
    const settle = () => {
      stop();
      clearTimeout(timer);
      resolve(getSession() !== null);
    };
    const timer = setTimeout(settle, ANSWER_MS);
    const stop = onSession(settle);
    say({ kind: 'wanted' });
  });
  return answer;
}

/** Calls the listener when another tab has done this for this one. Returns what ends that. */
export function onShared(wanted: Shared, listener: () => void): () => void {
  const hear = (what: Shared) => {
    if (what === wanted) listener();
  };
  listeners.add(hear);
  return () => listeners.delete(hear);
}

function follow(heard: Word): void {
  isFollowing = true;
  try {
    obey(heard);
  } finally {
    isFollowing = false;
  }
}

function obey(heard: Word): void {
  const session = getSession();
  switch (heard.kind) {
    case 'wanted':
      if (session) say({ kind: 'offered', session: offerOf(session) });
      return;
    case 'offered':
      return session ? undefined : adopt('signed_in', heard.session);
    case 'changed': {
      if (session?.auth_token !== heard.session.auth_token) return;
      // A lock of this tab is opened by unlocking, and by nothing that another tab says.
      return adopt(isSameApplication(session, heard.session) ? 'two_step' : 'application', {
        ...heard.session,
        locked: heard.session.locked || session.locked,
      });
    }
    case 'ended':
      if (session?.auth_token === heard.auth_token) endSession(heard.how);
  }
}

function adopt(what: Shared, { auth_token, ...reply }: z.output<typeof account.signedIn>): void {
  startSession(auth_token, reply);
  for (const listener of listeners) listener(what);
}

type Placed = Pick<Session, 'application_user'>;
const isSameApplication = (one: Placed, other: Placed): boolean =>
  one.application_user.application?.id === other.application_user.application?.id;

/** As the server answers a sign-in. A tab in the background may not have noticed yet that the time until its lock has passed. */
function offerOf({ current_user, ...rest }: Session): z.output<typeof account.signedIn> {
  const isIdle = idleSeconds() >= account.IDLE_LOCK_MINUTES * 60;
  return { ...rest, data: current_user, locked: rest.locked || isIdle };
}

function sayChange(): void {
  const before = known;
  const now = getSession();
  known = now;
  answer = null;
  if (isFollowing || !now) return;
  if (before?.auth_token !== now.auth_token) say({ kind: 'offered', session: offerOf(now) });
  else if (before.needs_two_step !== now.needs_two_step || !isSameApplication(before, now))
    say({ kind: 'changed', session: offerOf(now) });
}
