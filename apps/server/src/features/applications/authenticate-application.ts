import type { Context } from '../../platform/context.ts';
import { Unauthorized } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { keyedHash, sameSecret } from '../../platform/secrets.ts';
import { findApplicationByAccessKey } from './applications.queries.ts';
import { ACCESS_SECRET_PURPOSE } from './create-application.ts';

/** Returns the application that Basic auth with access_key and access_secret names. Throws Unauthorized. */
export async function authenticateApplication(ctx: Context, header: string | undefined): Promise<number> {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,400})$/.exec(header ?? '')?.[1] ?? '';
  const [, accessKey, accessSecret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  const wrong = new Unauthorized("Sign in with the application's access key and secret (Basic).");
  if (!accessKey || !accessSecret) throw wrong;
  const application = await ctx.db.transaction(systemScope('credential'), (tx) =>
    findApplicationByAccessKey(tx, accessKey),
  );
  const presented = keyedHash(ctx.secretKey, ACCESS_SECRET_PURPOSE, accessSecret);
  if (!application || !sameSecret(application.access_secret_hash, presented)) throw wrong;
  return application.id;
}
