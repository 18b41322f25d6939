import type { Tx } from '../../platform/db/database.ts';
import { listStuck } from '../destinations/index.ts';
import type { Problem } from './problem.ts';

const MINUTE_MS = 60_000;
/** Minutes for which a message may wait at the head of a queue: a receiver may be restarted without an alarm. */
const WAITS_MINUTES = 10;

/** Destinations whose queue has stopped, or whose receiver acknowledges nothing. One that a person has paused is none. */
export async function findStuckDestinations(tx: Tx, now: Date): Promise<Problem[]> {
  const stuck = await listStuck(tx, new Date(now.getTime() - WAITS_MINUTES * MINUTE_MS));
  return stuck.map(({ id, application_id, name, since, waiting }) => ({
    application_id,
    problem: String(id),
    severity: 'critical',
    details: { name, waiting, minutes: Math.floor((now.getTime() - since.getTime()) / MINUTE_MS) },
  }));
}
