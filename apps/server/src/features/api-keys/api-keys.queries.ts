import type { apiKeys, QueryOf } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { NewKey } from './new-key.ts';

const SORTED: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`lower(k.name)`,
  created_at: sql`k.created_at`,
  expires_at: sql`k.expires_at`,
  last_used_at: sql`used.last_used_at`,
};

const described = (tx: Tx, applicationId: number, now: Date) =>
  tx
    .selectFrom('api_keys as k')
    .leftJoin('users as u', 'u.id', 'k.created_by')
    .leftJoin('api_key_uses as used', 'used.api_key_id', 'k.id')
    .select([
      'k.id',
      'k.name',
      'k.prefix',
      'k.permissions',
      'k.locations',
      'k.created_at',
      'k.expires_at',
      'k.revoked_at',
      'k.version',
      sql<apiKeys.PublicKeys | null>`k.public_keys`.as('public_keys'),
      'used.last_used_at',
      'used.last_used_from',
    ])
    .select([
      stateAt(now).as('state'),
      sql<{ id: number; name: string } | null>`
        case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end`.as('created_by'),
      sql<Date | null>`case when k.previous_until > ${now} then k.previous_until end`.as('previous_until'),
    ])
    .where('k.application_id', '=', applicationId);

const stateAt = (now: Date) => sql<apiKeys.KeyState>`(case
  when k.revoked_at is not null then 'revoked' when k.expires_at <= ${now} then 'expired' else 'active' end)`;

export function listKeys(
  tx: Tx,
  applicationId: number,
  { term, state, sort, ...paging }: QueryOf<typeof apiKeys.listApiKeys>,
  now: Date,
) {
  const pattern = containing(term);
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const query = described(tx, applicationId, now)
    .$if(Boolean(term), (rows) =>
      rows.where((where) =>
        where.or([
          where('k.name', 'ilike', pattern),
          where('k.prefix', 'ilike', pattern),
          where('u.name', 'ilike', pattern),
        ]),
      ),
    )
    .$if(state !== undefined, (rows) => rows.where(stateAt(now), '=', state ?? 'active'))
    .orderBy(SORTED[sort.replace('-', '')] ?? sql`k.id`, (order) => order[direction]().nullsLast())
    .orderBy('k.id', direction);
  return fetchPage(tx, query, { ...paging, term });
}

export type KeyRecord = Awaited<ReturnType<typeof getKey>>;

export async function getKey(tx: Tx, applicationId: number, id: number, now: Date) {
  const found = await described(tx, applicationId, now).where('k.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This API key');
  return found;
}

/** Locks the row until the end of the transaction. */
export async function lockKey(tx: Tx, applicationId: number, id: number, now: Date): Promise<KeyRecord> {
  await tx
    .selectFrom('api_keys')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
  return getKey(tx, applicationId, id, now);
}

interface Columns {
  name: string;
  permissions: string[];
  locations: string[];
  expires_at: Date;
  public_keys: apiKeys.PublicKeys | null;
}

const jsonOf = (keys: apiKeys.PublicKeys | null): string | null => (keys === null ? null : JSON.stringify(keys));

export async function insertKey(
  tx: Tx,
  applicationId: number,
  key: Columns & Omit<NewKey, 'key'> & { created_by: number; created_at: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('api_keys')
    .values({ ...key, public_keys: jsonOf(key.public_keys), application_id: applicationId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateKey(tx: Tx, applicationId: number, id: number, columns: Columns): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ ...columns, public_keys: jsonOf(columns.public_keys) })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

/** Gives a key a new secret. The old one works until `previousUntil`; null: no longer. */
export async function replaceSecret(
  tx: Tx,
  applicationId: number,
  id: number,
  { prefix, key_hash, previousUntil }: Omit<NewKey, 'key'> & { previousUntil: Date | null },
): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set(({ ref }) => ({
      prefix,
      key_hash,
      previous_hash: previousUntil === null ? null : ref('key_hash'),
      previous_until: previousUntil,
    }))
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

/** A second call changes nothing. */
export async function setRevoked(tx: Tx, applicationId: number, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: now, previous_hash: null, previous_until: null })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}
