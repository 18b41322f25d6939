import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/**
 * SQL that copies opt-outs from an old address to a new one, so that a correction opts nobody in again. Bounces are not
 * copied, because a bounce concerns its address alone. Between the parts come `moved`, a query with the columns
 * channel, old and next whose e-mail addresses are in lower case, and the application.
 */
const CARRY = [
  `insert into opt_outs (application_id, channel, address, source, user_id)
  select o.application_id, o.channel, moved.next, o.source, o.user_id from (`,
  ') as moved join opt_outs o on o.application_id = ',
  ` and o.channel = moved.channel and o.address = moved.old
  where moved.old <> moved.next and o.source <> 'bounce'
  on conflict do nothing`,
] as const;

/** Carries opt-outs over to the new address of every row of `moved`. */
export async function carryOptOuts(tx: Tx, applicationId: number, moved: RawBuilder<unknown>): Promise<void> {
  const [before, between, after] = CARRY;
  await sql`${sql.raw(before)} ${moved} ${sql.raw(between)} ${applicationId} ${sql.raw(after)}`.execute(tx);
}

/** The same as SQL text, for a connection that is not Kysely's. `applicationId` is a parameter such as $1. */
export const carryOptOutsText = (applicationId: string, moved: string): string =>
  `${CARRY[0]} ${moved} ${CARRY[1]} ${applicationId} ${CARRY[2]}`;
