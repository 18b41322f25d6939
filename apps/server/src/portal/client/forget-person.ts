/**
 * Removes from a kiosk what a person leaves behind: the answers when the page is left, and on the start page (`data-anew`) the
 * choice of larger text.
 */
export function forgetPerson({ anew }: DOMStringMap): void {
  addEventListener('pagehide', () => document.querySelector<HTMLFormElement>('#f')?.reset());
  if (!anew) return;
  const large = document.querySelector<HTMLInputElement>('#large');
  if (large) large.checked = false;
  try {
    localStorage.removeItem('large');
  } catch {
    // A browser that refuses to store anything has remembered nothing.
  }
}
