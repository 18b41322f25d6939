import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sample } from '../testing/samples.ts';
import { bytesOf, latin1, parsed, textOf } from '../testing/text.ts';
import { endSegmentsInCarriageReturns, splitBatch } from './batch.ts';

const controlIds = (bytes: Uint8Array): string[] =>
  splitBatch(bytes).messages.map((message) => parsed(message).header.controlId);
const message = (id: string): string => `MSH|^~\\&|||||||ADT^A01|${id}\rPID|1\r`;

test('a batch file gives its messages, and how many it says there are', () => {
  const file = sample('batch-two-days.hl7');
  expect(controlIds(file)).toEqual(['BAT0000501', 'BAT0000502', 'BAT0000503']);
  expect(splitBatch(file)).toMatchObject({ declaredCount: 3, strayBytes: 0 });
});

test('messages one after another need no envelope', () => {
  expect(controlIds(bytesOf(message('1') + message('2')))).toEqual(['1', '2']);
  expect(controlIds(bytesOf((message('1') + message('2')).replaceAll('\r', '\n\n')))).toEqual(['1', '2']);
});

test('a capture with its frame bytes, and a byte order mark, is understood', () => {
  expect(controlIds(latin1(`\xef\xbb\xbf\x0b${message('1')}\x1c\r\x0b${message('2')}\x1c\r\n`))).toEqual(['1', '2']);
});

test('what belongs to no message is counted', () => {
  expect(splitBatch(bytesOf(`notes\r${message('1')}`))).toMatchObject({ strayBytes: 5, declaredCount: null });
  expect(splitBatch(bytesOf('no HL7 at all'))).toMatchObject({ messages: [], strayBytes: 13 });
  expect(splitBatch(new Uint8Array())).toEqual({
    messages: [],
    strayBytes: 0,
    declaredCount: null,
    ending: 'whole',
  });
});

test('a file that ends in the middle says so', () => {
  const ending = (text: string) => splitBatch(latin1(text)).ending;
  const whole = `FHS|\rBHS|\r${message('1')}BTS|1\rFTS|1`;
  expect([ending(whole), ending(message('1')), ending('')]).toEqual(['whole', 'whole', 'whole']);
  expect(ending(whole.slice(0, -6))).toBe('cut');
  expect(ending(`BHS|\r${message('1')}`)).toBe('cut');
  expect(ending(`\x0b${message('1')}\x1c\r`)).toBe('whole');
  expect(ending(`\x0b${message('1')}\x1c\r\x0b${message('2')}`)).toBe('cut');
  expect(ending(message('1') + message('2').slice(0, -1))).toBe('open');
});

test('a file in UTF-16 stays whole, so that it is refused by name', () => {
  const file = latin1('\xff\xfeM\0S\0H\0');
  expect(splitBatch(file).messages).toEqual([file]);
});

test('line feeds of an edited file become segment ends', () => {
  expect(textOf(endSegmentsInCarriageReturns(bytesOf('MSH|\nPID|\r\nPV1|\r\n\n')))).toBe('MSH|\rPID|\rPV1|\r\r');
});

test('messages that are joined in any way are split again into the same messages', () => {
  const one = fc.nat(999).map((id) => message(`C${id}`));
  const between = fc.constantFrom('', '\r', '\r\n', '\n', '\x1c\r\x0b', 'BTS|1\rBHS|^~\\&\r', 'FTS|1\r\nFHS|^~\\&\r\n');
  fc.assert(
    fc.property(fc.array(fc.tuple(one, between), { maxLength: 10 }), (parts) => {
      const file = bytesOf(parts.map(([text, then]) => text + then).join(''));
      expect(splitBatch(file).messages.map((bytes) => textOf(bytes).trimEnd())).toEqual(
        parts.map(([text]) => text.trimEnd()),
      );
    }),
  );
});
