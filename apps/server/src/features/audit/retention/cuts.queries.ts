import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

/** Where the chain begins since entries were removed from its beginning. */
export interface Cut {
  /** The last place that was removed, and the hash there. */
  position: number;
  hash: Buffer;
  /** Number of entries removed from the beginning of the chain up to there. */
  entries: number;
  /** Time of the newest entry removed. */
  removed_until: Date;
  /** Time of the first signed entry. Null: none of those removed was signed. */
  signed_since: Date | null;
}

export interface SignedCut extends Cut {
  mac: Buffer;
  mac_key: string;
}

/** Returns the removals, the last first. */
export function listCuts(tx: Tx, limit: number): Promise<SignedCut[]> {
  return tx
    .selectFrom('audit_cuts')
    .select(['position', 'hash', 'entries', 'removed_until', 'signed_since', 'mac', 'mac_key'])
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
}

export async function insertCut(tx: Tx, cut: SignedCut, now: Date): Promise<void> {
  const json = { ...cut, cut_at: now, hash: cut.hash.toString('hex'), mac: cut.mac.toString('hex') };
  await sql`select cut_audit(${JSON.stringify(json)}::jsonb)`.execute(tx);
}

interface OldEntries {
  position: number;
  hash: Buffer;
  count: number;
  removed_until: Date;
  first_signed: Date | null;
}

/**
 * Finds the entries at the beginning of the chain, `limit` at most, before the first that is younger than `before` or a year. The last entry of
 * the chain is never among them, nor one after `sentUpTo`. Undefined: there are none.
 */
export async function findOldEntries(
  tx: Tx,
  { before, sentUpTo, limit }: { before: Date; sentUpTo: number | null; limit: number },
): Promise<OldEntries | undefined> {
  const { rows } = await sql<OldEntries>`
    with first as (
      select position, hash, at, mac from audit_entries where position is not null order by position limit ${limit}
    ), old as (
      select * from first
      where position < coalesce((select min(position) from first where at >= least(${before}::timestamptz, now() - interval '365 days')), 9223372036854775807)
        and position < (select max(position) from audit_entries)
        and (${sentUpTo}::bigint is null or position <= ${sentUpTo})
    )
    select position, hash, (select count(*) from old) as count, (select max(at) from old) as removed_until,
      (select min(at) from old where mac is not null) as first_signed
    from old order by position desc limit 1`.execute(tx);
  return rows[0];
}
