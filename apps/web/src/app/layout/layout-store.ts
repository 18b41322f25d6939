import { useSyncExternalStore } from 'react';
import {
  readLayout,
  STANDARD_LAYOUT,
  switchLayout,
  writeLayout,
  type LayoutSettings,
  type LayoutSwitch,
  type SkinName,
} from './layout-settings.ts';

let settings = STANDARD_LAYOUT;
const listeners = new Set<() => void>();

/** A browser may refuse its storage; then the settings last as long as the page. */
function inStorage<T>(use: (storage: Storage) => T, otherwise: T): T {
  try {
    return use(localStorage);
  } catch {
    return otherwise;
  }
}

/** The style sheets read the settings from the root element. */
function apply(): void {
  const root = document.documentElement;
  root.dataset['skin'] = settings.skin;
  root.dataset['colorblind'] = String(settings.colorblindFriendly);
  root.dataset['sounds'] = String(settings.sounds);
  root.dataset['fixedHeader'] = String(settings.fixedHeader);
  root.dataset['fixedNavigation'] = String(settings.fixedNavigation);
  root.dataset['fixedRibbon'] = String(settings.fixedRibbon);
  root.dataset['fixedFooter'] = String(settings.fixedFooter);
  root.dataset['insideContainer'] = String(settings.insideContainer);
  root.dataset['menuOnTop'] = String(settings.menuOnTop);
  if (settings.rtl) root.dir = 'rtl';
}

/** Reads the stored settings. It is called before anything is drawn, so that nobody sees another skin first. */
export function restoreLayout(): void {
  settings = inStorage(readLayout, STANDARD_LAYOUT);
  apply();
}

function change(next: LayoutSettings): void {
  settings = next;
  inStorage((storage) => writeLayout(storage, settings), undefined);
  apply();
  for (const tell of listeners) tell();
}

export const setSwitch = (name: LayoutSwitch, on: boolean): void => change(switchLayout(settings, name, on));
export const setSkin = (skin: SkinName): void => change({ ...settings, skin });

/** Clears everything that this application has stored in the browser, and loads the page again. */
export function resetToFactory(): void {
  inStorage((storage) => storage.clear(), undefined);
  location.reload();
}

export function useLayout(): LayoutSettings {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => settings,
  );
}
