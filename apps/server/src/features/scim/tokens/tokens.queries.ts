import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { NotFound } from '../../../platform/errors.ts';

export interface ListedToken {
  id: number;
  name: string;
  roles: { id: number; name: string }[];
  locations: string[];
  made_by_name: string | null;
  created_at: Date;
  expires_at: Date;
  is_expired: boolean;
  last_used_at: Date | null;
}

/** Lists the tokens of an application that are not revoked. */
export async function listTokens(tx: Tx, applicationId: number, now: Date): Promise<ListedToken[]> {
  const { rows } = await sql<ListedToken>`
    select t.id, t.name, t.locations, u.name as made_by_name, t.created_at, t.expires_at,
      t.expires_at <= ${now} as is_expired, t.last_used_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by lower(r.name), r.id)
        from scim_token_roles given join roles r on r.id = given.role_id
        where given.token_id = t.id), '[]') as roles
    from scim_tokens t left join users u on u.id = t.made_by
    where t.application_id = ${applicationId} and t.revoked_at is null
    order by t.id desc`.execute(tx);
  return rows;
}

export async function insertToken(
  tx: Tx,
  application_id: number,
  token: {
    name: string;
    token_hash: Buffer;
    locations: string[];
    made_by: number;
    created_at: Date;
    expires_at: Date;
  },
  roleIds: readonly number[],
): Promise<number> {
  const { id } = await tx
    .insertInto('scim_tokens')
    .values({ ...token, application_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const role_id of new Set(roleIds))
    await tx.insertInto('scim_token_roles').values({ application_id, token_id: id, role_id }).execute();
  return id;
}

/** Revokes a token, and returns its name; a second call changes nothing. */
export async function setRevoked(tx: Tx, applicationId: number, id: number, now: Date): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    update scim_tokens set revoked_at = coalesce(revoked_at, ${now})
    where application_id = ${applicationId} and id = ${id}
    returning name`.execute(tx);
  if (!rows[0]) throw new NotFound('This token');
  return rows[0].name;
}

/** A token that may be used now. */
export interface UsableToken {
  id: number;
  application_id: number;
  name: string;
  /** Wards; empty means all. */
  locations: string[];
}

/** Finds a token and stores that it is used. Needs a transaction that sees all, because a token names no application. */
export async function findUsableToken(tx: Tx, tokenHash: Buffer, now: Date): Promise<UsableToken | undefined> {
  const { rows } = await sql<UsableToken & { is_to_be_stored: boolean }>`
    select id, application_id, name, locations,
      last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute' as is_to_be_stored
    from scim_tokens
    where token_hash = ${tokenHash} and revoked_at is null and expires_at > ${now}`.execute(tx);
  const [found] = rows;
  if (!found) return undefined;
  const { is_to_be_stored, ...token } = found;
  if (is_to_be_stored)
    await tx.updateTable('scim_tokens').set({ last_used_at: now }).where('id', '=', token.id).execute();
  return token;
}

/** Lists the roles that a token may give, as they are now. */
export async function listRolesOfToken(tx: Tx, tokenId: number): Promise<number[]> {
  const rows = await tx.selectFrom('scim_token_roles').select('role_id').where('token_id', '=', tokenId).execute();
  return rows.map(({ role_id }) => role_id);
}
