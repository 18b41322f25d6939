import { describe, expect, test } from 'vitest';
import { bytesOf, latin1, parsed, textOf } from '../testing/text.ts';
import type { AcknowledgmentInput } from './acknowledge.ts';
import { buildAcknowledgment } from './acknowledge.ts';
import type { MessageHeader } from './header.ts';
import { readHeader } from './header.ts';

function from(msh: string | Uint8Array): MessageHeader {
  const { header } = readHeader(typeof msh === 'string' ? bytesOf(msh) : msh);
  if (header === null) throw new Error('no header');
  return header;
}

function answer(input: Omit<AcknowledgmentInput, 'controlId' | 'dateTime'>): string[] {
  return textOf(buildAcknowledgment({ controlId: 'W1', dateTime: '20260301120000+0000', ...input })).split('\r');
}

const to = (version: string, more = ''): MessageHeader =>
  from(`MSH|^~\\&|PAS^1.2^ISO|STELSEWHERE|W|Q|20260301||ADT^A01^ADT_A01|C\\T\\1|P|${version}${more}\rPID|1||SECRET`);
const missing = { code: 101, text: 'No identifier', location: { segment: 'PID', sequence: 1, field: 3 } };

describe('an acknowledgement', () => {
  test('goes back to where the message came from', () => {
    expect(answer({ to: to('2.5.1', '||||||UNICODE UTF-8~8859/1'), code: 'AA' })).toEqual([
      'MSH|^~\\&|W|Q|PAS^1.2^ISO|STELSEWHERE|20260301120000+0000||ACK^A01^ACK|W1|P|2.5.1||||||UNICODE UTF-8~8859/1',
      'MSA|AA|C\\T\\1',
      '',
    ]);
  });

  test('names an error in ERR-2, 3, 4 and 8 from version 2.5 on', () => {
    expect(
      answer({
        to: to('2.5'),
        code: 'AE',
        text: 'Not stored',
        errors: [missing, { code: '207', severity: 'F' }],
      }).slice(1),
    ).toEqual([
      'MSA|AE|C\\T\\1|Not stored',
      'ERR||PID^1^3|101^Required field missing^HL70357|E||||No identifier',
      'ERR|||207^Application internal error^HL70357|F',
      '',
    ]);
  });

  test('names errors in ERR-1 up to version 2.4', () => {
    expect(answer({ to: to('2.4'), code: 'AE', errors: [missing, { code: 100 }] }).slice(1)).toEqual([
      'MSA|AE|C\\T\\1',
      'ERR|PID^1^3^101&Required field missing&HL70357~^^^100&Segment sequence error&HL70357',
      '',
    ]);
  });

  test('spells its type as the version does', () => {
    expect(answer({ to: to('2.2'), code: 'AA' })[0]).toContain('||ACK|W1|P|2.2');
    expect(answer({ to: to('2.3'), code: 'AA' })[0]).toContain('||ACK^A01|W1|P|2.3');
    expect(answer({ to: to('2.3.1'), code: 'AA' })[0]).toContain('||ACK^A01^ACK|W1|P|2.3.1');
  });

  test('to a version other than 2.x is written in 2.5', () => {
    expect(answer({ to: to('3.0'), code: 'AR', errors: [{ code: 203 }] })[0]).toContain('|P|2.5');
  });

  test('can be built when nothing of the message can be read', () => {
    expect(answer({ to: null, code: 'AR', text: 'No MSH', errors: [{ code: 100 }] })).toEqual([
      'MSH|^~\\&|||||20260301120000+0000||ACK|W1|P|2.5',
      'MSA|AR||No MSH',
      'ERR|||100^Segment sequence error^HL70357|E',
      '',
    ]);
  });

  test('uses the sender’s delimiters', () => {
    const odd = from('MSH$%*@!$PAS$X$W$Q$$$ADT%A01$C1$P$2.4');
    expect(answer({ to: odd, code: 'AE', text: 'a$b%c', errors: [missing] })).toEqual([
      'MSH$%*@!$W$Q$PAS$X$20260301120000+0000$$ACK%A01%ACK$W1$P$2.4',
      'MSA$AE$C1$a@F@b@S@c',
      'ERR$PID%1%3%101!Required field missing!HL70357',
      '',
    ]);
  });

  test('to unusable delimiters uses the standard ones, and escapes what it repeats', () => {
    const header = from('MSH$%%@!$A|B^C$X$W$Q$$$ADT%A01$C|1$P$2.5');
    const lines = answer({
      to: header,
      code: 'AR',
      errors: [{ code: 102, location: { segment: 'MSH', sequence: 1, field: 2 } }],
    });
    expect(lines[0]).toContain('MSH|^~\\&|W|Q|A\\F\\B\\S\\C|X|');
    expect(lines[1]).toBe('MSA|AR|C\\F\\1');
  });

  test.each(['8859/1', ''])('echoes names byte by byte, with MSH-18 %j', (charset) => {
    const sender = from(latin1(`MSH|^~\\&|PAS|H\xd4PITAL|W|Q|||ADT^A01|C1|P|2.5||||||${charset}`));
    const bytes = buildAcknowledgment({ to: sender, code: 'AA', controlId: 'W1', dateTime: '20260301' });
    expect(Array.from(bytes).join()).toContain(Array.from(latin1('|PAS|H\xd4PITAL|')).join());
    expect(parsed(bytes).get('MSH-6')).toBe('HÔPITAL');
  });

  test('in enhanced mode carries the commit codes', () => {
    expect(answer({ to: to('2.5.1', '|||AL|NE'), code: 'CA' })[1]).toBe('MSA|CA|C\\T\\1');
  });

  test('contains nothing about the patient', () => {
    expect(answer({ to: to('2.5'), code: 'AE', errors: [missing] }).join()).not.toContain('SECRET');
  });

  test('keeps control characters of a text out of the frame', () => {
    const bytes = buildAcknowledgment({ to: null, code: 'AE', controlId: 'W1', dateTime: '', text: 'a\rb\x1c\x0bc' });
    expect(textOf(bytes).split('\r')[1]).toBe('MSA|AE||a\\X0D\\b\\X1C\\\\X0B\\c');
  });
});
