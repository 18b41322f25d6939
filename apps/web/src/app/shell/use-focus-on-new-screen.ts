import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to the new content, so that a screen reader continues there and not at the link that was followed.
 * Somebody who was faster, and is in a field of the new screen already, stays in it.
 */
export function useFocusOnNewScreen(main: RefObject<HTMLElement | null>): void {
  const { history } = useRouter();
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const followed = useRef<Element | null>(null);
  const first = useRef(true);
  useEffect(() => history.subscribe(() => (followed.current = document.activeElement)), [history]);
  useEffect(() => {
    if (path === undefined) return;
    if (!first.current && !isInside(main.current, followed.current)) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [path, main]);
}

/** Whether the focus is in the content, and not on what led there. */
function isInside(main: HTMLElement | null, followed: Element | null): boolean {
  const { activeElement } = document;
  return activeElement !== main && activeElement !== followed && main?.contains(activeElement) === true;
}
