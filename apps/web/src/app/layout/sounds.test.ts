// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { playSound } from '../../ui/kit/browser/sounds.ts';
import { restoreLayout, setSwitch } from './layout-store.ts';

/** What the loudspeaker of a browser would play; jsdom has none. */
const played: number[] = [];
class Loudspeaker {
  currentTime = 0;
  destination = {};
  createGain = () => ({ gain: { value: 1 }, connect: () => undefined });
  createOscillator() {
    const frequency = { value: 0 };
    const start = () => played.push(frequency.value);
    return { frequency, start, connect: () => undefined, stop: () => undefined, addEventListener: () => undefined };
  }
}

beforeEach(() => {
  vi.stubGlobal('AudioContext', Loudspeaker);
  played.length = 0;
  localStorage.clear();
  restoreLayout();
});
afterEach(() => vi.unstubAllGlobals());

it('nothing is heard until somebody switches sounds on, which the browser keeps', () => {
  playSound('done');
  expect(played).toEqual([]);
  setSwitch('sounds', true);
  expect(localStorage.getItem('sm-sounds')).toBe('true');
  playSound('done');
  playSound('trouble');
  expect(played).toEqual([660, 880, 330, 247]);
  setSwitch('sounds', false);
  playSound('done');
  expect(played).toHaveLength(4);
});
