import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import type { Cut } from './retention/cuts.queries.ts';

export interface Anchored {
  checkpoints: number;
  position: number;
  entries: number;
  written_at: Date;
}

export function findAnchor(tx: Tx, instance: string, folder: string): Promise<Anchored | undefined> {
  return tx
    .selectFrom('audit_anchors')
    .select(['checkpoints', 'position', 'entries', 'written_at'])
    .where('instance', '=', instance)
    .where('folder', '=', folder)
    .executeTakeFirst();
}

interface NewAnchored {
  instance: string;
  folder: string;
  machine: string;
  position: number;
  entries: number;
  written_at: Date;
}

/** Remembers one checkpoint more. */
export async function saveAnchor(tx: Tx, anchor: NewAnchored): Promise<void> {
  const { machine, position, entries, written_at } = anchor;
  await tx
    .insertInto('audit_anchors')
    .values({ ...anchor, checkpoints: 1 })
    .onConflict((conflict) =>
      conflict.columns(['instance', 'folder']).doUpdateSet({
        machine,
        position,
        entries,
        written_at,
        checkpoints: sql`audit_anchors.checkpoints + 1`,
      }),
    )
    .execute();
}

/** Counts the entries that the chain ever had up to a position, those that were removed by retention included. */
export async function countUpTo(tx: Tx, cut: Cut | undefined, position: number): Promise<number> {
  return (cut?.entries ?? 0) + (await countBetween(tx, cut?.position ?? 0, position));
}

/** Counts the entries in the chain from one position up to another. */
export async function countBetween(tx: Tx, after: number, upTo: number): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select count(*) as entries from audit_entries where position > ${after} and position <= ${upTo}`.execute(tx);
  return onlyRow(rows).entries;
}

/** Returns the hash at each of these positions that exists. */
export async function listHashes(tx: Tx, positions: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ position: number; hash: string }>`
    select position, encode(hash, 'hex') as hash from audit_entries where position = any(${positions}::bigint[])`.execute(
    tx,
  );
  return new Map(rows.map(({ position, hash }) => [position, hash]));
}
