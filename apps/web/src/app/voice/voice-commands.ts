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

type SpokenKind = Exclude<VoiceCommand['kind'], 'go'>;

export const SPOKEN_KINDS = [
  'back',
  'top',
  'up',
  'down',
  'hide_menu',
  'show_menu',
  'mute',
  'unmute',
  'stop',
  'help',
  'sign_out',
] as const satisfies readonly SpokenKind[];

/** How commands are said in one language. */
export interface SpokenWords {
  /** Of each command the ways to say it; the first is the one that the help shows. */
  phrases: readonly { kind: SpokenKind; ways: readonly string[] }[];
  /** Words that may stand before the name of a screen, such as "go to". */
  leads: readonly string[];
}

/** The ways to say something, from a text such as "go back | back". */
export const waysToSay = (text: string): string[] => text.split('|').map((way) => way.trim());

/** A recogniser offers several readings of one utterance. */
export const MAX_ALTERNATIVES = 5;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

export interface Understood {
  command: VoiceCommand;
  /** The reading that matched, as it was heard. */
  phrase: string;
}

/** The first reading that means something, in any case; null when none does. */
export function understand(
  alternatives: readonly string[],
  screens: readonly SpokenScreen[],
  words: SpokenWords,
): Understood | null {
  for (const phrase of alternatives.slice(0, MAX_ALTERNATIVES)) {
    const command = commandIn(plain(phrase), screens, words);
    if (command) return { command, phrase: phrase.trim() };
  }
  return null;
}

function commandIn(
  heard: string,
  screens: readonly SpokenScreen[],
  { phrases, leads }: SpokenWords,
): VoiceCommand | null {
  const command = phrases.find(({ ways }) => ways.some((way) => plain(way) === heard));
  if (command) return { kind: command.kind };
  const wanted = withoutLeads(heard, leads.map(plain));
  const screen = screens.find(({ title }) => plain(title) === wanted);
  return screen ? { kind: 'go', link: screen.link, title: screen.title } : null;
}

/** "please open the inbox" without "please", "open" and "the". */
function withoutLeads(heard: string, leads: readonly string[]): string {
  const lead = leads.find((one) => heard.startsWith(`${one} `));
  return lead ? withoutLeads(heard.slice(lead.length + 1), leads) : heard;
}
