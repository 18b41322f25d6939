import { describe, expect, it } from 'vitest';
import { understand, type SpokenScreen } from './voice-commands.ts';

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
    [['in box', 'bin box', 'inbox'], inbox],
    [['Go back!'], { kind: 'back' }],
    [['hide navigation'], { kind: 'hide_menu' }],
    [['log out'], { kind: 'sign_out' }],
    [['make me a tea'], undefined],
    [['1', '2', '3', '4', '5', 'inbox'], undefined],
    [[], undefined],
  ])('%j', (alternatives, expected) => expect(understand(alternatives, screens)?.command).toEqual(expected));

  it('is told by the reading that matched, and not by the first', () => {
    expect(understand(['in box', ' Open the Inbox '], screens)?.phrase).toBe('Open the Inbox');
  });
});
