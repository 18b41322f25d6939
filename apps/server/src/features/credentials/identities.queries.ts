import type { Tx } from '../../platform/db/database.ts';

/** Somebody as an identity provider names them. */
export interface Identity {
  issuer: string;
  subject: string;
}

/** Returns the id of the user who is linked to this identity. */
export async function findIdentityOwner(tx: Tx, { issuer, subject }: Identity): Promise<number | undefined> {
  const found = await tx
    .selectFrom('user_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return found?.user_id;
}

/**
 * Links a user to an identity. Returns false when the user is linked to another one of this provider, or the identity to
 * another user. Of two at once, the second waits for the first.
 */
export async function insertIdentity(tx: Tx, userId: number, identity: Identity, linkedAt: Date): Promise<boolean> {
  const row = await tx
    .insertInto('user_identities')
    .values({ ...identity, user_id: userId, linked_at: linkedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a user against another link until the end of the transaction. Returns the issuers that they are linked to. */
export async function lockIssuers(tx: Tx, userId: number): Promise<string[]> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const rows = await tx.selectFrom('user_identities').select('issuer').where('user_id', '=', userId).execute();
  return rows.map(({ issuer }) => issuer);
}

/** Returns when a user was last linked to an identity provider; null when they are linked to none. */
export async function findLinkedAt(tx: Tx, userId: number): Promise<Date | null> {
  const found = await tx
    .selectFrom('user_identities')
    .select('linked_at')
    .where('user_id', '=', userId)
    .orderBy('linked_at', 'desc')
    .executeTakeFirst();
  return found?.linked_at ?? null;
}

/** Returns whether there were any. */
export async function deleteIdentities(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('user_identities').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
