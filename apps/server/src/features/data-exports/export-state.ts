import type { dataExports } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { updateExports, type ExportChanges } from './data-exports.queries.ts';

type State = dataExports.ExportState;

export type ExportEvent = 'begun' | 'written' | 'refused' | 'given_up' | 'expired';

/** The life of an export: event × from → to. A state that an event does not name is not moved by it. */
export const EXPORT_LIFECYCLE: Record<ExportEvent, Partial<Record<State, State>>> = {
  /** A job writes the file, for the first time or after a process that ended. */
  begun: { waiting: 'running', running: 'running' },
  /** The whole file is in the store under its name. */
  written: { running: 'done' },
  /** The store cannot be reached, or refuses. */
  refused: { waiting: 'failed', running: 'failed' },
  /** It was begun too often and never came to its end. */
  given_up: { waiting: 'failed', running: 'failed' },
  /** The file was removed from the store, because it is older than files are kept. */
  expired: { done: 'removed' },
};

/** Moves these exports, where the event moves them. Returns the ids of those that it moved. */
export async function moveExports(
  tx: Tx,
  ids: readonly number[],
  event: ExportEvent,
  changes: ExportChanges = {},
): Promise<number[]> {
  // The keys of the table are states.
  const moves = Object.entries(EXPORT_LIFECYCLE[event]) as [State, State][];
  const moved = await Promise.all(moves.map(([from, to]) => updateExports(tx, ids, from, { ...changes, state: to })));
  return moved.flat();
}
