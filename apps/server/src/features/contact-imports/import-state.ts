import type { contactImports } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { updateImport, type ImportChanges } from './contact-imports.queries.ts';

type ImportState = contactImports.ImportState;

export type ImportEvent =
  'uploaded' | 'started' | 'begun' | 'given_up' | 'unreadable' | 'cancelled' | 'stopped' | 'finished';

/** The life of an import of contacts: event × from → to. A state that an event does not name refuses it. */
export const IMPORT_LIFECYCLE: Record<ImportEvent, Partial<Record<ImportState, ImportState>>> = {
  /** The whole file is stored, and its columns were read. */
  uploaded: { uploading: 'uploaded' },
  /** A person starts it, with the columns as chosen. */
  started: { uploaded: 'queued' },
  /** A job reads the file, for the first time or after a process that ended. */
  begun: { queued: 'running', running: 'running' },
  /** It was begun too often and never came to its end. */
  given_up: { queued: 'failed', running: 'failed' },
  /** The file is no CSV and no Excel sheet after all. */
  unreadable: { running: 'failed' },
  /** A person does not want it any more; a running one is asked to stop, and stops itself. */
  cancelled: { uploaded: 'cancelled', queued: 'cancelled' },
  /** It saw that it was asked to stop. Nothing of it is kept. */
  stopped: { running: 'cancelled' },
  /** Contacts, members and this are one commit. */
  finished: { running: 'finished' },
};

const REFUSALS: Partial<Record<ImportEvent, string>> = {
  started: 'This import was started already, or is over.',
  cancelled: 'This import is over.',
};

/** What the event makes of it. Throws Conflict where it makes nothing. */
export function importStateAfter(event: ImportEvent, { state }: { state: ImportState }): ImportState {
  const to = IMPORT_LIFECYCLE[event][state];
  if (to === undefined) throw new Conflict(REFUSALS[event] ?? `${event} makes nothing of an import that is ${state}.`);
  return to;
}

/**
 * Moves an import, with what else is known of it by then. One that somebody else has moved in between stays as it is. Throws
 * Conflict where the event makes nothing of it.
 */
export function moveImport(
  tx: Tx,
  applicationId: number,
  found: { id: number; state: ImportState },
  event: ImportEvent,
  changes: ImportChanges = {},
): Promise<void> {
  const state = importStateAfter(event, found);
  return updateImport(tx, applicationId, found.id, { ...changes, state }, found.state);
}
