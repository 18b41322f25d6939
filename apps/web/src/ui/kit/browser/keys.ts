import { useEffect, useSyncExternalStore } from 'react';

/** A key that does something on the screen that is open. */
export interface KeyBinding {
  /** The key as the browser names it, in lower case: "k", "?", "/". */
  key: string;
  /** Whether Ctrl, or Cmd on a Mac, is pressed too. */
  withControl?: boolean;
  /** What it does, in a few words, for the list of keys. */
  label: string;
  onPress: () => void;
}

const SETTING = 'sm-single-keys';
let bindings: readonly KeyBinding[] = [];
const listeners = new Set<() => void>();
let isListening = false;

/** Whether keys without Ctrl work. People who dictate, or whose hands slip, can switch them off (WCAG 2.2, 2.1.4). */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(SETTING) !== 'false';
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(SETTING, String(on));
  } catch {
    // A browser may refuse its storage; then they stay on.
  }
  publish();
}

function publish(): void {
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The keys of what is on the screen now. */
export const useKeyList = (): readonly KeyBinding[] => useSyncExternalStore(subscribe, () => bindings);
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, areSingleKeysOn);

/** Has keys do something while the component is on the screen, and lists them. Give the same array until it changes. */
export function useKeys(own: readonly KeyBinding[]): void {
  useEffect(() => {
    if (!isListening) window.addEventListener('keydown', press);
    isListening = true;
    bindings = [...bindings, ...own];
    publish();
    return () => {
      bindings = bindings.filter((one) => !own.includes(one));
      publish();
    };
  }, [own]);
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.repeat) return;
  const withControl = event.ctrlKey || event.metaKey;
  const wanted = bindings.findLast(
    (one) => one.key === event.key.toLowerCase() && (one.withControl ?? false) === withControl,
  );
  if (!wanted || isElsewhere(event, withControl)) return;
  event.preventDefault();
  wanted.onPress();
}

/** Whether a key is meant for something else: a letter for the field that it is typed in, any key for a dialog. */
function isElsewhere({ target }: KeyboardEvent, withControl: boolean): boolean {
  if (document.querySelector('[role=dialog], dialog[open]')) return true;
  if (withControl) return false;
  const isField = target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
  return isField || !areSingleKeysOn();
}
