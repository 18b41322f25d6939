/**
 * When the person last did something, in whichever tab of this browser. The server is told with each call, so that what a
 * page fetches on its own keeps no session awake.
 */
let lastActiveAt = Date.now();
const listeners = new Set<() => void>();

/** Other tabs are told of activity at most this often. */
const TELL_EVERY_MS = 5_000;
const ACTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

type Word = { active: number } | { changed: 'locked' | 'unlocked' };

const channel = new BroadcastChannel('wardvoice.activity');
const changes = new Set<(change: 'locked' | 'unlocked') => void>();
let toldAt = 0;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel knows no other origin
const say = (word: Word): void => channel.postMessage(word);

function recordAct(): void {
  lastActiveAt = Date.now();
  if (lastActiveAt - toldAt > TELL_EVERY_MS) {
    toldAt = lastActiveAt;
    say({ active: lastActiveAt });
  }
  for (const listener of listeners) listener();
}

for (const act of ACTS) window.addEventListener(act, recordAct, { capture: true, passive: true });
channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
  if ('active' in data) lastActiveAt = Math.max(lastActiveAt, data.active);
  else for (const listener of changes) listener(data.changed);
});

export const idleSeconds = (): number => Math.max(0, Math.round((Date.now() - lastActiveAt) / 1000));

/** Records signing in or unlocking as activity, because no key may be pressed in this tab. */
export const beActive = (): void => recordAct();

export function onAct(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the other tabs that the person locked or unlocked this one. */
export const notifyTabs = (changed: 'locked' | 'unlocked'): void => say({ changed });

export function onOtherTab(listener: (change: 'locked' | 'unlocked') => void): () => void {
  changes.add(listener);
  return () => changes.delete(listener);
}
