import type { Tx } from '../../platform/db/database.ts';
import { keyedHash, sameSecret } from '../../platform/secrets.ts';
import { findApplicationByAccessKey } from './applications.queries.ts';
import { ACCESS_SECRET_PURPOSE } from './create-application.ts';

export interface Credentials {
  accessKey: string;
  accessSecret: string;
}

/** Returns whose access key this is (null: nobody's), and whether the secret is right. */
export async function checkCredentials(
  tx: Tx,
  secretKey: Buffer,
  { accessKey, accessSecret }: Credentials,
): Promise<{ applicationId: number | null; isRight: boolean }> {
  const application = await findApplicationByAccessKey(tx, accessKey);
  const presented = keyedHash(secretKey, ACCESS_SECRET_PURPOSE, accessSecret);
  if (!application) return { applicationId: null, isRight: false };
  return { applicationId: application.id, isRight: sameSecret(application.access_secret_hash, presented) };
}
