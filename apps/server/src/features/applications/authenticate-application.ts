import type { Context } from '../../platform/context.ts';
import { Unauthorized } from '../../platform/errors.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { keyedHash, sameSecret } from '../../platform/secrets.ts';
import { findApplicationByAccessKey } from './applications.queries.ts';
import { ACCESS_SECRET_PURPOSE } from './create-application.ts';

/** The application behind Basic auth with its access_key and access_secret; throws Unauthorized. */
export async function authenticateApplication(house: Context, header: string | undefined): Promise<number> {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,400})$/.exec(header ?? '')?.[1] ?? '';
  const [, accessKey, accessSecret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  const wrong = new Unauthorized("Sign in with the application's access key and secret (Basic).");
  if (!accessKey || !accessSecret) throw wrong;
  const application = await house.db.transaction(SYSTEM_SCOPE, (tx) => findApplicationByAccessKey(tx, accessKey));
  const presented = keyedHash(house.secretKey, ACCESS_SECRET_PURPOSE, accessSecret);
  if (!application || !sameSecret(application.access_secret_hash, presented)) throw wrong;
  return application.id;
}
