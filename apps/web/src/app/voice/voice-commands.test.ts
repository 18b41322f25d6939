import { describe, expect, it } from 'vitest';
import { understand } from './voice-commands.ts';

const screens = [
  { title: 'All messages', path: '/messages/index' },
  { title: 'Inbox', path: '/inbox' },
];

describe('a spoken command', () => {
  it.each([
    [['Inbox'], { kind: 'go', path: '/inbox', title: 'Inbox' }],
    [['go to all messages.'], { kind: 'go', path: '/messages/index', title: 'All messages' }],
    [['OPEN THE INBOX'], { kind: 'go', path: '/inbox', title: 'Inbox' }],
    [['in box', 'bin box', 'inbox'], { kind: 'go', path: '/inbox', title: 'Inbox' }],
    [['Go back!'], { kind: 'back' }],
    [['hide navigation'], { kind: 'hide_menu' }],
    [['log out'], { kind: 'sign_out' }],
    [['make me a tea'], null],
    [['1', '2', '3', '4', '5', 'inbox'], null],
    [[], null],
  ])('%j', (alternatives, expected) => expect(understand(alternatives, screens)).toEqual(expected));
});
