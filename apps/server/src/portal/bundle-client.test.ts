import { parse } from 'acorn';
import { describe, expect, it } from 'vitest';
import { bundleClient } from './bundle-client.ts';

const files = bundleClient();
const textOf = (name: string) => files.get(name) ?? '';

describe('what a phone is sent besides the page itself', () => {
  /** The budgets, in bytes, keep the pages quick on slow connections. A change that needs a larger one says why. */
  it.each([
    // 256 bytes more than at first: sections, and questions that hang on several answers.
    ['portal.js', 2_304],
    ['portal.css', 6_000],
    ['kiosk.js', 1_100],
    ['kiosk.css', 900],
    ['ward.css', 1_600],
  ])('%s has at most %i bytes', (name, maxBytes) => {
    const bytes = Buffer.byteLength(textOf(name));
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(maxBytes);
  });

  it('is five files and no more', () => {
    expect([...files.keys()].sort()).toEqual(['kiosk.css', 'kiosk.js', 'portal.css', 'portal.js', 'ward.css']);
  });

  it.each(['portal.js', 'kiosk.js'])('%s can be read by a browser of 2017', (name) => {
    expect(() => parse(textOf(name), { ecmaVersion: 2017 })).not.toThrow();
  });

  it.each(['portal.css', 'kiosk.css', 'ward.css'])('%s loads nothing and can stand inside a style element', (name) => {
    expect(textOf(name)).not.toMatch(/url\(|@import|</);
  });
});
