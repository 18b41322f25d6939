// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { returnToStart } from './return-to-start.ts';

beforeEach(() => {
  location.hash = '#survey';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  document.body.innerHTML = '<dialog id="still"><button id="yes">Yes, go on</button></dialog>';
});

/** Every test of this file has the same window, so the listeners of one test are removed before the next. */
const listeners = vi.spyOn(window, 'addEventListener');
afterEach(() => {
  for (const [type, listener, options] of listeners.mock.calls) removeEventListener(type, listener, options);
  listeners.mockClear();
  vi.clearAllTimers();
  vi.useRealTimers();
});

const seconds = (count: number) => vi.advanceTimersByTime(count * 1000);
/** jsdom has no `showModal`, as browsers before 2022: the attribute `open` says whether the question is shown. */
const isAsking = () => document.getElementById('still')?.hasAttribute('open');

it('goes back to the start after a minute without a touch', () => {
  returnToStart({ start: '#start', after: '60' });
  seconds(59);
  dispatchEvent(new Event('pointerdown'));
  seconds(59);
  expect(location.hash).toBe('#survey');
  seconds(1);
  expect(location.hash).toBe('#start');
});

it('stays where no time is set', () => {
  returnToStart({ start: '#start' });
  dispatchEvent(new Event('pointerdown'));
  seconds(3_600);
  expect(location.hash).toBe('#survey');
});

it('asks first where answers would be lost, also in a browser without dialogs', () => {
  returnToStart({ start: '#start', after: '60', leave: '30' });
  seconds(60);
  expect(isAsking()).toBe(true);
  expect(document.activeElement?.id).toBe('yes');
  // Touching the page beside the question does not answer it.
  dispatchEvent(new Event('pointerdown'));
  seconds(29);
  expect(location.hash).toBe('#survey');
  seconds(1);
  expect(location.hash).toBe('#start');
});

it.each([
  ['the button', () => document.getElementById('yes')?.click()],
  ['Escape', () => document.getElementById('still')?.dispatchEvent(new Event('cancel', { cancelable: true }))],
])('goes on after %s, and asks again a minute later', (_name, stay) => {
  returnToStart({ start: '#start', after: '60', leave: '30' });
  seconds(60);
  stay();
  expect(isAsking()).toBe(false);
  seconds(59);
  expect(isAsking()).toBe(false);
  seconds(1);
  expect(isAsking()).toBe(true);
  expect(location.hash).toBe('#survey');
});

it('shows no page of the person before, which the browser has kept', () => {
  returnToStart({ start: '#start' });
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(location.hash).toBe('#start');
});
