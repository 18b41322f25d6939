import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { EntryContent } from './sign-entry.ts';

/**
 * The whole content of an entry as one text that does not depend on settings of the session. Entries that were chained
 * before entries were signed keep the text that their hash was made of.
 */
const content = sql<string>`(
  jsonb_build_array(
    e.id, e.application_id, extract(epoch from e.at), e.user_id, e.user_name, e.session_id, e.address, e.action,
    e.record_type, e.record_id, e.refused, to_jsonb(e.patient_ids), e.details)
  || case when e.mac is null then '[]' else jsonb_build_array(encode(e.mac, 'hex'), e.mac_key) end)::text`;

export async function getHead(tx: Tx): Promise<{ position: number; hash: Buffer } | undefined> {
  const { rows } = await sql<{ position: number; hash: Buffer }>`
    select position, hash from audit_entries where position is not null order by position desc limit 1`.execute(tx);
  return rows[0];
}

interface Unchained {
  id: number;
  mac_key: string | null;
  content: string;
}

export async function listUnchained(tx: Tx, limit: number): Promise<Unchained[]> {
  const { rows } = await sql<Unchained>`
    select e.id, e.mac_key, ${content} as content from audit_entries e where e.position is null order by e.id limit ${limit}`.execute(
    tx,
  );
  return rows;
}

export async function placeInChain(
  tx: Tx,
  places: readonly { id: number; position: number; hash: Buffer }[],
): Promise<void> {
  const entries = places.map((place) => ({ ...place, hash: place.hash.toString('hex') }));
  await sql`select place_in_audit_chain(${JSON.stringify(entries)}::jsonb)`.execute(tx);
}

export interface ChainedEntry extends EntryContent {
  at: Date;
  position: number;
  hash: Buffer;
  /** null: from before entries were signed, or inserted by somebody else. */
  mac: Buffer | null;
  mac_key: string | null;
  /** What the hash is made of. */
  content: string;
  /** The index of entries by patient has the same patients as the entry. */
  is_indexed: boolean;
}

export async function listChained(tx: Tx, after: number, limit: number): Promise<ChainedEntry[]> {
  const { rows } = await sql<ChainedEntry>`
    select e.id, e.application_id, e.at, (extract(epoch from e.at) * 1000000)::bigint as at_us, e.user_id, e.user_name,
      e.session_id, e.address, e.action, e.record_type, e.record_id, e.refused, e.patient_ids, e.details,
      e.position, e.hash, e.mac, e.mac_key, ${content} as content,
      e.application_id is null or
        array(select distinct unnest(e.patient_ids) order by 1) =
        array(select patient_id from audit_patients p where p.entry_id = e.id order by 1) as is_indexed
    from audit_entries e where e.position > ${after} order by e.position limit ${limit}`.execute(tx);
  return rows;
}

export async function countUnchained(tx: Tx): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from audit_entries where position is null`.execute(tx);
  return rows[0]?.waiting ?? 0;
}

export async function findLastPosition(tx: Tx, keyName: string): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select coalesce(max(position), 0) as position from audit_entries where mac_key = ${keyName}`.execute(tx);
  return rows[0]?.position ?? 0;
}
