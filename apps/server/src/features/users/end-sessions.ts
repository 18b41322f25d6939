import type { Tx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live.ts';
import { deleteSessionsOf } from './people.queries.ts';

/** Told to every process: open streams look again whether their session still stands. */
export const SESSIONS_TOPIC = 'sessions';

/** All of a person's sessions, at commit; what they have open ends within a moment. */
export async function endSessions(tx: Tx, userId: number): Promise<void> {
  await deleteSessionsOf(tx, userId);
  await announceAccess(tx);
}

/** Somebody may see more or less from now on. */
export async function announceAccess(tx: Tx): Promise<void> {
  await announce(tx, null, [SESSIONS_TOPIC]);
}
