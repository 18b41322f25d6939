/**
 * Returns when something that was due is sent: now; or when it was due, where the database was restored after that, so that it counts among
 * what may have left. `restoredAt`: see findRestore.
 */
export const sendTime = (dueAt: Date, restoredAt: Date | null, now: Date): Date =>
  dueAt > now || (restoredAt && dueAt <= restoredAt) ? dueAt : now;
