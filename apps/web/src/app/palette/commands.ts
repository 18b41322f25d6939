import type { LinkOptions } from '@tanstack/react-router';
import { mayIn, type Session } from '../../api/session.ts';
import type { FindSource, Found } from '../../ui/domain/find-source.ts';
import { menuFor } from '../shell/menu.ts';
import * as slices from '../slices.ts';

/** Something that a person can choose in the palette: a place to go to, or something to do. */
export type Command = { id: string; title: string; detail?: string | undefined } & (
  { link: LinkOptions } | { run: () => void }
);

export interface CommandGroup {
  name: string;
  title: string;
  commands: Command[];
}

/** What the slices can find for the session. */
export function sourcesFor(session: Session): FindSource[] {
  const reader = {
    application: session.application_user.application,
    may: (permission: string) => mayIn(session, permission),
  };
  return Object.values(slices).flatMap((slice) => ('find' in slice ? [slice.find(reader)] : []));
}

/** The screens of the menu, each with the name of its group. */
export const screensFor = (session: Session, nameOf: (group: string) => string): Command[] =>
  menuFor(session).flatMap(({ name, entries }) =>
    entries.map((entry) => ({
      id: `screen-${entry.name}`,
      title: entry.title,
      detail: name === null ? undefined : nameOf(name),
      link: entry.link,
    })),
  );

export const commandOf = (source: string, found: Found): Command => ({ ...found, id: `${source}-${found.id}` });

/** Keeps what has every word of the term in its title or detail. */
export function matching(commands: readonly Command[], term: string): Command[] {
  const words = plain(term).split(/\s+/);
  return commands.filter(({ title, detail }) => {
    const text = plain(`${title} ${detail ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
