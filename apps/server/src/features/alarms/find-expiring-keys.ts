import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Problem } from './problem.ts';

const MAX_DAYS = 14;
const MAX_DAYS_CRITICAL = 3;
const DAY_MS = 86_400_000;

/**
 * Finds API keys that expire soon. Once a key has expired, the list of keys says so, and whoever runs its program has noticed. The
 * alarm closes when the key is given a later day, is revoked, or has expired.
 */
export async function findExpiringKeys(tx: Tx, now: Date): Promise<Problem[]> {
  const { rows } = await sql<{ id: number; application_id: number; name: string; expires_at: Date }>`
    select id, application_id, name, expires_at from api_keys
    where revoked_at is null and expires_at > ${now}
      and expires_at <= ${now}::timestamptz + make_interval(days => ${MAX_DAYS})`.execute(tx);
  return rows.map(({ id, application_id, name, expires_at }) => {
    const days = Math.floor((expires_at.getTime() - now.getTime()) / DAY_MS);
    return {
      application_id,
      problem: String(id),
      severity: days <= MAX_DAYS_CRITICAL ? 'critical' : 'warning',
      details: { name, days, expires_at: expires_at.toISOString() },
    };
  });
}
