import type { apiKeys } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

export interface SigningKey {
  id: number;
  application_id: number;
  permissions: string[];
  public_keys: apiKeys.PublicKeys;
}

/** Finds an API key that works and has public keys. Needs a transaction that sees all, because a program names no application. */
export async function findSigningKey(tx: Tx, id: number, now: Date): Promise<SigningKey | undefined> {
  const { rows } = await sql<SigningKey>`
    select id, application_id, permissions, public_keys from api_keys
    where id = ${id} and public_keys is not null and revoked_at is null and expires_at > ${now}`.execute(tx);
  return rows[0];
}

/** Notes that an assertion was used. Returns false when it was used before; of two at once, one waits for the other. */
export async function useAssertion(
  tx: Tx,
  key: SigningKey,
  { jtiHash, expiresAt, now }: { jtiHash: Buffer; expiresAt: Date; now: Date },
): Promise<boolean> {
  await sql`delete from api_key_assertions where api_key_id = ${key.id} and application_id = ${key.application_id}
    and expires_at < ${now}::timestamptz - interval '1 hour'`.execute(tx);
  const { rows } = await sql`
    insert into api_key_assertions (api_key_id, application_id, jti_hash, expires_at)
    values (${key.id}, ${key.application_id}, ${jtiHash}, ${expiresAt})
    on conflict do nothing returning api_key_id`.execute(tx);
  return rows.length > 0;
}

export async function insertAccessToken(
  tx: Tx,
  key: SigningKey,
  token: { tokenHash: Buffer; permissions: readonly string[]; now: Date; expiresAt: Date },
): Promise<void> {
  await sql`delete from api_key_tokens where api_key_id = ${key.id} and application_id = ${key.application_id}
    and expires_at < ${token.now}`.execute(tx);
  await tx
    .insertInto('api_key_tokens')
    .values({
      token_hash: token.tokenHash,
      application_id: key.application_id,
      api_key_id: key.id,
      permissions: [...token.permissions],
      issued_at: token.now,
      expires_at: token.expiresAt,
    })
    .execute();
}
