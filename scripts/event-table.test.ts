import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EVENT_TABLE_FILE, eventTable } from './write-event-table.ts';

test('docs/events.md says what the program does with each event; npm run docs writes it anew', async () => {
  expect(readFileSync(EVENT_TABLE_FILE, 'utf8')).toBe(await eventTable());
});

test('every event from A01 to A62 and each appointment event is in the table', async () => {
  const text = await eventTable();
  const events = [...text.matchAll(/^\| ([AS]\d\d) /gm)].map(([, event]) => event);
  const adt = Array.from({ length: 62 }, (_, index) => `A${String(index + 1).padStart(2, '0')}`);
  expect(events).toEqual([...adt, 'S12', 'S13', 'S14', 'S15', 'S16', 'S17', 'S26']);
});
