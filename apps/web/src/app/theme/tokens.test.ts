import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SKINS } from '../layout/layout-settings.ts';

const css = ['tokens.css', 'skins.css'].map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n');

/** Colours of every block whose selector is one of these, later blocks over earlier ones, as the cascade has it here. */
function tokensOf(selectors: readonly string[]): Record<string, string> {
  const blocks = [...css.matchAll(/(?:^|\n)(:root[^{]*)\{([^}]*)\}/g)].filter(([, list = '']) =>
    list.split(',').some((one) => selectors.includes(one.trim())),
  );
  return Object.fromEntries(
    blocks.flatMap(([, , block = '']) =>
      [...block.matchAll(/--wv-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
    ),
  );
}

const DARK = "[data-mantine-color-scheme='dark']";
const COLORBLIND = ":root[data-colorblind='true']";
const appearances = SKINS.flatMap(({ name, title }) =>
  [false, true].flatMap((isDark) =>
    [false, true].map((isColorblind) => {
      const skin = `:root[data-skin='${name}']`;
      const base = [':root', skin, ...(isDark ? [`:root${DARK}`, skin + DARK] : [])];
      const blind = [COLORBLIND, COLORBLIND + skin.slice(':root'.length), ...(isDark ? [COLORBLIND + DARK] : [])];
      const what = `${title}, ${isDark ? 'dark' : 'light'}${isColorblind ? ', colour-blind' : ''}`;
      return [what, isColorblind ? [...base, ...blind] : base] as const;
    }),
  ),
);

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** WCAG 2.2 contrast ratio. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const hues = ['admission', 'transfer', 'discharge', 'casualty', 'other', 'good', 'warn', 'bad', 'info'];
const grounds = ['canvas', 'surface', 'sunken', 'raised', 'hover'];

describe.each(appearances)('the colours of %s', (_what, selectors) => {
  const tokens = tokensOf(selectors);
  const ratio = (text: string, ground: string) => contrast(tokens[text] ?? '#000000', tokens[ground] ?? '#000000');

  test.each(['text', 'text-2', 'text-3', 'accent-text', ...hues])('%s can be read on every ground', (name) => {
    for (const ground of grounds) expect.soft(ratio(name, ground), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  test.each([...hues, 'accent'])('%s can be read on its own soft ground', (name) => {
    expect(ratio(name === 'accent' ? 'accent-text' : name, `${name}-soft`)).toBeGreaterThanOrEqual(4.5);
  });

  test('buttons can be read', () => {
    expect(ratio('on-accent', 'accent')).toBeGreaterThanOrEqual(4.5);
    expect(ratio('on-accent', 'accent-hover')).toBeGreaterThanOrEqual(4.5);
    expect(ratio('on-bad', 'bad')).toBeGreaterThanOrEqual(4.5);
  });

  test('the edge of a field can be seen', () => {
    expect(ratio('control-line', 'surface')).toBeGreaterThanOrEqual(3);
  });
});
