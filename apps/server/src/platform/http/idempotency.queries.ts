import type { Tx } from '../db/database.ts';

export interface Caller {
  userId: number | null;
  apiKeyId: number | null;
}

export const callerName = ({ userId, apiKeyId }: Caller): string =>
  apiKeyId === null ? `user:${userId}` : `api_key:${apiKeyId}`;

interface NewClaim {
  caller: Caller;
  key: string;
  request: Buffer;
  claim: string;
  claimedUntil: Date;
  expiresAt: Date;
  now: Date;
}

/** Inserts the key, or replaces one that has expired. Returns its id, or null where the key is in use. */
export async function insertKey(tx: Tx, wanted: NewClaim): Promise<number | null> {
  const { caller, key, request, claim, claimedUntil, expiresAt, now } = wanted;
  const state = { request, claim, claimed_until: claimedUntil, expires_at: expiresAt, status: null, answer: null };
  const row = await tx
    .insertInto('idempotency_keys')
    .values({ caller: callerName(caller), user_id: caller.userId, api_key_id: caller.apiKeyId, key, ...state })
    .onConflict((conflict) =>
      conflict.columns(['caller', 'key']).doUpdateSet(state).where('idempotency_keys.expires_at', '<=', now),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export const findKey = (tx: Tx, caller: Caller, key: string) =>
  tx
    .selectFrom('idempotency_keys')
    .select(['id', 'request', 'claimed_until', 'status', 'answer'])
    .where('caller', '=', callerName(caller))
    .where('key', '=', key)
    .executeTakeFirst();

/** Takes over a key whose process has ended. Waits for a commit that is under way. Returns whether it did. */
export async function claimKeyAgain(
  tx: Tx,
  id: number,
  { claim, claimedUntil, now }: Pick<NewClaim, 'claim' | 'claimedUntil' | 'now'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('idempotency_keys')
    .set({ claim, claimed_until: claimedUntil })
    .where('id', '=', id)
    .where('status', 'is', null)
    .where('claimed_until', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Stores the answer. Returns false where the key was taken over meanwhile: the caller must roll back. */
export async function storeAnswer(
  tx: Tx,
  { id, claim }: { id: number; claim: string },
  { status, answer }: { status: number; answer: Buffer },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('idempotency_keys')
    .set({ status, answer })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('status', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Gives the key back after a call that changed nothing. */
export const releaseKey = (tx: Tx, { id, claim }: { id: number; claim: string }) =>
  tx
    .deleteFrom('idempotency_keys')
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('status', 'is', null)
    .execute();

export const forgetKeys = (tx: Tx, now: Date) =>
  tx.deleteFrom('idempotency_keys').where('expires_at', '<=', now).execute();
