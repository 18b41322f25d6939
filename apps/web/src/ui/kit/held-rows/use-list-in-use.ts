import { useCallback, useRef, type RefObject } from 'react';

interface ListInUse {
  surface: RefObject<HTMLDivElement | null>;
  /** Whether the pointer or the keyboard is in the list, or it is scrolled: a row that moved could be hit by mistake. */
  isInUse: () => boolean;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
}

/** Knows whether somebody uses what is in `surface`. A finger is nowhere before it touches, so that a touch screen always counts. */
export function useListInUse(): ListInUse {
  const surface = useRef<HTMLDivElement>(null);
  const isPointed = useRef(false);
  const isInUse = useCallback(() => {
    const list = surface.current;
    if (!list) return false;
    const hasFocus = list !== document.activeElement && list.contains(document.activeElement);
    const isTouch = window.matchMedia('(hover: none)').matches;
    return isPointed.current || hasFocus || isTouch || list.getBoundingClientRect().top < 0;
  }, []);
  const onPointerEnter = useCallback(() => {
    isPointed.current = true;
  }, []);
  const onPointerLeave = useCallback(() => {
    isPointed.current = false;
  }, []);
  return { surface, isInUse, onPointerEnter, onPointerLeave };
}
