import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export async function hasPasskeys(tx: Tx, userId: number): Promise<boolean> {
  return (await countPasskeys(tx, userId)) > 0;
}

export async function countPasskeys(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('passkeys')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export const listPasskeys = (tx: Tx, userId: number) =>
  tx
    .selectFrom('passkeys')
    .select(['id', 'name', 'synced', 'rp_id', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Lists those that browsers find for this server; `alone`: only those that let somebody in without the password. */
export function listUsable(tx: Tx, userId: number, { rpId, alone }: { rpId: string; alone: boolean }) {
  return tx
    .selectFrom('passkeys')
    .select(['credential_id', 'user_handle', 'transports'])
    .where('user_id', '=', userId)
    .where('rp_id', '=', rpId)
    .$if(alone, (query) => query.where('password_first', '=', false))
    .orderBy('id')
    .execute();
}

export async function findOwner(tx: Tx, credentialId: string, rpId: string): Promise<number | undefined> {
  const found = await tx
    .selectFrom('passkeys')
    .select('user_id')
    .where('credential_id', '=', credentialId)
    .where('rp_id', '=', rpId)
    .executeTakeFirst();
  return found?.user_id;
}

/**
 * Locks the person, so that what ends their ways in waits or has ended before, and then the passkey: in this order
 * everywhere, because sign-ins wait for each other here and not in a deadlock.
 */
export async function lockPasskey(tx: Tx, userId: number, credentialId: string) {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute();
  return tx
    .selectFrom('passkeys')
    .select(['id', 'public_key', 'user_handle', 'password_first'])
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the person against another change of their second steps until the end of the transaction. */
export async function lockOwner(tx: Tx, userId: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/** Returns the id; null when the authenticator's passkey is stored already. */
export async function insertPasskey(
  tx: Tx,
  passkey: {
    user_id: number;
    credential_id: string;
    public_key: Buffer;
    user_handle: Buffer;
    rp_id: string;
    name: string;
    transports: string[];
    counter: number;
    synced: boolean;
    created_at: Date;
  },
) {
  const row = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Stores that a passkey was used. Returns false when its counter has not moved on: then the passkey was copied, or an old
 * signature is shown again (WebAuthn Level 3 §6.1.1). Authenticators that do not count send 0.
 */
export async function recordUse(
  tx: Tx,
  id: number,
  { counter, clearsPasswordFirst, now }: { counter: number; clearsPasswordFirst: boolean; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .$if(clearsPasswordFirst, (query) => query.set({ password_first: false }))
    .where('id', '=', id)
    .where(sql<boolean>`(${counter}::bigint > counter or (${counter}::bigint = 0 and counter = 0))`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false when the person has no such passkey. */
export async function renamePasskey(tx: Tx, userId: number, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false when the person has no such passkey. */
export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deletePasskeysOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** Passkeys let nobody in by themselves from now on, until each has been the second step after the present password. */
export async function requirePasswordFirst(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('passkeys').set({ password_first: true }).where('user_id', '=', userId).execute();
}
