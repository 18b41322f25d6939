import { useLayoutEffect, useRef, type ReactNode } from 'react';

interface TopDialogProps {
  /** Ids of the elements that name and describe the dialog. */
  labelledBy: string;
  describedBy: string;
  className: string | undefined;
  /** Called by Escape. Without it the dialog cannot be closed. */
  onCancel?: () => void;
  children: ReactNode;
}

/**
 * A modal dialog of the browser. It lies above everything and makes all else unreachable, boxes and drawers too; the page
 * below it stays as it was.
 */
export function TopDialog({ labelledBy, describedBy, className, onCancel, children }: TopDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const box = dialog.current;
    if (box && !box.open) box.showModal();
    return () => box?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
      onClose={({ currentTarget: box }) => {
        // Some browsers close on a second Escape whatever is said.
        if (!box.isConnected || box.open) return;
        if (onCancel) onCancel();
        else box.showModal();
      }}
    >
      {children}
    </dialog>
  );
}

/**
 * Keeps Escape in such a dialog from the boxes below it, which listen to the window and would close as well, with what was
 * typed in them. This module is loaded before any of them is opened, so its listener is called first.
 */
window.addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape' && event.target instanceof Element && event.target.closest('dialog'))
      event.stopImmediatePropagation();
  },
  { capture: true },
);
