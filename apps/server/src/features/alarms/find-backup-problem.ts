import type { Tx } from '../../platform/db/database.ts';
import { getBackupStanding } from '../backups/index.ts';
import type { Problem } from './problem.ts';

const HOUR_MS = 3_600_000;
/** A night was missed, and half of the next day has passed. */
const MAX_HOURS = 36;

/**
 * A backup that failed, or none that was verified for a day and a half. Before the first one, the time counts from when this process
 * began to make them.
 */
export async function findBackupProblem(tx: Tx, now: Date, since: Date): Promise<Problem[]> {
  const { snapshot_at, first_at, has_failed } = await getBackupStanding(tx);
  const from = snapshot_at ?? (first_at && first_at < since ? first_at : since);
  const hours = Math.max(0, Math.floor((now.getTime() - from.getTime()) / HOUR_MS));
  if (!has_failed && hours < MAX_HOURS) return [];
  const severity = hours < MAX_HOURS ? 'warning' : 'critical';
  return [{ application_id: null, problem: '', severity, details: { hours, failed: has_failed ? 1 : 0 } }];
}
