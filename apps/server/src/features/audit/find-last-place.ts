import type { Tx } from '../../platform/db/database.ts';
import type { DataKey, KeyRing } from '../../platform/keys/key-ring.ts';
import { chainWaiting } from './chain-audit.ts';
import { findLastPosition } from './chain.queries.ts';
import { auditKey } from './sign-entry.ts';

/** Returns the last place in the chain of an entry that this key has signed; 0 when it has signed none. */
export async function findLastPlace(tx: Tx, keys: KeyRing, signer: DataKey): Promise<number> {
  await chainWaiting(tx, keys);
  return findLastPosition(tx, auditKey(signer).name);
}
