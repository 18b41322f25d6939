import { mayIn, type Session } from '../../api/session.ts';
import { MENU_GROUPS, type MenuEntry, type MenuGroupName } from '../../ui/domain/menu-entry.ts';
import * as slices from '../slices.ts';

export interface MenuGroup {
  name: MenuGroupName;
  entries: MenuEntry[];
}

/** Returns the menu entries that the session may open. */
export function menuFor(session: Session): MenuGroup[] {
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
