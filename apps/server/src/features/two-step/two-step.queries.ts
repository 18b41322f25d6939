import type { Tx } from '../../platform/db/database.ts';

export async function isTwoStepOn(tx: Tx, userId: number): Promise<boolean> {
  const row = await findTwoStep(tx, userId);
  return row !== undefined && row.confirmed_at !== null;
}

export function findTwoStep(tx: Tx, userId: number) {
  return tx.selectFrom('two_step').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/**
 * Stores a secret that has no effect until it is confirmed, in place of an earlier one that never was. Returns false
 * when two-step sign-in is already on.
 */
export async function insertTwoStep(tx: Tx, userId: number, secret: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('two_step')
    .values({ user_id: userId, secret })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret, last_step: 0 }).where('two_step.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Records the time step of a code as used. Returns false when this step or a later one was used before, so of two calls
 * at once one succeeds.
 */
export async function moveLastStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('two_step')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function confirmTwoStep(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx.updateTable('two_step').set({ confirmed_at: now }).where('user_id', '=', userId).execute();
}

export async function replaceRecoveryCodes(tx: Tx, userId: number, codeHashes: readonly string[]): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await tx
    .insertInto('recovery_codes')
    .values(codeHashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Lists what is stored of the codes that were not used, and locks them, because they may just be encrypted anew. */
export async function listUnusedCodes(tx: Tx, userId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .orderBy('code_hash')
    .forUpdate()
    .execute();
  return rows.map(({ code_hash }) => code_hash);
}

export async function useRecoveryCode(tx: Tx, userId: number, codeHash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countRecoveryCodes(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function deleteTwoStep(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('two_step').where('user_id', '=', userId).execute();
}

export async function deleteRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

export const listTwoStepAfter = (tx: Tx, userId: number, limit: number) =>
  tx
    .selectFrom('two_step')
    .select(['user_id', 'secret'])
    .where('user_id', '>', userId)
    .orderBy('user_id')
    .limit(limit)
    .execute();

/** Returns false when the secret was replaced meanwhile. */
export async function replaceSecret(tx: Tx, userId: number, before: Buffer, secret: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('two_step')
    .set({ secret })
    .where('user_id', '=', userId)
    .where('secret', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false when the code was used or replaced meanwhile. */
export async function replaceCode(tx: Tx, userId: number, before: string, code_hash: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ code_hash })
    .where('user_id', '=', userId)
    .where('code_hash', '=', before)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
