import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, latin1, textOf } from '../testing/text.ts';
import type { FrameEvent } from './frame.ts';
import { FrameDecoder, wrapFrame } from './frame.ts';

/** Returns events as text. Rubbish is added up, because it is reported for each chunk. */
function told(events: readonly FrameEvent[]): string[] {
  const lines: string[] = [];
  let rubbish = 0;
  for (const event of events) {
    if (event.kind === 'rubbish') {
      rubbish += event.byteLength;
      continue;
    }
    if (rubbish > 0) lines.push(`rubbish ${rubbish}`);
    rubbish = 0;
    if (event.kind === 'frame') lines.push(`frame ${textOf(event.bytes)}`);
    else if (event.kind === 'fragment') lines.push(`fragment ${textOf(event.bytes)} of ${event.byteLength}`);
    else lines.push(`oversize ${textOf(event.head)}`);
  }
  if (rubbish > 0) lines.push(`rubbish ${rubbish}`);
  return lines;
}

function decoded(
  stream: Uint8Array,
  cuts: readonly number[] = [],
  limits = { maxFrameBytes: 20, keepBytes: 4 },
): string[] {
  const decoder = new FrameDecoder(limits);
  const events: FrameEvent[] = [];
  let from = 0;
  for (const cut of [...cuts, stream.length]) {
    // The chunk is a copy, so that a view of memory which is used again would show.
    const chunk = stream.slice(from, cut);
    events.push(
      ...decoder
        .push(chunk)
        .map((event) => (event.kind === 'frame' ? { ...event, bytes: event.bytes.slice() } : event)),
    );
    chunk.fill(0x2a);
    from = cut;
  }
  events.push(...decoder.end());
  return told(events);
}

const stream = latin1(
  '\x0bone\x1c\r\x0btwo\x1c\r\r\n??\x0bcut\x0bthree\x1cx\x1c\x1c\r\x0b\x1c\r\x0bfar too long to be taken in\x1c\r\x0bfour\x1c\n\x0bfive\x1c\x0bsix\x1c\r\x1c\r\x0blast',
);
const expected = [
  'frame one',
  'frame two',
  'rubbish 2',
  'fragment cut of 3',
  'frame three\x1cx\x1c',
  'frame ',
  'oversize far ',
  'frame four',
  'frame five',
  'frame six',
  'rubbish 1',
  'fragment last of 4',
];

describe('the frame decoder', () => {
  test('finds frames, fragments, rubbish and oversize frames in one read', () => {
    expect(decoded(stream)).toEqual(expected);
  });

  test('finds the same wherever the stream is cut in two', () => {
    for (let cut = 0; cut <= stream.length; cut++) expect(decoded(stream, [cut]), `cut at ${cut}`).toEqual(expected);
  });

  test('finds the same byte by byte', () => {
    expect(decoded(stream, Array.from(stream.keys()))).toEqual(expected);
  });

  test('finds the same in any bytes however they are cut', () => {
    const noisy = fc.array(fc.oneof(fc.constantFrom(0x0b, 0x1c, 0x0d, 0x0a), fc.integer({ min: 0x61, max: 0x7a })), {
      maxLength: 120,
    });
    fc.assert(
      fc.property(noisy, fc.array(fc.nat(120), { maxLength: 12 }), (bytes, cuts) => {
        const all = Uint8Array.from(bytes);
        const ordered = cuts.filter((cut) => cut <= all.length).sort((a, b) => a - b);
        expect(decoded(all, ordered)).toEqual(decoded(all));
      }),
      { numRuns: 2000 },
    );
  });

  test('gives back every message that was wrapped', () => {
    const message = fc
      .uint8Array({ maxLength: 60 })
      .map((bytes) => bytes.filter((byte) => byte !== 0x0b && byte !== 0x1c));
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), (messages) => {
        const decoder = new FrameDecoder();
        const events = messages.flatMap((bytes) => decoder.push(wrapFrame(bytes)));
        expect(events).toEqual(messages.map((bytes) => ({ kind: 'frame', bytes })));
        expect(decoder.insideFrame).toBe(false);
      }),
    );
  });

  test('says whether a frame has begun and not ended', () => {
    const decoder = new FrameDecoder();
    expect(decoder.insideFrame).toBe(false);
    decoder.push(bytesOf('\x0bMSH'));
    expect(decoder.insideFrame).toBe(true);
    decoder.push(bytesOf('\x1c'));
    expect(decoder.insideFrame).toBe(true);
    decoder.push(bytesOf('\r'));
    expect(decoder.insideFrame).toBe(false);
  });

  test('takes a frame whose final carriage return never came when the connection ends', () => {
    const decoder = new FrameDecoder();
    expect(decoder.push(bytesOf('\x0bMSH|\x1c'))).toEqual([]);
    expect(told(decoder.end())).toEqual(['frame MSH|']);
    expect(decoder.end()).toEqual([]);
  });

  test('reports an oversize frame before it ends, and keeps only its beginning', () => {
    const decoder = new FrameDecoder({ maxFrameBytes: 1000, keepBytes: 10 });
    const chunk = new Uint8Array(400).fill(0x61);
    expect(decoder.push(Uint8Array.of(0x0b))).toEqual([]);
    expect(decoder.push(chunk)).toEqual([]);
    expect(decoder.push(chunk)).toEqual([]);
    expect(told(decoder.push(chunk))).toEqual(['oversize aaaaaaaaaa']);
    for (let i = 0; i < 1000; i++) expect(decoder.push(chunk)).toEqual([]);
    expect(decoder.insideFrame).toBe(true);
    expect(told(decoder.push(bytesOf('\x1c\r\x0bnext\x1c\r')))).toEqual(['frame next']);
  });

  test('takes a frame of exactly the limit and refuses one byte more', () => {
    expect(decoded(bytesOf(`\x0b${'a'.repeat(20)}\x1c\r`))).toEqual([`frame ${'a'.repeat(20)}`]);
    expect(decoded(bytesOf(`\x0b${'a'.repeat(21)}\x1c\r`))).toEqual(['oversize aaaa']);
  });

  test('reads ten thousand small frames of one read, and one large frame of many reads, in linear time', () => {
    const many = latin1('\x0bab\x1c\r'.repeat(10_000));
    expect(new FrameDecoder().push(many)).toHaveLength(10_000);
    const decoder = new FrameDecoder({ maxFrameBytes: 4_000_000 });
    decoder.push(Uint8Array.of(0x0b));
    for (let i = 0; i < 200_000; i++) decoder.push(Uint8Array.of(0x61, 0x1c, 0x62));
    const [event] = decoder.push(Uint8Array.of(0x1c, 0x0d));
    expect(event?.kind === 'frame' && event.bytes.length).toBe(600_000);
  });
});
