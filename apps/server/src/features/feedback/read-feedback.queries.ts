import type { Tx } from '../../platform/db/database.ts';

/**
 * Marks an answered survey as read by somebody; null: as unread. The first reader stays. Returns false when it was so already.
 */
export async function markFeedbackRead(
  tx: Tx,
  applicationId: number,
  id: number,
  reader: { userId: number | null; at: Date } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('feedback')
    .set({ read_at: reader?.at ?? null, read_by_id: reader?.userId ?? null })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .where('read_at', reader ? 'is' : 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
