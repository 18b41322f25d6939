// @vitest-environment jsdom
import { account } from '@wardvoice/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOSPITAL, sessionReply, signIn, TOKEN } from '../testing/sign-in.ts';
import { endSession, getSession, renewSession, showLocked, startSession, wasSignedOut } from './session.ts';
import { askOtherTabs, onShared, shareSession } from './share-session.ts';

/** Another tab of the same browser: what it hears, and what it says. */
let otherTab: BroadcastChannel;
let heard: { kind: string; session?: unknown }[];
let stop: () => void;

beforeEach(() => {
  heard = [];
  otherTab = new BroadcastChannel('wardvoice.session');
  otherTab.addEventListener('message', ({ data }) => heard.push(data));
  stop = shareSession();
});
afterEach(() => {
  stop();
  otherTab.close();
  endSession();
  sessionStorage.clear();
  localStorage.clear();
});

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel knows no other origin
const says = (word: unknown): void => otherTab.postMessage(word);
const NORA = { auth_token: TOKEN, ...sessionReply() };
const hears = async (kind: string) => {
  await expect.poll(() => heard.filter((word) => word.kind === kind)).toHaveLength(1);
};

describe('a tab without a session', () => {
  it('asks the other tabs, and is signed in by the first that answers', async () => {
    otherTab.addEventListener('message', ({ data }) => {
      if ((data as { kind: string }).kind === 'wanted') says({ kind: 'offered', session: NORA });
    });
    expect(await askOtherTabs()).toBe(true);
    expect(getSession()).toMatchObject({ auth_token: TOKEN, current_user: { name: 'Nora Nurse' }, locked: false });
  });

  it('is locked when the session is', async () => {
    otherTab.addEventListener('message', () => says({ kind: 'offered', session: { ...NORA, locked: true } }));
    await askOtherTabs();
    expect(getSession()).toMatchObject({ auth_token: TOKEN, locked: true });
  });

  it('has its copy in its own session storage, and nothing in the storage that stays', async () => {
    otherTab.addEventListener('message', () => says({ kind: 'offered', session: NORA }));
    await askOtherTabs();
    expect(JSON.parse(sessionStorage.getItem('wardvoice.auth_token') ?? 'null')).toBe(TOKEN);
    expect(localStorage).toHaveLength(0);
  });

  it('waits a fraction of a second for an answer, and not for ever', async () => {
    expect(await askOtherTabs()).toBe(false);
    expect(getSession()).toBeNull();
  });

  it('is signed in later, when somebody signs in in another tab, and goes on then', async () => {
    expect(await askOtherTabs()).toBe(false);
    const gone = new Promise<void>((resolve) => {
      onShared('signed_in', resolve);
    });
    says({ kind: 'offered', session: NORA });
    await gone;
    expect(getSession()?.auth_token).toBe(TOKEN);
  });

  it('takes nothing that is not a session', async () => {
    says({ kind: 'offered', session: { auth_token: 'half' } });
    says('offered');
    expect(await askOtherTabs()).toBe(false);
  });
});

describe('a tab with a session', () => {
  it('gives it to a tab that asks, and says it to those that have none', async () => {
    signIn({ permissions: ['cases.list'] });
    await hears('offered');
    heard = [];
    says({ kind: 'wanted' });
    await hears('offered');
    expect(account.signedIn.parse(heard[0]?.session)).toMatchObject({ auth_token: TOKEN, permissions: ['cases.list'] });
  });

  it('gives a locked session as locked', async () => {
    signIn();
    showLocked();
    await hears('offered');
    heard = [];
    says({ kind: 'wanted' });
    await hears('offered');
    expect(heard[0]?.session).toMatchObject({ locked: true });
  });

  it('keeps it when another tab offers a different one', async () => {
    signIn();
    says({ kind: 'offered', session: { ...NORA, auth_token: 'another' } });
    says({ kind: 'wanted' });
    await expect.poll(() => heard.length).toBeGreaterThan(1);
    expect(getSession()?.auth_token).toBe(TOKEN);
  });

  it('goes to work in the application that another tab has chosen, and stays locked', async () => {
    signIn();
    showLocked();
    let followed = 0;
    onShared('application', () => (followed += 1));
    const second = sessionReply({ application: { ...HOSPITAL, id: 8 } });
    says({ kind: 'changed', session: { auth_token: 'another', ...second } });
    says({ kind: 'changed', session: { auth_token: TOKEN, ...second } });
    await expect.poll(() => followed).toBe(1);
    expect(getSession()).toMatchObject({ locked: true, application_user: { application: { id: 8 } } });
  });

  it('says it when it has chosen another application, and not when only rights were renewed', async () => {
    signIn();
    renewSession(sessionReply({ permissions: ['cases.update'] }));
    renewSession(sessionReply({ application: { ...HOSPITAL, id: 8 } }));
    await expect.poll(() => heard.map(({ kind }) => kind)).toEqual(['offered', 'changed']);
  });
});

describe('signing out', () => {
  it('in one tab signs out the others, which do not say it again', async () => {
    signIn();
    says({ kind: 'ended', auth_token: TOKEN, how: 'signed_out' });
    await expect.poll(getSession).toBeNull();
    expect(wasSignedOut()).toBe(true);
    expect(sessionStorage).toHaveLength(0);
    says({ kind: 'wanted' });
    expect(heard.filter(({ kind }) => kind === 'ended')).toEqual([]);
  });

  it('of another session leaves this one', async () => {
    signIn();
    says({ kind: 'ended', auth_token: 'another', how: 'signed_out' });
    says({ kind: 'wanted' });
    await expect.poll(() => heard.filter(({ kind }) => kind === 'offered').length).toBe(2);
    expect(getSession()?.auth_token).toBe(TOKEN);
  });

  it('is said to the other tabs with how it ended', async () => {
    signIn();
    endSession('signed_out');
    await hears('ended');
    startSession('second', sessionReply());
    endSession();
    await expect
      .poll(() => heard.filter(({ kind }) => kind === 'ended'))
      .toEqual([
        { kind: 'ended', auth_token: TOKEN, how: 'signed_out' },
        { kind: 'ended', auth_token: 'second', how: 'over' },
      ]);
  });
});
