import type { Tx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live.ts';
import { deleteSessions } from './sessions.queries.ts';

/** Announced to every process, so that open streams check whether their session still exists. */
export const SESSIONS_TOPIC = 'sessions';

/**
 * Deletes all sessions of a user, but for one, and returns how many they were. At commit, their open streams end shortly
 * after.
 */
export async function endSessions(tx: Tx, userId: number, only: { except?: number } = {}): Promise<number> {
  const ended = await deleteSessions(tx, userId, only);
  await announceAccess(tx);
  return ended;
}

/** Announces that a user's access has changed. */
export async function announceAccess(tx: Tx): Promise<void> {
  await announce(tx, null, [SESSIONS_TOPIC]);
}
