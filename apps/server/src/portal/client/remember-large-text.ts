const KEY = 'large';

/** Ticks "Larger text" where it was ticked before in this browser. The style sheet follows the tick. */
export function rememberLargeText(): void {
  try {
    const box = document.querySelector<HTMLInputElement>('#large');
    if (!box) return;
    if (localStorage.getItem(KEY)) box.checked = true;
    box.addEventListener('change', () => localStorage.setItem(KEY, box.checked ? '1' : ''));
  } catch {
    // A browser may refuse to store anything: then the choice holds for this page only.
  }
}
