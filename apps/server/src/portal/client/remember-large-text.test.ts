// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { rememberLargeText } from './remember-large-text.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

/** A page as it is opened anew. */
function openPage(): HTMLInputElement {
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.id = 'large';
  document.body.replaceChildren(box);
  rememberLargeText();
  return box;
}

it('is remembered by the browser, until it is taken back', () => {
  expect(openPage().checked).toBe(false);
  openPage().click();
  expect(openPage().checked).toBe(true);
  openPage().click();
  expect(openPage().checked).toBe(false);
});

it('works for the page alone where the browser refuses to store anything', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const box = openPage();
  box.click();
  expect(box.checked).toBe(true);
});
