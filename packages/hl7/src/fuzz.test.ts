import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as hl7 from './index.ts';
import { sample, sampleNames } from './testing/samples.ts';

const samples = sampleNames().map(sample);

/**
 * Calls everything that a caller can do with bytes from outside. The returned number keeps the calls from being optimised away.
 */
function readEverything(bytes: Uint8Array): number {
  let seen = 0;
  const header = hl7.readHeader(bytes);
  if (header.ok) seen += hl7.readPatientNumbers(bytes, header.header).kind.length;
  const to = header.header;
  for (const code of ['AA', 'AR'] as const) {
    const errors = [{ code: 101, location: { segment: 'PID', sequence: 1, field: 3 } }];
    seen += hl7.buildAcknowledgment({ to, code, controlId: '1', dateTime: '2026', errors }).length;
  }
  for (const message of hl7.splitBatch(bytes).messages) seen += message.length;
  const decoder = new hl7.FrameDecoder({ maxFrameBytes: 500, keepBytes: 50 });
  seen += decoder.push(bytes).length + decoder.end().length;

  const result = hl7.parseMessage(bytes);
  if (!result.ok) return seen;
  const { message } = result;
  seen += JSON.stringify(hl7.messageTree(message)).length;
  const views = [
    message.msh(),
    message.evn(),
    message.pid(),
    message.pd1(),
    message.pv1(),
    message.pv2(),
    message.mrg(),
    ...message.nk1s(),
  ];
  for (const view of views) seen += walk(view, 0);
  const time = hl7.readTimestamp(message.header.dateTime);
  if (time.ok) seen += hl7.timestampToInstant(time.value, 'Europe/Dublin').getTime() % 7;
  return seen;
}

/** Reads every getter of a view, and of the views in it. */
function walk(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || depth > 4) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + walk(item, depth + 1), 0);
  let sum = 0;
  for (const name in value) if (name !== 'segment') sum += walk(Reflect.get(value, name), depth + 1);
  return sum;
}

const hostile = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(...Array.from('|^~\\&\r\n\0\x0b\x1c"', (character) => character.charCodeAt(0))),
  },
  { weight: 1, arbitrary: fc.nat(255) },
);

/** A position in a message, as a share of its length. It has no bias, because nearly all would be the first byte otherwise. */
const anywhere = fc.noBias(fc.nat(999_999)).map((millionths) => millionths / 1_000_000);

/** A sample message in which some bytes are changed, added or removed. Some samples are cut short. */
const damaged = fc
  .tuple(
    fc.constantFrom(...samples),
    fc.array(fc.tuple(anywhere, hostile, fc.nat(2)), { maxLength: 12 }),
    fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: anywhere }),
  )
  .map(([bytes, edits, keep]) => {
    const list = Array.from(bytes).slice(0, Math.ceil(bytes.length * keep));
    for (const [place, byte, deletes] of edits) list.splice(Math.floor(place * list.length), deletes, byte);
    return Uint8Array.from(list);
  });

const likeAMessage = fc
  .array(hostile, { maxLength: 200 })
  .map((bytes) => Uint8Array.from([0x4d, 0x53, 0x48, 0x7c, 0x5e, 0x7e, 0x5c, 0x26, ...bytes]));

test.each([
  { name: 'any bytes at all', bytes: fc.uint8Array({ maxLength: 300 }), numRuns: 3000 },
  { name: 'bytes that begin like a message', bytes: likeAMessage, numRuns: 3000 },
  { name: 'messages damaged on the way', bytes: damaged, numRuns: 1500 },
])('nothing throws: $name', ({ bytes, numRuns }) => {
  let read = 0;
  fc.assert(
    fc.property(bytes, (content) => {
      readEverything(content);
      read++;
    }),
    { numRuns },
  );
  expect(read).toBe(numRuns);
});

test('most damaged messages can still be read, without which these tests would prove little', () => {
  const read = fc.sample(damaged, 1000).filter((bytes) => hl7.parseMessage(bytes).ok);
  expect(read.length).toBeGreaterThan(600);
});

describe('every acknowledgement', () => {
  test('can be read, answers the control id, and fits in one frame', () => {
    fc.assert(
      fc.property(damaged, (bytes) => {
        const { header } = hl7.readHeader(bytes);
        const answer = hl7.buildAcknowledgment({
          to: header,
          code: 'AE',
          controlId: 'W1',
          dateTime: '20260301',
          errors: [{ code: 100 }],
        });
        expect(answer).not.toContain(hl7.START_BLOCK);
        expect(answer).not.toContain(hl7.END_BLOCK);
        const parsed = hl7.parseMessage(answer);
        if (!parsed.ok) throw new Error(parsed.text);
        expect(parsed.message.segments.map((segment) => segment.name)).toEqual(['MSH', 'MSA', 'ERR']);
        expect(parsed.message.header).toMatchObject({ messageCode: 'ACK', controlId: 'W1' });
        expect(parsed.message.get('MSA-1')).toBe('AE');
      }),
      { numRuns: 1500 },
    );
  });
});

test('the numbers of a patient are those that a full parse finds', () => {
  fc.assert(
    fc.property(damaged, (bytes) => {
      const header = hl7.readHeader(bytes);
      const parsed = hl7.parseMessage(bytes);
      if (!header.ok || !parsed.ok) return;
      const read = hl7.readPatientNumbers(bytes, header.header);
      const identifiers = (parsed.message.pid()?.patientIdentifierList ?? [])
        .map(({ idNumber }) => idNumber)
        .filter((number) => number !== '' && number !== null);
      expect(read.kind === 'ok').toBe(identifiers.length > 0);
      expect(read.kind === 'ok' ? read.numbers : []).toEqual(expect.arrayContaining(identifiers));
    }),
    { numRuns: 1500 },
  );
});
