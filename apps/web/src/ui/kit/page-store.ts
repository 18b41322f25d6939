import { useEffect, useSyncExternalStore } from 'react';

export interface Crumb {
  label: string;
  /** Address within the application; the last crumb has none. */
  to?: string;
}

let crumbs: readonly Crumb[] = [];
const listeners = new Set<() => void>();

/** Returns the breadcrumbs, which each page sets through `<Page>`. */
export function useCrumbs(): readonly Crumb[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => crumbs,
  );
}

export function useAnnouncedPage(documentTitle: string, next: readonly Crumb[]): void {
  const key = JSON.stringify(next);
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  useEffect(() => {
    crumbs = JSON.parse(key) as Crumb[];
    for (const listener of listeners) listener();
  }, [key]);
}
