// @vitest-environment jsdom
import { act, renderHook } from '../../../testing/render.tsx';
import { account } from '@wardvoice/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beActive, notifyTabs } from '../../../api/activity.ts';
import { getSession, useSession } from '../../../api/session.ts';
import { startApiServer } from '../../../testing/api-server.ts';
import { sessionReply, signIn } from '../../../testing/sign-in.ts';
import { lock } from './lock.ts';
import { useIdleLock } from './use-idle-lock.ts';

const api = startApiServer();
const MINUTE_MS = 60_000;

/** As the shell uses it, with the session of the moment. */
function useLockOfShell() {
  const session = useSession();
  useIdleLock(session ?? { ...getSessionOf(), locked: true });
}
const getSessionOf = () => {
  const reply = sessionReply();
  return { ...reply, auth_token: '', current_user: reply.data };
};

beforeEach(() => {
  // Only the clock and what looks at it: connections, and what React waits with, run as they do.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  signIn();
  api.answer(account.lockSession, sessionReply({ locked: true }));
  api.answer(account.getSession, sessionReply());
  beActive();
});
afterEach(() => vi.useRealTimers());

const pass = (minutes: number): void => act(() => void vi.advanceTimersByTime(minutes * MINUTE_MS));
const locked = () => getSession()?.locked;
const settled = (what: () => boolean) => vi.waitUntil(what, { timeout: 20_000, interval: 20 });
const otherTab = (data: object) => {
  const channel = new BroadcastChannel('wardvoice.activity');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel knows no other origin
  channel.postMessage(data);
  return () => channel.close();
};

describe('a page that nobody touches', () => {
  it('is locked after 15 minutes, here and on the server', async () => {
    renderHook(useLockOfShell);
    pass(14);
    expect(locked()).toBe(false);
    pass(1);
    expect(locked()).toBe(true);
    await settled(() => api.requestsTo(account.lockSession).length === 1);
  });

  it.each(['pointermove', 'keydown', 'wheel', 'touchstart'])('is not locked while somebody is there: %s', (name) => {
    renderHook(useLockOfShell);
    pass(14);
    act(() => void window.dispatchEvent(new Event(name)));
    pass(14);
    expect(locked()).toBe(false);
  });

  it('is not locked while the person works in another tab', async () => {
    renderHook(useLockOfShell);
    pass(14);
    const close = otherTab({ active: Date.now() });
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    pass(14);
    expect(locked()).toBe(false);
    close();
  });

  it('is locked at once when a machine that slept shows it again', () => {
    renderHook(useLockOfShell);
    vi.setSystemTime(Date.now() + 16 * MINUTE_MS);
    expect(locked()).toBe(false);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(locked()).toBe(true);
  });

  it('is no longer watched once it is left', () => {
    const { unmount } = renderHook(useLockOfShell);
    unmount();
    pass(20);
    expect(locked()).toBe(false);
  });
});

describe('somebody who fills in a long form', () => {
  it('is reported to the server, though nothing is asked of it: once in half a minute', async () => {
    vi.useRealTimers();
    const reports: (() => void)[] = [];
    const wait = setTimeout;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((handler: () => void, milliseconds) => {
      if (milliseconds === 30_000) reports.push(handler);
      return wait(handler, milliseconds);
    });
    renderHook(useLockOfShell);
    for (let count = 0; count < 5; count += 1) act(() => void window.dispatchEvent(new Event('keydown')));
    expect(api.requestsTo(account.getSession)).toHaveLength(0);
    expect(reports).toHaveLength(1);
    reports[0]?.();
    await settled(() => api.requestsTo(account.getSession).length === 1);
    vi.restoreAllMocks();
  });
});

describe('the tabs of one browser', () => {
  it('are locked together', async () => {
    vi.useRealTimers();
    renderHook(useLockOfShell);
    const close = otherTab({ changed: 'locked' });
    await settled(() => locked() === true);
    expect(api.requestsTo(account.lockSession).length).toBeLessThanOrEqual(1);
    close();
  });

  it('are unlocked together, as far as the server says that the session is', async () => {
    vi.useRealTimers();
    renderHook(useLockOfShell);
    await act(() => lock());
    api.answer(account.getSession, sessionReply({ locked: false }));
    const close = otherTab({ changed: 'unlocked' });
    await settled(() => locked() === false);
    expect(api.requestsTo(account.getSession)).toHaveLength(1);
    close();
  });

  it('stay locked where the session is another', async () => {
    vi.useRealTimers();
    renderHook(useLockOfShell);
    await act(() => lock());
    api.refuse(account.getSession, 423, { message: 'Locked.' });
    const close = otherTab({ changed: 'unlocked' });
    await settled(() => api.requestsTo(account.getSession).length > 0);
    expect(locked()).toBe(true);
    close();
  });

  it('hear of a lock by hand', async () => {
    vi.useRealTimers();
    const messages: unknown[] = [];
    const channel = new BroadcastChannel('wardvoice.activity');
    channel.addEventListener('message', ({ data }) => messages.push(data));
    await lock();
    notifyTabs('unlocked');
    await settled(() => messages.length === 2);
    expect(messages).toEqual([{ changed: 'locked' }, { changed: 'unlocked' }]);
    channel.close();
  });
});
