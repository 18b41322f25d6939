import { senderReports } from '@wardvoice/contract';
import { parseMessage } from '@wardvoice/hl7';
import { expect, it } from 'vitest';
import { parseStored } from './stored-text.ts';

const message = (charset: string, name: string) =>
  Buffer.from(`MSH|^~\\&|PAS|HOSP|W|Q|20261130||ADT^A08|C1|P|2.5.1||||||${charset}\rPID|||1||${name}`, 'latin1');

it.each(senderReports.CHARSETS)('%s, which may be set for a sender, can be read', (charset) => {
  const parsed = parseStored({ text: message('', 'M\xe1'), sender_charset: charset });
  const kinds = parsed.ok ? parsed.message.decodingErrors.map(({ kind }) => kind) : ['unparsed'];
  expect(kinds).not.toContain('unknown-charset');
  expect(kinds).not.toContain('unparsed');
  // What it is compared with: a name that nobody knows is told.
  const unknown = parseMessage(message('KLINGON', 'M\xe1'));
  expect(unknown.ok && unknown.message.decodingErrors.map(({ kind }) => kind)).toEqual(['unknown-charset']);
});

it('a correction stays what it is, whatever the sender is said to write', () => {
  const corrected = parseStored({ text: message('UNICODE UTF-8', 'M\xc3\xbcller'), sender_charset: '8859/2' });
  expect(corrected.ok && corrected.message.get('PID-5')).toBe('Müller');
});
