import { dataExports } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { EXPORT_LIFECYCLE, type ExportEvent } from './export-state.ts';

const AFTER: Record<ExportEvent, Record<dataExports.ExportState, dataExports.ExportState | null>> = {
  begun: { waiting: 'running', running: 'running', done: null, failed: null, removed: null },
  written: { waiting: null, running: 'done', done: null, failed: null, removed: null },
  refused: { waiting: 'failed', running: 'failed', done: null, failed: null, removed: null },
  given_up: { waiting: 'failed', running: 'failed', done: null, failed: null, removed: null },
  expired: { waiting: null, running: null, done: 'removed', failed: null, removed: null },
};

const pairs = Object.entries(AFTER).flatMap(([event, states]) =>
  dataExports.EXPORT_STATES.map((from) => [event as ExportEvent, from, states[from]] as const),
);

it.each(pairs)('%s makes of an export that is %s: %s', (event, from, to) => {
  expect(EXPORT_LIFECYCLE[event][from] ?? null).toBe(to);
});
