import type { Tx } from '../../platform/db/database.ts';
import type { KeyRing } from '../../platform/keys/key-ring.ts';
import { UNSEALED_DIGITS } from '../../platform/secrets.ts';
import { isAccessSecret, sealAccessSecret } from './access-secret.ts';
import { findApplicationByAccessKey, replaceAccessSecret } from './applications.queries.ts';

export interface Credentials {
  accessKey: string;
  accessSecret: string;
}

/**
 * Returns whose access key this is (null: nobody's), and whether the secret is right. A secret that was stored before hashes
 * were sealed is sealed when it is first used.
 */
export async function checkCredentials(
  tx: Tx,
  keys: KeyRing,
  { accessKey, accessSecret }: Credentials,
): Promise<{ applicationId: number | null; isRight: boolean }> {
  const application = await findApplicationByAccessKey(tx, accessKey);
  if (!application) return { applicationId: null, isRight: false };
  const isRight = isAccessSecret(keys, application, accessSecret);
  if (isRight && application.access_secret_hash.length === UNSEALED_DIGITS)
    await replaceAccessSecret(tx, application, sealAccessSecret(keys, accessKey, accessSecret));
  return { applicationId: application.id, isRight };
}
