import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const style = readFileSync(new URL('./portal.css', import.meta.url), 'utf8');

/** The two palettes as colours by the name of their custom property: light, then dark. */
const palettes = [...style.matchAll(/:root \{([^}]*)\}/g)].map(([, block = '']) =>
  Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{3,6})/g)].map(([, name = '', colour = '']) => [name, colour]),
  ),
);

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const hex = colour.length === 4 ? colour.replaceAll(/[0-9a-f]/g, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const channel = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe.each([
  ['light', palettes[0] ?? {}],
  ['dark', palettes[1] ?? {}],
])('the %s palette', (_name, palette) => {
  const colour = (name: string) => palette[name] ?? '#000';

  it.each([
    ['ink', 'ground'],
    ['ink', 'surface'],
    ['ink', 'tint'],
    ['soft', 'ground'],
    ['accent', 'ground'],
    ['accent', 'tint'],
    ['on-accent', 'accent'],
    ['on-accent', 'press'],
    ['bad', 'ground'],
    ['bad', 'bad-tint'],
  ])('%s can be read on %s', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it('outlines controls with enough contrast', () => {
    for (const ground of ['ground', 'surface']) {
      expect(contrast(colour('line'), colour(ground))).toBeGreaterThanOrEqual(3);
    }
  });
});
