import type { Context } from '../../../platform/context.ts';
import { lockFor, type Tx } from '../../../platform/db/database.ts';
import { systemScope } from '../../../platform/scope.ts';
import { recordAudit } from '../record-audit.ts';
import { findReceiver } from '../sending/receiver.queries.ts';
import { findOldEntries, insertCut } from './cuts.queries.ts';
import { findLastCut, signCut } from './sign-cut.ts';

/** Entries removed in one transaction. */
const BATCH = 10_000;
const DAY_MS = 86_400_000;

export interface AuditRetention {
  /** Entries are kept for so many days; 365 at least, which the database insists on. */
  days: number;
  /** The receiver of AUDIT_SYSLOG: what it has not read is kept. Null: nobody reads along. */
  receiver: string | null;
}

/**
 * Removes the entries that have been kept for long enough, from the beginning of the chain. Each batch leaves an entry that says so.
 * Only call it when the whole chain was just found to be intact: what is removed can no longer be verified. Safe to run in several
 * processes, and to end at any time.
 */
export async function cutAudit(ctx: Context, retention: AuditRetention): Promise<void> {
  for (;;) {
    const isDone = await ctx.db.transaction(systemScope('audit'), (tx) => cutBatch(tx, ctx, retention));
    if (isDone) return;
  }
}

/** Returns whether nothing is left to remove. */
async function cutBatch(tx: Tx, ctx: Context, { days, receiver }: AuditRetention): Promise<boolean> {
  await lockFor(tx, 'audit-cut');
  const now = ctx.clock();
  const before = new Date(now.getTime() - days * DAY_MS);
  const sentUpTo = receiver === null ? null : ((await findReceiver(tx, receiver))?.position ?? 0);
  const old = await findOldEntries(tx, { before, sentUpTo, limit: BATCH });
  if (!old) return true;
  const last = await findLastCut(tx, ctx.keys);
  const { position, hash, count, removed_until } = old;
  const signed_since = last?.signed_since ?? old.first_signed;
  const cut = { position, hash, entries: (last?.entries ?? 0) + count, removed_until, signed_since };
  await insertCut(tx, signCut(ctx.keys, cut), now);
  await recordAudit(tx, ctx, {
    at: now,
    action: 'delete',
    record_type: 'audit',
    details: { count, params: { until: removed_until.toISOString() } },
  });
  return count < BATCH;
}
