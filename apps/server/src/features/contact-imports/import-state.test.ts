import { contactImports } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { IMPORT_LIFECYCLE, importStateAfter, type ImportEvent } from './import-state.ts';

const OVER = ['finished', 'failed', 'cancelled'] as const;
const statesThatTake = (event: ImportEvent) =>
  contactImports.IMPORT_STATES.filter((state) => IMPORT_LIFECYCLE[event][state] !== undefined);

it('is over for good once it is finished, failed or cancelled', () => {
  for (const event of Object.keys(IMPORT_LIFECYCLE) as ImportEvent[])
    for (const state of OVER) expect(() => importStateAfter(event, { state })).toThrow(/import/);
});

it('is started once, and from its columns on', () => {
  expect(statesThatTake('started')).toEqual(['uploaded']);
  expect(importStateAfter('started', { state: 'uploaded' })).toBe('queued');
  for (const state of ['uploading', 'queued', 'running', ...OVER] as const)
    expect(() => importStateAfter('started', { state })).toThrow('This import was started already, or is over.');
});

it('goes on after its process has ended, and is given up in the end', () => {
  expect(importStateAfter('begun', { state: 'running' })).toBe('running');
  expect(importStateAfter('given_up', { state: 'running' })).toBe('failed');
});

it('is cancelled at once before it runs; a running one stops itself', () => {
  expect(statesThatTake('cancelled')).toEqual(['uploaded', 'queued']);
  expect(statesThatTake('stopped')).toEqual(['running']);
  expect(() => importStateAfter('cancelled', { state: 'finished' })).toThrow('This import is over.');
});

it('is finished and found unreadable only while it runs', () => {
  expect([statesThatTake('finished'), statesThatTake('unreadable')]).toEqual([['running'], ['running']]);
  expect(() => importStateAfter('finished', { state: 'queued' })).toThrow(
    'finished makes nothing of an import that is queued.',
  );
});
