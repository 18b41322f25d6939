import { describe, expect, test } from 'vitest';
import { bytesOf, latin1, MSH } from '../testing/text.ts';
import type { MessageHeader } from './header.ts';
import { readHeader } from './header.ts';

function header(content: string | Uint8Array): MessageHeader {
  const result = readHeader(typeof content === 'string' ? bytesOf(content) : content);
  if (!result.ok) throw new Error(result.text);
  return result.header;
}

function reason(content: string | Uint8Array): string {
  const result = readHeader(typeof content === 'string' ? bytesOf(content) : content);
  return result.ok ? 'read' : result.reason;
}

describe('the header', () => {
  test('is read by the standard’s names', () => {
    const text =
      'MSH|^~\\&|PAS^1.2^ISO|STELSEWHERE|W|Q|20260301^S||ADT^A01^ADT_A01|C1|P^T|2.5.1^IRL|||AL|NE|IRL|8859/1~UNICODE UTF-8';
    expect(header(`${text}\rPID|1`)).toMatchObject({
      fieldSeparator: '|',
      componentSeparator: '^',
      repetitionSeparator: '~',
      escapeCharacter: '\\',
      subcomponentSeparator: '&',
      sendingApplication: 'PAS',
      sendingFacility: 'STELSEWHERE',
      receivingApplication: 'W',
      receivingFacility: 'Q',
      dateTime: '20260301',
      messageCode: 'ADT',
      triggerEvent: 'A01',
      messageStructure: 'ADT_A01',
      controlId: 'C1',
      processingId: 'P',
      versionId: '2.5.1',
      acceptAcknowledgment: 'AL',
      applicationAcknowledgment: 'NE',
      countryCode: 'IRL',
      characterSet: '8859/1',
      endOffset: text.length,
    });
  });

  test('names a sender by its universal id when it has no other name', () => {
    expect(header('MSH|^~\\&|^1.2.3^ISO|""^2.999^ISO|').sendingApplication).toBe('1.2.3');
    expect(header('MSH|^~\\&|^1.2.3^ISO|""^2.999^ISO|').sendingFacility).toBe('2.999');
  });

  test('is unescaped, and keeps its fields as sent', () => {
    const { sendingApplication, fields } = header('MSH|^~\\&|A\\T\\E|');
    expect(sendingApplication).toBe('A&E');
    expect(fields[3]).toBe('A\\T\\E');
  });

  test('may come after a byte order mark and empty lines', () => {
    expect(header(latin1('\xef\xbb\xbf\r\nMSH|^~\\&|PAS')).sendingApplication).toBe('PAS');
  });

  test('ends at a line feed as well as at a carriage return', () => {
    expect(header('MSH|^~\\&|PAS\nPID|1').fields.at(-1)).toBe('PAS');
    expect(header('MSH|^~\\&|PAS\r\nPID|1').fields.at(-1)).toBe('PAS');
  });

  test('is decoded by its own MSH-18', () => {
    const rest = '|W|Q|20260301||ADT^A01|C1|P|2.5||||||';
    expect(header(latin1(`MSH|^~\\&|PAS|H\xd4PITAL${rest}8859/1`)).sendingFacility).toBe('HÔPITAL');
    expect(header(`MSH|^~\\&|PAS|HÔPITAL${rest}UNICODE UTF-8`).sendingFacility).toBe('HÔPITAL');
  });

  test('may use any punctuation, and may leave out delimiters it does not use', () => {
    expect(header('MSH#!*@%#PAS!X')).toMatchObject({
      componentSeparator: '!',
      subcomponentSeparator: '%',
      sendingApplication: 'PAS',
    });
    expect(header('MSH|^~|PAS\\F\\^x|')).toMatchObject({
      escapeCharacter: '',
      subcomponentSeparator: '',
      sendingApplication: 'PAS\\F\\',
    });
    expect(header('MSH|^~\\&#|PAS').truncationCharacter).toBe('#');
  });

  test('is refused with the reason', () => {
    expect(reason('')).toBe('empty');
    expect(reason('\r\n\r')).toBe('empty');
    expect(reason('PID|1')).toBe('no-msh');
    expect(reason('MSH')).toBe('no-msh');
    expect(reason('MSHA^~')).toBe('no-msh');
    expect(reason('MSH|^^\\&|PAS')).toBe('bad-delimiters');
    expect(reason('MSH|^~\\^|PAS')).toBe('bad-delimiters');
    expect(reason('MSH|^A\\&|PAS')).toBe('bad-delimiters');
    expect(reason('MSH||PAS')).toBe('bad-delimiters');
    expect(reason('MSH|^~\\&#*|PAS')).toBe('bad-delimiters');
    expect(reason('MSH|')).toBe('bad-delimiters');
  });

  test('in UTF-16 is refused by name, with and without a byte order mark', () => {
    const utf16 = Uint8Array.from(MSH, (c) => c.charCodeAt(0)).reduce<number[]>((all, byte) => [...all, byte, 0], []);
    expect(reason(Uint8Array.from(utf16))).toBe('utf-16');
    expect(reason(Uint8Array.from([0xff, 0xfe, ...utf16]))).toBe('utf-16');
    expect(reason(Uint8Array.from([0xfe, 0xff, 0, ...utf16]))).toBe('utf-16');
    expect(reason(Uint8Array.from([0, ...utf16]))).toBe('utf-16');
  });

  test('with unusable delimiters is still read far enough for its sender to be answered', () => {
    const result = readHeader(bytesOf('MSH|^^\\&|PAS|STELSEWHERE|W|Q|20260301||ADT^A01|C1|P|2.5'));
    expect(!result.ok && result.header).toMatchObject({
      controlId: 'C1',
      sendingFacility: 'STELSEWHERE',
      versionId: '2.5',
      componentSeparator: '^',
    });
  });
});

test('a header that is not in the declared charset is read in one whose bytes can be written again', () => {
  const declaring = (charset: string, name: string) =>
    header(latin1(`MSH|^~\\&|PAS|${name}|W|Q|20260301||ADT^A01|C1|P|2.5||||||${charset}`));
  const wrong = declaring('UNICODE UTF-8', 'Z\xfcrich');
  expect([wrong.sendingFacility, wrong.headerCharset.label]).toEqual(['Zürich', 'windows-1252']);
  const other = declaring('8859/1', 'Z\xc3\xbcrich');
  expect([other.sendingFacility, other.headerCharset.label]).toEqual(['Zürich', 'utf-8']);
});

test('a header of a hundred thousand fields uses little memory', () => {
  expect(header(`MSH|^~\\&|PAS${'|'.repeat(100_000)}`).fields.length).toBeLessThan(100);
});
