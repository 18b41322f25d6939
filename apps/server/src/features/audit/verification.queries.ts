import type { audit } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import type { KeyRing } from '../../platform/keys/key-ring.ts';
import { findLastCut } from './retention/sign-cut.ts';

export interface NewVerification {
  at: Date;
  /** null: on the screen. */
  instance: string | null;
  machine: string | null;
  checked: number;
  problems: number;
  details: object;
}

export async function insertVerification(tx: Tx, verification: NewVerification): Promise<void> {
  await tx
    .insertInto('audit_verifications')
    .values({ ...verification, details: JSON.stringify(verification.details) })
    .execute();
}

/** Returns when this instance last verified the audit. */
export async function findLastVerified(tx: Tx, instance: string): Promise<Date | undefined> {
  const last = await tx
    .selectFrom('audit_verifications')
    .select('at')
    .where('instance', '=', instance)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.at;
}

/** An instance that has not verified the audit for this long is considered removed. */
const FORGET_AFTER_DAYS = 7;

/** The last verification by each instance, and the last on the screen; the worst first, then the newest. */
async function listLatest(tx: Tx, now: Date) {
  const { rows } = await sql<{ at: Date; machine: string | null; checked: number; problems: number }>`
    select at, machine, checked, problems from (
      select distinct on (instance) at, machine, checked, problems from audit_verifications
      where at > ${now}::timestamptz - make_interval(days => ${FORGET_AFTER_DAYS})
      order by instance, id desc) latest
    order by problems > 0 desc, at desc`.execute(tx);
  return rows;
}

/** Returns the verification that says what is wrong with the audit now; null when nothing is. */
export async function findBrokenAudit(tx: Tx, now: Date): Promise<{ at: Date; problems: number } | null> {
  const [worst] = await listLatest(tx, now);
  return worst && worst.problems > 0 ? worst : null;
}

/** Returns whether the program's own role owns the tables of the audit, or may act as their owner. */
export async function isOwnedByProgram(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is_owner: boolean }>`
    select pg_has_role(current_user, relowner, 'member') as is_owner from pg_class
    where oid = 'audit_entries'::regclass`.execute(tx);
  return onlyRow(rows).is_owner;
}

export async function getAuditState(tx: Tx, keys: KeyRing, now: Date): Promise<audit.AuditState> {
  const [verification] = await listLatest(tx, now);
  const checkpoint = await tx
    .selectFrom('audit_anchors')
    .select(['written_at as at', 'machine', 'position'])
    .orderBy('written_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const cut = await findLastCut(tx, keys);
  return {
    removed: cut ? { until: cut.removed_until.toISOString(), entries: cut.entries } : null,
    verification: verification ? { ...verification, at: verification.at.toISOString() } : null,
    checkpoint: checkpoint ? { ...checkpoint, at: checkpoint.at.toISOString() } : null,
    owned_by_program: await isOwnedByProgram(tx),
  };
}
