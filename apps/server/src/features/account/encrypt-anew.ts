import type { Tx } from '../../platform/db/database.ts';
import type { KeyRing } from '../../platform/keys/key-ring.ts';
import { encryptAnew, sealAnew } from '../../platform/secrets.ts';
import { codeContext, secretContext } from './two-step/redeem-code.ts';
import { listTwoStepAfter, listUnusedCodes, replaceCode, replaceSecret } from './two-step/two-step.queries.ts';

const BATCH = 200;

/**
 * Puts the two-step secrets and recovery codes of the next users under the current key. Returns the last user and how many values
 * were changed; null after the last user. Safe to run at any time, any number of times.
 */
export async function encryptTwoStepAnew(
  tx: Tx,
  keys: KeyRing,
  afterUserId: number,
): Promise<{ lastUserId: number; changed: number } | null> {
  const rows = await listTwoStepAfter(tx, afterUserId, BATCH);
  const last = rows.at(-1);
  if (!last) return null;
  let changed = 0;
  for (const { user_id: userId, secret } of rows) {
    const encrypted = encryptAnew(keys, secretContext(userId), secret);
    if (encrypted && (await replaceSecret(tx, userId, secret, encrypted))) changed += 1;
    for (const stored of await listUnusedCodes(tx, userId)) {
      const sealed = sealAnew(keys, codeContext(userId), stored);
      if (sealed && (await replaceCode(tx, userId, stored, sealed))) changed += 1;
    }
  }
  return { lastUserId: last.user_id, changed };
}
