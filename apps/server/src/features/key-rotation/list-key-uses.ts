import type { Tx } from '../../platform/db/database.ts';
import type { StoredKey } from '../../platform/keys/data-keys.queries.ts';
import { countEncrypted, countLinks, type KeyUse, type NamedUse } from './key-uses.queries.ts';

/** Processes may switch to a new key a little later than its time, so links of these minutes count for both keys. */
const OVERLAP_MS = 5 * 60_000;
const END = new Date('9999-01-01');

/** Returns, for each key by its name, what needs it. What does not say its key was made with the oldest. */
export async function listKeyUses(tx: Tx, stored: readonly StoredKey[], now: Date): Promise<Map<string, KeyUse[]>> {
  const encrypted = await countEncrypted(tx);
  const oldest = stored.findLast(({ retired_at }) => retired_at === null);
  const names = new Set(stored.map(({ name }) => name));
  const uses = new Map<string, KeyUse[]>();
  for (const [position, key] of stored.entries()) {
    const isOldest = key === stored.at(-1);
    const from = isOldest ? new Date(0) : new Date(key.current_from.getTime() - OVERLAP_MS);
    const next = stored[position - 1]?.current_from;
    const to = next ? new Date(next.getTime() + OVERLAP_MS) : END;
    const named = encrypted.filter((use) =>
      use.key !== null && names.has(use.key) ? use.key === key.name : key === oldest,
    );
    const links = await countLinks(tx, from, to, now);
    uses.set(key.name, [...addUp(named), ...links]);
  }
  return uses;
}

/** What does not name a key was counted row by row, because what stands in the place of the name differs. */
function addUp(named: readonly NamedUse[]): KeyUse[] {
  const rowsOf = new Map<KeyUse['table'], number>();
  for (const { table, rows } of named) rowsOf.set(table, (rowsOf.get(table) ?? 0) + rows);
  return [...rowsOf].map(([table, rows]) => ({ table, rows, until: null }));
}
