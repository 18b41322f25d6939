import type { Tx } from '../../platform/db/database.ts';

/** Returns those of these people who are active in the application. */
export async function listMembers(tx: Tx, applicationId: number, userIds: readonly number[]): Promise<number[]> {
  if (userIds.length === 0) return [];
  const rows = await tx
    .selectFrom('application_users as au')
    .innerJoin('users as u', 'u.id', 'au.user_id')
    .select('u.id')
    .where('au.application_id', '=', applicationId)
    .where('u.id', 'in', userIds)
    .where('u.deactivated_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
