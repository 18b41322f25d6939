/** Settings of the layout, which each person has in their browser. */
export interface LayoutSettings {
  fixedHeader: boolean;
  fixedNavigation: boolean;
  fixedRibbon: boolean;
  fixedFooter: boolean;
  insideContainer: boolean;
  rtl: boolean;
  menuOnTop: boolean;
  colorblindFriendly: boolean;
  /** Whether notices and voice commands are heard as well. */
  sounds: boolean;
  skin: SkinName;
}

export type LayoutSwitch = Exclude<keyof LayoutSettings, 'skin'>;

export const SKINS = [
  { name: 'smart-style-0', title: 'Smart Default' },
  { name: 'smart-style-1', title: 'Dark Elegance' },
  { name: 'smart-style-2', title: 'Ultra Light' },
  { name: 'smart-style-3', title: 'Google Skin' },
  { name: 'smart-style-4', title: 'PixelSmash' },
  { name: 'smart-style-5', title: 'Glass' },
] as const;
export type SkinName = (typeof SKINS)[number]['name'];

export const STANDARD_LAYOUT: LayoutSettings = {
  fixedHeader: true,
  fixedNavigation: true,
  fixedRibbon: true,
  fixedFooter: false,
  insideContainer: false,
  rtl: false,
  menuOnTop: false,
  colorblindFriendly: false,
  sounds: false,
  skin: 'smart-style-0',
};

/** What changes along with a switch: nothing stays fixed below a part that scrolls, and nothing is fixed inside a container. */
const ALONG: Readonly<Record<LayoutSwitch, { on?: Partial<LayoutSettings>; off?: Partial<LayoutSettings> }>> = {
  fixedHeader: { off: { fixedRibbon: false, fixedNavigation: false } },
  fixedNavigation: { on: { insideContainer: false, fixedHeader: true }, off: { fixedRibbon: false } },
  fixedRibbon: { on: { fixedHeader: true, fixedNavigation: true, insideContainer: false } },
  insideContainer: { on: { fixedRibbon: false, fixedNavigation: false } },
  fixedFooter: {},
  rtl: {},
  menuOnTop: {},
  colorblindFriendly: {},
  sounds: {},
};

export function switchLayout(settings: LayoutSettings, name: LayoutSwitch, on: boolean): LayoutSettings {
  return { ...settings, [name]: on, ...ALONG[name][on ? 'on' : 'off'] };
}

/** Keys of the browser's storage. */
const KEYS: Readonly<Record<keyof LayoutSettings, string>> = {
  fixedHeader: 'sm-fixed-header',
  fixedNavigation: 'sm-fixed-navigation',
  fixedRibbon: 'sm-fixed-ribbon',
  fixedFooter: 'sm-fixed-page-footer',
  insideContainer: 'sm-inside-container',
  rtl: 'sm-rtl',
  menuOnTop: 'sm-menu-on-top',
  colorblindFriendly: 'sm-colorblind-friendly',
  sounds: 'sm-sounds',
  skin: 'sm-skin',
};

/** Reads the stored settings by applying one switch after the other, so that an edited storage still gives a valid layout. */
export function readLayout(storage: Pick<Storage, 'getItem'>): LayoutSettings {
  let settings = STANDARD_LAYOUT;
  for (const name of Object.keys(ALONG) as LayoutSwitch[]) {
    const kept = storage.getItem(KEYS[name]);
    if (kept === 'true' || kept === 'false') settings = switchLayout(settings, name, kept === 'true');
  }
  const skin = SKINS.find(({ name }) => name === storage.getItem(KEYS.skin))?.name;
  return skin ? { ...settings, skin } : settings;
}

export function writeLayout(storage: Pick<Storage, 'setItem'>, settings: LayoutSettings): void {
  for (const [name, key] of Object.entries(KEYS)) storage.setItem(key, String(settings[name as keyof LayoutSettings]));
}
