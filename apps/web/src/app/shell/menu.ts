import i18next from 'i18next';
import { mayIn, type Session } from '../../api/session.ts';
import { MENU_GROUPS, type MenuEntry, type MenuGroupName } from '../../ui/domain/menu-entry.ts';
import * as slices from '../slices.ts';

export interface MenuGroup {
  name: MenuGroupName;
  entries: MenuEntry[];
}

const drawn = new WeakMap<Session, { language: string; groups: readonly MenuGroup[] }>();

/** Returns the menu entries that the session may open, titles in the current language. Every part of the shell asks for them. */
export function menuFor(session: Session): readonly MenuGroup[] {
  const { language } = i18next;
  const before = drawn.get(session);
  if (before?.language === language) return before.groups;
  const groups = findMenu(session);
  drawn.set(session, { language, groups });
  return groups;
}

function findMenu(session: Session): MenuGroup[] {
  const reader = {
    application: session.application_user.application,
    may: (permission: string) => mayIn(session, permission),
  };
  const shown = Object.values(slices)
    .flatMap(({ menu }) => menu(reader))
    .filter(({ isShown }) => isShown)
    .toSorted((a, b) => a.order - b.order);
  return MENU_GROUPS.map((name) => ({ name, entries: shown.filter(({ group }) => group === name) })).filter(
    ({ entries }) => entries.length > 0,
  );
}

/** Whether the screen at an address belongs to an entry. */
export const isOfEntry = (at: string, { path }: Pick<MenuEntry, 'path'>): boolean =>
  at === path || at.startsWith(`${path}/`);

/** Returns the entries that are shortcuts too, the most wanted first. */
export function shortcutsFor(session: Session): MenuEntry[] {
  const entries = menuFor(session).flatMap((group) => group.entries);
  const placeOf = ({ shortcut = Infinity }: MenuEntry) => shortcut;
  return entries.filter(({ shortcut }) => shortcut !== undefined).toSorted((a, b) => placeOf(a) - placeOf(b));
}
