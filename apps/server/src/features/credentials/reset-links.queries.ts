import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

const KEPT_DAYS = 90;

/** Returns the id, or null when this request was stored before. */
export async function insertPasswordReset(
  tx: Tx,
  reset: { user_id: number; request_id: string; token_hash: Buffer; created_at: Date; expires_at: Date },
): Promise<number | null> {
  const oldest = new Date(reset.created_at.getTime() - KEPT_DAYS * 86_400_000);
  await tx
    .deleteFrom('password_resets')
    .where('user_id', '=', reset.user_id)
    .where('created_at', '<', oldest)
    .execute();
  const row = await tx
    .insertInto('password_resets')
    .values(reset)
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Uses up an open link of the person with this address, and all their other open links. Of two calls at once, one gets
 * the user and the other undefined.
 */
export async function usePasswordReset(
  tx: Tx,
  { tokenHash, email, now }: { tokenHash: Buffer; email: string; now: Date },
): Promise<{ id: number; name: string; email: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string; email: string }>`
    update password_resets r set used_at = ${now}
    from users u
    where r.token_hash = ${tokenHash} and r.used_at is null and r.expires_at > ${now}
      and u.id = r.user_id and u.deactivated_at is null and lower(u.email) = ${email.toLowerCase()}
    returning u.id, u.name, u.email`.execute(tx);
  const [user] = rows;
  if (user) await endResetLinks(tx, user.id, now);
  return user;
}

export async function endResetLinks(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
