import { describe, expect, test } from 'vitest';
import { bytesOf, latin1, MSH, parsed } from '../testing/text.ts';
import { decodeText, resolveCharset } from './charset.ts';
import { parseMessage } from './parse.ts';

describe('a parsed message', () => {
  const message = parsed(`${MSH}\rPID|1||123^^^MRN&1.2&ISO~456||O\\T\\B^""|||""\rNK1|1|A\rNK1|2|B^C\rZX1|x|y~z\r`);

  test('gives values by address, counted from one', () => {
    expect(message.get('PID-3.1')).toBe('123');
    expect(message.get('PID-3')).toBe('123');
    expect(message.get('PID-3[2].1')).toBe('456');
    expect(message.get('PID-3.4.2')).toBe('1.2');
    expect(message.get('PID-3.4')).toBe('MRN');
    expect(message.get('NK1[2]-2.2')).toBe('C');
    expect(message.get('ZX1-2[2]')).toBe('z');
    expect(message.get('MSH-1')).toBe('|');
    expect(message.get('MSH-2')).toBe('^~\\&');
    expect(message.get('MSH-9.2')).toBe('A01');
  });

  test('distinguishes what was not sent from what is to be deleted', () => {
    expect(message.get('PID-4')).toBe('');
    expect(message.get('PID-99.9')).toBe('');
    expect(message.get('AL1-1')).toBe('');
    expect(message.get('PID-5.2')).toBeNull();
    expect(message.get('PID-8')).toBeNull();
    expect(message.repetitions('PID-8')[0]?.isNull).toBe(true);
    expect(message.repetitions('PID-4')).toEqual([]);
  });

  test('answers an invalid address like one at which nothing was sent', () => {
    const nowhere = [
      '',
      'PID',
      'PID-',
      'pid-3',
      'PID-0',
      'PID-3[0]',
      'PID-3.0',
      'PID-3.1.0',
      'PID-3.1.1.1',
      '__proto__',
    ];
    expect(new Set(nowhere.map((address) => message.get(address)))).toEqual(new Set(['']));
  });

  test('lists its segments in order, those of an unknown name too', () => {
    expect(message.segments.map((segment) => segment.name)).toEqual(['MSH', 'PID', 'NK1', 'NK1', 'ZX1']);
    expect(message.segmentsNamed('NK1').map((segment) => segment.index)).toEqual([2, 3]);
    expect(message.segment('NK1', 2)?.rawField(2)).toBe('B^C');
    expect(message.segment('NK1', 3)).toBeUndefined();
  });

  test('keeps a line that is no segment, without a name', () => {
    const odd = parsed(`${MSH}\rOBX|1|TX|||first line\nsecond line|\r\r\rPV1\r`);
    expect(odd.segments.map((segment) => segment.name)).toEqual(['MSH', 'OBX', '', 'PV1']);
    expect(odd.segments[2]?.raw).toBe('second line|');
  });

  test.each(['\r', '\n', '\r\n'])('reads the same with segments that end in %j', (end) => {
    expect(parsed(`${MSH}${end}PID|1||9${end}`).get('PID-3')).toBe('9');
  });

  test('uses the delimiters it declares', () => {
    const odd = parsed('MSH$%*@!$PAS$X\rPID$1$$9%%%A!B*8$$O@T@B@S@C@F@@R@@E@|^~\\&');
    expect([odd.get('PID-3.4.2'), odd.get('PID-3[2]'), odd.get('PID-5')]).toEqual(['B', '8', 'O!B%C$*@|^~\\&']);
  });
});

describe('escape sequences', () => {
  const unescaped = (text: string): unknown => parsed(`${MSH}||||||UNICODE UTF-8\rZZZ|${text}`).get('ZZZ-1');

  test.each([
    ['a\\F\\b\\S\\c\\T\\d\\R\\e\\E\\f', 'a|b^c&d~e\\f'],
    ['\\E\\F\\E\\', '\\F\\'],
    ['50\\X25\\', '50%'],
    ['\\X0D0A\\', '\r\n'],
    ['Zo\\XC3A9\\', 'Zoé'],
    ['\\H\\loud\\N\\', 'loud'],
    ['one\\.br\\two\\.sp2\\three\\.sp+1\\four\\.sk3\\five', 'one\ntwo\n\nthree\nfour   five'],
    ['\\.in+4\\\\.ti-2\\\\.fi\\\\.nf\\x\\.ce\\y', 'x\ny'],
  ])('%s is read as %j', (text, expected) => {
    expect(unescaped(text)).toBe(expected);
  });

  test.each([
    '\\C2842\\',
    '\\M242842\\',
    '\\Zlocal\\',
    '\\Q\\',
    '\\X2\\',
    '\\XZZ\\',
    '\\XFF\\',
    'C:\\dir',
    '\\',
    'a\\',
    '\\\\',
    '\\.xx\\',
  ])('%s stays as it came', (text) => {
    expect(unescaped(text)).toBe(text);
  });

  test('a stray escape character does not spoil the sequence after it', () => {
    expect(unescaped('a\\b\\T\\c')).toBe('a\\b&c');
  });

  test('are replaced once: what they make is not read again', () => {
    expect(unescaped('\\E\\T\\E\\')).toBe('\\T\\');
    expect(unescaped('\\X5C\\T\\X5C\\')).toBe('\\T\\');
  });
});

describe('charsets', () => {
  const withCharset = (name: string, content: string): string => `${MSH}||||||${name}\rPID|1||1||${content}`;

  test.each([
    ['8859/1', 'Zo\xe9 \x80', 'Zoé €'],
    ['8859/2', '\xa3ukasz', 'Łukasz'],
    ['8859/5', '\xb8\xd2\xd0\xdd', 'Иван'],
    ['8859/6', '\xe5\xcb\xc7\xe4', 'مثال'],
    ['8859/7', '\xc1\xed\xed\xe1', 'Αννα'],
    ['8859/8', '\xe3\xe5\xe2', 'דוג'],
    ['8859/9', 'A\xfee', 'Aşe'],
    ['8859/15', '\xa4', '€'],
    ['UNICODE UTF-8', '\xd9\x85', 'م'],
    ['UNICODE', '\xc3\xa9', 'é'],
    ['utf-8', '\xc3\xa9', 'é'],
    ['8859/1~UNICODE UTF-8', '\xe9', 'é'],
    ['BIG-5', '\xb3\x5c', '許'],
    ['', '\xc3\xa9', 'é'],
  ])('MSH-18 %s is understood', (name, content, expected) => {
    const message = parsed(latin1(withCharset(name, content)));
    expect(String(message.get('PID-5')).startsWith(expected)).toBe(true);
    expect(message.decodingErrors).toEqual([]);
  });

  test('the charset that a sender is known to write counts for MSH-18, but not for the UTF-8 that it declares', () => {
    const options = { charsetOf: () => '8859/2' };
    expect(parsed(latin1(`${MSH}\rPID|||||\xa3`), options).get('PID-5')).toBe('Ł');
    const declared = parsed(latin1(withCharset('8859/1', '\xa3')), options);
    expect([declared.get('PID-5'), declared.charset, declared.decodingErrors]).toEqual(['Ł', 'iso-8859-2', []]);
    expect(parsed(latin1(withCharset('UNICODE UTF-8', '\xc5\x81')), options).get('PID-5')).toBe('Ł');
    expect(parsed(latin1(withCharset('UNICODE UTF-8', '\xa3')), options).get('PID-5')).toBe('Ł');
    expect(parsed(latin1(`${MSH}\rPID|||||SOK\xd3\xa3`), options).get('PID-5')).toBe('SOKÓŁ');
  });

  test('UTF-8 is read as such where MSH-18 says Latin, and that is reported', () => {
    const message = parsed(latin1(`${withCharset('8859/1', 'Zo\xc3\xa9')}\rNK1|1|ok`));
    expect([message.get('PID-5'), message.get('NK1-2'), message.charset]).toEqual(['Zoé', 'ok', 'utf-8']);
    expect(message.decodingErrors).toEqual([{ kind: 'broken-bytes', segment: 'PID', index: 1 }]);
    const mixed = parsed(latin1(`${withCharset('8859/1', 'Zo\xc3\xa9')}\rNK1|1|\xe9`));
    expect([mixed.get('PID-5'), mixed.get('NK1-2'), mixed.decodingErrors]).toEqual(['ZoÃ©', 'é', []]);
    expect(parsed(withCharset('8859/1', '\\XC3A9\\')).get('PID-5')).toBe('é');
  });

  test('an invalid byte is reported with its segment, and the other segments are read', () => {
    const message = parsed(
      latin1(`${withCharset('UNICODE UTF-8', 'Zo\xc3\xa9')}\rNK1|1|\xe9\xc3\xa9\xe2\x82^ok\rNK1|2|\xc3\xa9`),
    );
    expect(message.decodingErrors).toEqual([{ kind: 'broken-bytes', segment: 'NK1', index: 2 }]);
    expect([message.get('PID-5'), message.get('NK1-2.2'), message.get('NK1[2]-2')]).toEqual(['Zoé', 'ok', 'é']);
    expect(message.get('NK1-2')).toBe('ééâ‚');
  });

  test('each byte that is no UTF-8 is read by itself, and every character that is one stays', () => {
    const valid = ['a', '\u007f', 'é', '\u07ff', '\u0800', '\ud7ff', '\ue000', '\uffff', '😀', '\u{10ffff}'];
    const sent = [...valid.map((text) => bytesOf(text)), latin1('\xe9'), ...valid.map((text) => bytesOf(text))];
    const bytes = Uint8Array.from(sent.flatMap((part) => [...part]));
    const { text, broken } = decodeText(bytes, resolveCharset('UTF-8'));
    expect([text, broken]).toEqual([`${valid.join('')}é${valid.join('')}`, true]);
    // Overlong forms, half of a pair of surrogates, what lies beyond Unicode, and a character that was cut off.
    for (const wrong of ['\xc0\xaf', '\xe0\x80\xaf', '\xed\xa0\x80', '\xf4\x90\x80\x80', '\xf5\x80', '\xe2\x82'])
      expect(decodeText(latin1(wrong), resolveCharset('UTF-8')).text).toHaveLength(wrong.length);
    expect(decodeText(new Uint8Array(10_000).fill(0xe9), resolveCharset('UTF-8')).text).toBe('é'.repeat(10_000));
  });

  test('undeclared bytes that are no UTF-8 are read as Windows-1252, and that is reported', () => {
    const message = parsed(latin1(`${MSH}\rPID|1||1||Zo\xe9`));
    expect([message.get('PID-5'), message.charset]).toEqual(['Zoé', 'windows-1252']);
    expect(message.decodingErrors).toEqual([{ kind: 'broken-bytes', segment: 'PID', index: 1 }]);
  });

  test('an unknown charset is reported for the segments that are not ASCII', () => {
    expect(parsed(latin1(withCharset('KLINGON', 'Zoe'))).decodingErrors).toEqual([]);
    expect(parsed(latin1(withCharset('KLINGON', 'Zo\xe9'))).decodingErrors).toEqual([
      { kind: 'unknown-charset', segment: 'PID', index: 1 },
    ]);
  });

  test('a replacement character the sender itself wrote is no error', () => {
    expect(parsed(withCharset('UNICODE UTF-8', '\ufffd')).decodingErrors).toEqual([]);
  });

  test('a NUL character is kept', () => {
    expect(parsed(`${MSH}\rPID|1||1||a\0b`).get('PID-5')).toBe('a\0b');
  });
});

test('what is no message is refused with the reason', () => {
  expect(parseMessage(bytesOf('hello'))).toMatchObject({ ok: false, reason: 'no-msh' });
});
