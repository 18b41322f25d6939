import { describe, expect, it } from 'vitest';
import texts from '../i18n/en/voice.json';
import { SPOKEN_KINDS, understand, waysToSay, type SpokenScreen, type SpokenWords } from './voice-commands.ts';

const words: SpokenWords = {
  phrases: SPOKEN_KINDS.map((kind) => ({ kind, ways: waysToSay(texts.phrases[kind]) })),
  leads: waysToSay(texts.leads),
};

const screens: SpokenScreen[] = [
  { title: 'All messages', link: { to: '/messages/index' } },
  { title: 'Cases', link: { to: '/cases/index', search: { open: '1' } } },
  { title: 'Inbox', link: { to: '/inbox' } },
];
const inbox = { kind: 'go', link: { to: '/inbox' }, title: 'Inbox' };

describe('a spoken command', () => {
  it.each([
    [['Inbox'], inbox],
    [['go to all messages.'], { kind: 'go', link: { to: '/messages/index' }, title: 'All messages' }],
    [['show cases'], { kind: 'go', link: { to: '/cases/index', search: { open: '1' } }, title: 'Cases' }],
    [['OPEN THE INBOX'], inbox],
    [['Please take me to the inbox'], inbox],
    [['in box', 'bin box', 'inbox'], inbox],
    [['Go back!'], { kind: 'back' }],
    [['hide navigation'], { kind: 'hide_menu' }],
    [['log out'], { kind: 'sign_out' }],
    [['make me a tea'], undefined],
    [['1', '2', '3', '4', '5', 'inbox'], undefined],
    [[], undefined],
  ])('%j', (alternatives, expected) => expect(understand(alternatives, screens, words)?.command).toEqual(expected));

  it('is told by the reading that matched, and not by the first', () => {
    expect(understand(['in box', ' Open the Inbox '], screens, words)?.phrase).toBe('Open the Inbox');
  });
});
