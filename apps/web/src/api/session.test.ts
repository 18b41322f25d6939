// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionReply, signIn, TOKEN } from '../testing/sign-in.ts';
import {
  countResumed,
  endSession,
  getSession,
  mayIn,
  renewSession,
  resumeSession,
  showLocked,
  untilUnlocked,
} from './session.ts';

beforeEach(() => signIn({ permissions: ['cases.list'] }));
afterEach(() => {
  endSession();
  sessionStorage.clear();
});

/** As a page does that is loaded anew in the same tab. */
async function loadAgain() {
  vi.resetModules();
  return (await import('./session.ts')).getSession();
}

describe('a session', () => {
  it('is of this tab, and still there when the page is loaded again', async () => {
    expect(await loadAgain()).toMatchObject({ auth_token: TOKEN, permissions: ['cases.list'], locked: false });
  });

  it('is gone when it has ended, from the storage too', async () => {
    endSession();
    expect(getSession()).toBeNull();
    expect(sessionStorage).toHaveLength(0);
    expect(await loadAgain()).toBeNull();
  });

  it('is none where the storage holds something else, or only a part of it', async () => {
    sessionStorage.setItem('wardvoice.permissions', '{broken');
    expect(await loadAgain()).toBeNull();
    sessionStorage.removeItem('wardvoice.permissions');
    expect(await loadAgain()).toBeNull();
  });

  it('stays locked when the page is loaded again', async () => {
    showLocked();
    expect(await loadAgain()).toMatchObject({ locked: true });
  });

  it('has its rights renewed and keeps its token', () => {
    renewSession(sessionReply({ permissions: ['cases.update'] }));
    expect(getSession()).toMatchObject({ auth_token: TOKEN, permissions: ['cases.update'] });
  });

  it('stays the same object when it is renewed with what it says already', () => {
    const before = getSession();
    renewSession(sessionReply({ permissions: ['cases.list'] }));
    expect(getSession()).toBe(before);
    renewSession(sessionReply({ permissions: ['cases.list', 'cases.update'] }));
    expect(getSession()).not.toBe(before);
    expect(getSession()?.application_user).toBe(before?.application_user);
  });

  it('is not unlocked by an answer that was on its way when it was locked', () => {
    showLocked();
    renewSession(sessionReply({ locked: false }));
    expect(getSession()?.locked).toBe(true);
  });

  it('is unlocked when the person is back, which is counted', () => {
    const before = countResumed();
    showLocked();
    resumeSession(sessionReply());
    expect(getSession()?.locked).toBe(false);
    expect(countResumed()).toBe(before + 1);
  });

  it('is not brought back by an answer that comes after it has ended', () => {
    endSession();
    renewSession(sessionReply());
    resumeSession(sessionReply());
    expect(getSession()).toBeNull();
  });
});

describe('whoever waits for the person to come back', () => {
  it('goes on when they are, and not before', async () => {
    showLocked();
    const order: string[] = [];
    const waiting = untilUnlocked().then(() => order.push('goes on'));
    await Promise.resolve();
    order.push('unlocked');
    resumeSession(sessionReply());
    await waiting;
    expect(order).toEqual(['unlocked', 'goes on']);
  });

  it('goes on, to be refused, when they sign out instead', async () => {
    showLocked();
    const waiting = untilUnlocked();
    endSession();
    await expect(waiting).resolves.toBeUndefined();
  });

  it('stops waiting when nobody wants the answer any more', async () => {
    showLocked();
    const left = new AbortController();
    const waiting = untilUnlocked(left.signal);
    left.abort(new Error('The screen was left.'));
    await expect(waiting).rejects.toThrow('The screen was left.');
  });

  it('does not wait where nothing is locked', async () => {
    await expect(untilUnlocked()).resolves.toBeUndefined();
  });
});

describe('a right', () => {
  it('is had by whoever was given it, and by superusers', () => {
    expect(mayIn(getSession(), 'cases.list')).toBe(true);
    expect(mayIn(getSession(), 'cases.update')).toBe(false);
    signIn({ superUser: true });
    expect(mayIn(getSession(), 'cases.update')).toBe(true);
  });

  it('is had by nobody who is not signed in', () => {
    expect(mayIn(null, 'cases.list')).toBe(false);
  });
});
