// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { sendOnce } from './send-once.ts';

const stopDraft = vi.fn<() => void>();

beforeEach(() => {
  stopDraft.mockClear();
  document.body.innerHTML = `
    <form><button name="language" value="fr">Français</button><button id="s" data-t="Sending …">Send</button></form>`;
  const [form, button] = [document.querySelector('form'), document.getElementById('s')];
  if (form && button) sendOnce(form, button, stopDraft);
});

/** Presses a button of the form. Returns whether the browser would send. */
function press(selector: string): boolean {
  const event = new SubmitEvent('submit', {
    submitter: document.querySelector<HTMLElement>(selector),
    cancelable: true,
  });
  return document.querySelector('form')?.dispatchEvent(event) ?? false;
}

const button = () => document.getElementById('s');

it('sends once, however often the button is pressed, and says that it is sending', () => {
  expect(press('#s')).toBe(true);
  expect(button()?.textContent).toBe('Sending …');
  expect(button()?.getAttribute('aria-disabled')).toBe('true');
  expect(press('#s')).toBe(false);
  expect(stopDraft).toHaveBeenCalledTimes(1);
});

it('does not say that it is sending when only the language changes', () => {
  expect(press('[name=language]')).toBe(true);
  expect(button()?.textContent).toBe('Send');
  expect(press('[name=language]')).toBe(false);
});

it('sends again after somebody came back to the page', () => {
  press('#s');
  dispatchEvent(new Event('pageshow'));
  expect(button()?.textContent).toBe('Send');
  expect(button()?.hasAttribute('aria-disabled')).toBe(false);
  expect(press('#s')).toBe(true);
});

it('sends once in an old browser, too, which does not say which button was pressed', () => {
  const event = new Event('submit', { cancelable: true });
  expect(document.querySelector('form')?.dispatchEvent(event)).toBe(true);
  expect(button()?.textContent).toBe('Sending …');
});
