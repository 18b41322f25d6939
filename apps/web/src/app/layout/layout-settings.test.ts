import { describe, expect, it } from 'vitest';
import {
  readLayout,
  STANDARD_LAYOUT,
  switchLayout,
  writeLayout,
  type LayoutSettings,
  type LayoutSwitch,
} from './layout-settings.ts';

const loose: LayoutSettings = {
  ...STANDARD_LAYOUT,
  fixedHeader: false,
  fixedNavigation: false,
  fixedRibbon: false,
  insideContainer: true,
};

describe('switching', () => {
  it.each<[string, LayoutSettings, LayoutSwitch, boolean, Partial<LayoutSettings>]>([
    [
      'the header loose lets ribbon and navigation go',
      STANDARD_LAYOUT,
      'fixedHeader',
      false,
      { fixedRibbon: false, fixedNavigation: false },
    ],
    [
      'the navigation fixed fixes the header and leaves the container',
      loose,
      'fixedNavigation',
      true,
      { fixedHeader: true, insideContainer: false },
    ],
    [
      'the navigation loose lets the ribbon go',
      STANDARD_LAYOUT,
      'fixedNavigation',
      false,
      { fixedRibbon: false, fixedHeader: true },
    ],
    [
      'the ribbon fixed fixes all above it',
      loose,
      'fixedRibbon',
      true,
      { fixedHeader: true, fixedNavigation: true, insideContainer: false },
    ],
    [
      'into the container lets ribbon and navigation go',
      STANDARD_LAYOUT,
      'insideContainer',
      true,
      { fixedRibbon: false, fixedNavigation: false, fixedHeader: true },
    ],
    [
      'the footer fixed changes nothing else',
      STANDARD_LAYOUT,
      'fixedFooter',
      true,
      { fixedHeader: true, fixedRibbon: true },
    ],
    ['the direction changes nothing else', STANDARD_LAYOUT, 'rtl', true, { fixedHeader: true, menuOnTop: false }],
  ])('%s', (_what, before, name, on, expected) => {
    expect(switchLayout(before, name, on)).toMatchObject({ ...expected, [name]: on });
  });
});

describe('what is kept', () => {
  const storageOf = (kept: Record<string, string>) => ({
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
  });

  it('comes back as it was', () => {
    const kept: Record<string, string> = {};
    const settings = {
      ...switchLayout(STANDARD_LAYOUT, 'insideContainer', true),
      rtl: true,
      skin: 'smart-style-4',
    } as const;
    writeLayout(storageOf(kept), settings);
    expect(Object.keys(kept).every((key) => key.startsWith('sm-'))).toBe(true);
    expect(readLayout(storageOf(kept))).toEqual(settings);
  });

  it('and makes no sense is put right', () => {
    const read = readLayout(
      storageOf({ 'sm-fixed-ribbon': 'true', 'sm-inside-container': 'true', 'sm-skin': 'paisley', 'sm-rtl': '1' }),
    );
    expect(read).toMatchObject({ skin: 'smart-style-0', rtl: false });
    expect(read.fixedRibbon && read.insideContainer).toBe(false);
  });
});
