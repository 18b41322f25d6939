import type { LinkOptions } from '@tanstack/react-router';

/** A screen that can be asked for by its name. */
export interface SpokenScreen {
  /** As the menu calls it. */
  title: string;
  /** Where its entry in the menu leads, with the filters that the screen begins with. */
  link: LinkOptions;
}

export type VoiceCommand =
  | { kind: 'go'; link: LinkOptions; title: string }
  | {
      kind:
        'back' | 'top' | 'up' | 'down' | 'hide_menu' | 'show_menu' | 'mute' | 'unmute' | 'stop' | 'help' | 'sign_out';
    };

/** What is said, and what it does; the first phrase is the one that the help shows. */
export const PHRASES: readonly { kind: Exclude<VoiceCommand['kind'], 'go'>; phrases: readonly string[] }[] = [
  { kind: 'back', phrases: ['go back', 'back'] },
  { kind: 'top', phrases: ['scroll to top', 'go to top', 'top'] },
  { kind: 'up', phrases: ['scroll up', 'page up'] },
  { kind: 'down', phrases: ['scroll down', 'page down', 'scroll'] },
  { kind: 'hide_menu', phrases: ['hide navigation', 'hide menu'] },
  { kind: 'show_menu', phrases: ['show navigation', 'show menu'] },
  { kind: 'mute', phrases: ['mute', 'sound off'] },
  { kind: 'unmute', phrases: ['unmute', 'sound on'] },
  { kind: 'stop', phrases: ['stop listening', 'stop'] },
  { kind: 'help', phrases: ['help', 'help me', 'what can i say'] },
  { kind: 'sign_out', phrases: ['log out', 'sign out', 'logout'] },
];

/** A recogniser offers several readings of one utterance. */
export const MAX_ALTERNATIVES = 5;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const LEADS = /^(please )?(go to|open|show|take me to) (the )?/;

export interface Understood {
  command: VoiceCommand;
  /** The reading that matched, as it was heard. */
  phrase: string;
}

/** The first reading that means something, in any case; null when none does. */
export function understand(alternatives: readonly string[], screens: readonly SpokenScreen[]): Understood | null {
  for (const phrase of alternatives.slice(0, MAX_ALTERNATIVES)) {
    const command = commandIn(plain(phrase), screens);
    if (command) return { command, phrase: phrase.trim() };
  }
  return null;
}

function commandIn(heard: string, screens: readonly SpokenScreen[]): VoiceCommand | null {
  const command = PHRASES.find(({ phrases }) => phrases.includes(heard));
  if (command) return { kind: command.kind };
  const wanted = heard.replace(LEADS, '');
  const screen = screens.find(({ title }) => plain(title) === wanted);
  return screen ? { kind: 'go', link: screen.link, title: screen.title } : null;
}
