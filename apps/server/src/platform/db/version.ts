import { StaleVersion } from '../errors.ts';

/**
 * Throws StaleVersion, a conflict, when somebody else has saved the record since the caller read it. `sent` is the version that the caller began
 * with; a script that sends none overwrites the record. Read `stored` with FOR UPDATE, in the transaction that saves.
 */
export function checkVersion(stored: number, sent: number | undefined): void {
  if (sent !== undefined && sent !== stored) throw new StaleVersion();
}
