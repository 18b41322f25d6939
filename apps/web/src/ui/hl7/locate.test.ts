import { expect, test } from 'vitest';
import { locate } from './locate.ts';

const raw = [
  'MSH|^~\\&|PAS|WEST|||20260301||ADT^A01|C-1|P|2.5',
  'EVN|A01|20260301',
  'PID|1||900001^^^WEST^MR~77^^^NAT||Quill^Dara&Van||19600229|F|||||+353 1 555^^^dara@example.org~222',
].join('\n');

function textAt(segment: number, address: string): string | null {
  const place = locate(raw, segment, address);
  return place && raw.slice(place.start, place.end);
}

test('a field, its repetitions and its components are found where they stand', () => {
  expect(textAt(2, 'PID-3')).toBe('900001^^^WEST^MR~77^^^NAT');
  expect(textAt(2, 'PID-3[2]')).toBe('77^^^NAT');
  expect(textAt(2, 'PID-3[2].1')).toBe('77');
  expect(textAt(2, 'PID-5.2')).toBe('Dara&Van');
  expect(textAt(2, 'PID-5.2.2')).toBe('Van');
  expect(textAt(2, 'PID-13.4')).toBe('dara@example.org');
});

test('the header counts its separator as the first field', () => {
  expect(textAt(0, 'MSH-1')).toBe('|');
  expect(textAt(0, 'MSH-2')).toBe('^~\\&');
  expect(textAt(0, 'MSH-3')).toBe('PAS');
  expect(textAt(0, 'MSH-9.2')).toBe('A01');
  expect(textAt(0, 'MSH-10')).toBe('C-1');
});

test('what the message does not have is nowhere', () => {
  expect(textAt(2, 'PID-40')).toBeNull();
  expect(textAt(1, 'PID-3')).toBeNull();
  expect(textAt(9, 'ZZZ-1')).toBeNull();
});

test('the same segment twice is told apart by its line', () => {
  const twice = 'MSH|^~\\&|A\rNK1|1|One\r\rNK1|2|Two';
  const place = locate(twice, 2, 'NK1-2');
  expect(place && twice.slice(place.start, place.end)).toBe('Two');
});
