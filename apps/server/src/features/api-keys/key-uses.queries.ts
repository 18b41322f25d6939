import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** A key that may be used now. */
export interface UsableKey {
  id: number;
  application_id: number;
  name: string;
  permissions: string[];
  /** Wards; empty means all. */
  locations: string[];
  /** Its calls since the beginning of this minute, with this one. */
  calls: number;
}

/**
 * Finds a key by the hash of its secret or of a token that it was given, counts the call, and stores once a minute when and from where it was used. Needs a
 * transaction that sees all, because a key names no application. The index compares hashes, whose bytes nobody can choose, so the
 * time it takes says nothing of the secret.
 */
export async function useKey(
  tx: Tx,
  keyHash: Buffer,
  { now, minute, address }: { now: Date; minute: Date; address: string },
): Promise<UsableKey | undefined> {
  const isStale = sql`u.last_used_at < ${now}::timestamptz - interval '1 minute'`;
  const { rows } = await sql<UsableKey>`
    with found as (
      select id, application_id, name, permissions, locations from api_keys
      where (key_hash = ${keyHash} or (previous_hash = ${keyHash} and previous_until > ${now}))
        and revoked_at is null and expires_at > ${now}
      union all
      select k.id, k.application_id, k.name,
        array(select unnest(k.permissions) intersect select unnest(t.permissions)), k.locations
      from api_key_tokens t
      join api_keys k on k.application_id = t.application_id and k.id = t.api_key_id
      where t.token_hash = ${keyHash} and t.expires_at > ${now}
        and k.public_keys is not null and k.revoked_at is null and k.expires_at > ${now}),
    used as (
      insert into api_key_uses as u (api_key_id, application_id, last_used_at, last_used_from, minute, calls)
      select id, application_id, ${now}, ${address}, ${minute}, 1 from found
      on conflict (api_key_id) do update set
        last_used_at = case when ${isStale} then excluded.last_used_at else u.last_used_at end,
        last_used_from = case when ${isStale} then excluded.last_used_from else u.last_used_from end,
        minute = excluded.minute,
        calls = case when u.minute = excluded.minute then u.calls + 1 else 1 end
      returning calls)
    select found.*, used.calls from found, used`.execute(tx);
  return rows[0];
}

/** Lets the commit of a count not wait for the disk: after a crash a few calls are not counted, and nothing else is lost. */
export async function commitWithoutWaiting(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
}

/** Finds whose a key is that may not be used: it has expired or was revoked, or is the old one of a rotation. */
export async function findUnusableKey(
  tx: Tx,
  keyHash: Buffer,
): Promise<{ id: number; application_id: number } | undefined> {
  return tx
    .selectFrom('api_keys')
    .select(['id', 'application_id'])
    .where((where) => where.or([where('key_hash', '=', keyHash), where('previous_hash', '=', keyHash)]))
    .executeTakeFirst();
}
