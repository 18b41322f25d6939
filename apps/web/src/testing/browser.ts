/** What every browser has and jsdom lacks. Import it before anything that draws. */

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

let windowWidth = 1280;

/** How wide the window is for `(width < 640px)` and the like, for what is drawn from now on. */
export function setWindowWidth(pixels: number): void {
  windowWidth = pixels;
}

const matches = (query: string): boolean => {
  const [, limit] = /\(width < (\d+)px\)/.exec(query) ?? [];
  return limit !== undefined && windowWidth < Number(limit);
};

window.matchMedia = (media) => ({
  media,
  matches: matches(media),
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => true,
});
window.ResizeObserver = NoObserver;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
Object.defineProperty(document, 'fonts', { value: new EventTarget() });

// The browser makes all else unreachable too; here it is only open.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.setAttribute('open', '');
};
HTMLDialogElement.prototype.close = function close() {
  this.removeAttribute('open');
  this.dispatchEvent(new Event('close'));
};

// Node does not know the address of the page that a call is relative to.
const fetchAbsolute = globalThis.fetch;
globalThis.fetch = (input, init) =>
  fetchAbsolute(typeof input === 'string' ? new URL(input, window.location.href) : input, init);
