import type { Icon } from '@tabler/icons-react';
import type { LinkOptions } from '@tanstack/react-router';
import type { applications } from '@wardvoice/contract';
import { createContext } from 'react';
import type { Hue } from './status-badge.tsx';

/** The groups of the menu in their order on the screen. Null is the group of entries without a heading. */
export const MENU_GROUPS = [null, 'messages', 'follow_up', 'bulk_mail', 'manage', 'administer', 'gallery'] as const;
export type MenuGroupName = (typeof MENU_GROUPS)[number];

export interface MenuEntry {
  name: string;
  title: string;
  group: MenuGroupName;
  /** Place within the group, from low to high. No two entries of a group have the same place. */
  order: number;
  /** Place among the shortcuts of the header, from low to high. Without it, the entry is no shortcut. */
  shortcut?: number;
  icon: Icon;
  hue?: Hue;
  link: LinkOptions;
  /** Part of the address that the entry stands for, however its filters are set. */
  path: string;
  /** Whether the session may open the screen, so that the server answers its first call. */
  isShown: boolean;
}

/** The person whose menu is drawn. */
export interface MenuReader {
  /** The chosen application; null for a superuser who has chosen none. */
  application: applications.ApplicationSummary | null;
  may: (permission: string) => boolean;
}

/** Returns the menu entries of a slice. It is called again when the language has changed, for titles are in the current one. */
export type SliceMenu = (reader: MenuReader) => MenuEntry[];

/** A screen of the menu, under the heading of its group where it has one. */
export interface MenuScreen {
  heading: string | null;
  title: string;
  path: string;
}

/** The screens in the menu of whoever is signed in, for a form in which one is chosen. */
export const ScreensOfMenu = createContext<readonly MenuScreen[]>([]);
