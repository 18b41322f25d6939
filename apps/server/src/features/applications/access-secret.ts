import type { Tx } from '../../platform/db/database.ts';
import type { KeyRing } from '../../platform/keys/key-ring.ts';
import { isSealed, sealAnew, sealHash } from '../../platform/secrets.ts';
import { listAccessSecrets, replaceAccessSecret } from './applications.queries.ts';

const PURPOSE = 'access-secret';

const contextOf = (accessKey: string): string => `access secret of ${accessKey}`;

/** Returns what is stored of an access secret. */
export const sealAccessSecret = (keys: KeyRing, accessKey: string, accessSecret: string): string =>
  sealHash(keys, contextOf(accessKey), accessSecret);

export const isAccessSecret = (
  keys: KeyRing,
  { access_key, access_secret_hash }: { access_key: string; access_secret_hash: string },
  accessSecret: string,
): boolean =>
  isSealed(keys, access_secret_hash, {
    context: contextOf(access_key),
    secret: accessSecret,
    before: { purpose: PURPOSE, text: accessSecret },
  });

/** Puts all access secrets under the current key. Returns how many were not. Safe to run at any time, any number of times. */
export async function sealAccessSecretsAnew(tx: Tx, keys: KeyRing): Promise<number> {
  let changed = 0;
  for (const stored of await listAccessSecrets(tx)) {
    const sealed = sealAnew(keys, contextOf(stored.access_key), stored.access_secret_hash);
    if (sealed && (await replaceAccessSecret(tx, stored, sealed))) changed += 1;
  }
  return changed;
}
