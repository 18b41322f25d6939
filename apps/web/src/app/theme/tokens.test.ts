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

type Colour = [number, number, number];

/** What somebody sees of linear RGB who lacks one kind of cone: Machado, Oliveira and Fernandes (2009), severity 1. */
const VISIONS: Record<string, readonly [Colour, Colour, Colour]> = {
  'all colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const apply = (matrix: readonly Colour[], [x, y, z]: Colour): Colour => {
  const [one = 0, two = 0, three = 0] = matrix.map(([a, b, c]) => a * x + b * y + c * z);
  return [one, two, three];
};

/** OKLab, in which a distance of 0.02 is the smallest that is noticed side by side. */
function perceived(colour: string, vision: readonly Colour[]): Colour {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const seen = apply(vision, [red, green, blue]).map((part) => Math.min(1, Math.max(0, part)));
  const cones = apply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    [seen[0] ?? 0, seen[1] ?? 0, seen[2] ?? 0],
  ).map(Math.cbrt);
  return apply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [cones[0] ?? 0, cones[1] ?? 0, cones[2] ?? 0],
  );
}

/** Five times what is just noticed: marks are small, and far from each other. */
const MIN_DISTANCE = 0.1;
/** What stands beside each other, and means something by its colour. */
const FAMILIES = [
  ['admission', 'transfer', 'discharge', 'casualty'],
  ['good', 'warn', 'bad'],
];

describe.each(appearances.filter(([what]) => what.endsWith('colour-blind')))(
  'the colours of %s',
  (_what, selectors) => {
    const tokens = tokensOf(selectors);

    test.each(Object.keys(VISIONS))('are told apart with %s', (name) => {
      const vision = VISIONS[name] ?? [];
      for (const family of FAMILIES)
        for (const one of family)
          for (const other of family.slice(family.indexOf(one) + 1)) {
            const [a, b] = [tokens[one] ?? '', tokens[other] ?? ''].map((colour) => perceived(colour, vision));
            expect
              .soft(Math.hypot(...(a ?? []).map((part, at) => part - (b?.[at] ?? 0))), `${one}, ${other}`)
              .toBeGreaterThan(MIN_DISTANCE);
          }
    });
  },
);
