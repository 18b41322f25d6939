import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** Why an address changed: somebody changed or merged contacts, a file of contacts or the hospital's feed did. */
export type CarrySource = 'contact_changed' | 'contacts_merged' | 'contact_import' | 'feed';

/**
 * SQL that copies opt-outs from an old address to a new one, so that a correction opts nobody in again, and appends an
 * entry to the ledger for each. Bounces are not copied, because a bounce concerns its address alone. Between the parts
 * come `moved`, a query with the columns channel, old, next and contact_id whose e-mail addresses are in lower case, the
 * application, the reason, and who changed the address.
 */
const CARRY = [
  'with moved as materialized (',
  `), carried as (
  insert into opt_outs (application_id, channel, address, source, user_id)
  select o.application_id, o.channel, moved.next, o.source, o.user_id
  from moved join opt_outs o on o.application_id = `,
  ` and o.channel = moved.channel and o.address = moved.old
  where moved.old <> moved.next and o.source <> 'bounce'
  on conflict do nothing
  returning application_id, channel, address)
  insert into consent_events (application_id, purpose, channel, address, change, contact_id, patient_id, carried_from, source, user_id)
  select distinct on (c.channel, c.address) c.application_id, 'all', c.channel, c.address, 'opted_out',
    moved.contact_id, (select patient_id from contacts where id = moved.contact_id), moved.old, `,
  `, `,
  `
  from carried c
  join moved on moved.channel = c.channel and moved.next = c.address and moved.old <> moved.next
  join opt_outs o on o.application_id = c.application_id and o.channel = c.channel and o.address = moved.old and o.source <> 'bounce'
  order by c.channel, c.address, moved.contact_id`,
] as const;

/** Carries opt-outs over to the new address of every row of `moved`. */
export async function carryOptOuts(
  tx: Tx,
  { applicationId, source, userId = null }: { applicationId: number; source: CarrySource; userId?: number | null },
  moved: RawBuilder<unknown>,
): Promise<void> {
  const [before, between, because, by, after] = CARRY;
  await sql`${sql.raw(before)} ${moved} ${sql.raw(between)} ${applicationId} ${sql.raw(because)} ${source}${sql.raw(by)}
    ${userId}::bigint ${sql.raw(after)}`.execute(tx);
}

/** The same as SQL text, for a connection that is not Kysely's. `applicationId` is a parameter such as $1. */
export const carryOptOutsText = (applicationId: string, source: CarrySource, moved: string): string => {
  const [before, between, because, by, after] = CARRY;
  return `${before} ${moved} ${between} ${applicationId} ${because} '${source}'${by} null::bigint ${after}`;
};
