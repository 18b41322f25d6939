import { createHmac } from 'node:crypto';
import type { Tx } from '../../../platform/db/database.ts';
import type { DataKey, KeyRing } from '../../../platform/keys/key-ring.ts';
import { deriveKey, keyName, sameSecret } from '../../../platform/secrets.ts';
import { listCuts, type Cut, type SignedCut } from './cuts.queries.ts';

/** More removals than this without a valid signature are not looked through. */
const MAX_LOOKED_AT = 100;

const cutKey = ({ key }: DataKey): Buffer => deriveKey(key, 'audit removals');

const signatureOf = (key: Buffer, { position, hash, entries, removed_until, signed_since }: Cut): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([position, hash.toString('hex'), entries, removed_until, signed_since]))
    .digest('hex');

export function signCut({ current }: KeyRing, cut: Cut): SignedCut {
  const key = cutKey(current);
  return { ...cut, mac: Buffer.from(signatureOf(key, cut), 'hex'), mac_key: keyName(key) };
}

/** A key that is retired may have signed removals up to the last entry that it signed, and no others. */
function isSigned(keys: KeyRing, cut: SignedCut): boolean {
  const signer = keys.all.find((dataKey) => keyName(cutKey(dataKey)) === cut.mac_key);
  if (!signer || (signer.auditUntil !== null && cut.position > signer.auditUntil)) return false;
  return sameSecret(signatureOf(cutKey(signer), cut), cut.mac.toString('hex'));
}

/** Returns the last removal that was signed with the secret key. Undefined: nothing was removed, so the chain begins at 1. */
export async function findLastCut(tx: Tx, keys: KeyRing): Promise<Cut | undefined> {
  const cuts = await listCuts(tx, MAX_LOOKED_AT);
  return cuts.find((cut) => isSigned(keys, cut));
}
