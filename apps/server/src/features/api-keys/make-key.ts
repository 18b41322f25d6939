import { apiKeys, may, type BodyOf } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict, Forbidden, Invalid } from '../../platform/errors.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { isWithin } from '../users/index.ts';
import { getKey, insertKey, lockKey, replaceSecret, updateKey, type KeyRecord } from './api-keys.queries.ts';
import { newKey } from './new-key.ts';
import { checkPublicKeys } from './check-public-keys.ts';

const MS_PER_DAY = 86_400_000;
const OFFERED: ReadonlySet<string> = new Set(apiKeys.KEY_PERMISSIONS);

export interface Maker {
  session: PersonSession;
  scope: ApplicationScope;
}

interface Reach {
  permissions: readonly string[];
  locations: readonly string[];
}

/** Makes a key. Nobody gives what they do not have: its permissions and wards are some of the caller's. */
export async function makeKey(
  tx: Tx,
  ctx: Context,
  maker: Maker,
  { name, permissions, locations, expires_at, public_keys }: BodyOf<typeof apiKeys.createApiKey>['api_key'],
) {
  const { applicationId } = maker.scope;
  const now = ctx.clock();
  checkReach(maker, { permissions, locations });
  const expiresAt = expires_at ? endOf(expires_at) : new Date(now.getTime() + apiKeys.DEFAULT_DAYS * MS_PER_DAY);
  checkExpiry(expiresAt, now);
  const { key, ...stored } = newKey();
  const id = await insertKey(tx, applicationId, {
    ...stored,
    name,
    permissions: [...new Set(permissions)],
    locations: [...new Set(locations)],
    expires_at: expiresAt,
    public_keys: public_keys === null ? null : checkPublicKeys(public_keys),
    created_by: maker.session.userId,
    created_at: now,
  });
  return { ...(await getKey(tx, applicationId, id, now)), key };
}

/** Changes a key that works or has expired. Returns it as it was and as it is. */
export async function changeKey(
  tx: Tx,
  ctx: Context,
  maker: Maker,
  stored: KeyRecord,
  {
    name,
    permissions,
    locations,
    expires_at,
    public_keys,
  }: Omit<BodyOf<typeof apiKeys.updateApiKey>['api_key'], 'version'>,
): Promise<KeyRecord> {
  const { applicationId } = maker.scope;
  const now = ctx.clock();
  const columns = {
    name: name ?? stored.name,
    permissions: permissions ? [...new Set(permissions)] : stored.permissions,
    locations: locations ? [...new Set(locations)] : stored.locations,
    expires_at: expires_at ? endOf(expires_at) : stored.expires_at,
    public_keys: public_keys ? checkPublicKeys(public_keys) : public_keys === null ? null : stored.public_keys,
  };
  checkReach(maker, columns);
  if (expires_at) checkExpiry(columns.expires_at, now);
  await updateKey(tx, applicationId, stored.id, columns);
  return getKey(tx, applicationId, stored.id, now);
}

/** Gives a key a new secret; the old one works for so many days more. */
export async function rotateKey(tx: Tx, ctx: Context, { scope }: Maker, id: number, overlapDays: number) {
  const now = ctx.clock();
  const { key, ...fresh } = newKey();
  const previousUntil = overlapDays === 0 ? null : new Date(now.getTime() + overlapDays * MS_PER_DAY);
  await replaceSecret(tx, scope.applicationId, id, { ...fresh, previousUntil });
  return { ...(await getKey(tx, scope.applicationId, id, now)), key };
}

/**
 * Locks a key that the caller wants to change or rotate. Whoever gets its secret may do what it may, so they must have its
 * permissions and wards themselves.
 */
export async function lockOwnReach(tx: Tx, ctx: Context, { session, scope }: Maker, id: number): Promise<KeyRecord> {
  const stored = await lockKey(tx, scope.applicationId, id, ctx.clock());
  if (stored.state === 'revoked') throw new Conflict('This API key was revoked. Make a new one.');
  if (!stored.permissions.every((permission) => may(session, permission)))
    throw new Forbidden('This API key has permissions that you do not have. Ask somebody who has them.');
  if (!isWithin(stored.locations, scope.locations)) throw new Forbidden('This API key sees wards that you do not see.');
  return stored;
}

function checkReach({ session, scope }: Maker, { permissions, locations }: Reach): void {
  const unknown = permissions.filter((permission) => !OFFERED.has(permission));
  if (unknown.length > 0)
    throw new Invalid({ permissions: [`An API key cannot have the permission ${unknown.join(', ')}.`] });
  const missing = permissions.filter((permission) => !may(session, permission));
  if (missing.length > 0)
    throw new Invalid({
      permissions: [`You can only give permissions that you have yourself, so not ${missing.join(', ')}.`],
    });
  if (!isWithin(locations, scope.locations)) throw new Invalid({ locations: ['Choose wards that you see yourself.'] });
}

/** Returns the instant that a time names, or the end of a day in UTC. */
const endOf = (text: string): Date =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(Date.parse(text) + MS_PER_DAY) : new Date(text);

function checkExpiry(at: Date, now: Date): void {
  if (at <= now) throw new Invalid({ expires_at: ['Choose a day that is still to come.'] });
  if (at.getTime() > now.getTime() + apiKeys.MAX_DAYS * MS_PER_DAY)
    throw new Invalid({ expires_at: ['Choose a day within the next two years.'] });
}
