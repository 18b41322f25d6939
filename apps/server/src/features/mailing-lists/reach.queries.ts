import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { isVisibleContact } from '../contacts/index.ts';
import { onlyRow } from '../../platform/db/only-row.ts';

export type ReachChannel = 'email' | 'sms';

/**
 * Counts the contacts of a list, visible to the caller, that cannot be reached over any of these channels, by reason.
 * The query starts from contacts without an address and from opt-outs, because in a list of a million they are few and
 * have indexes.
 */
export async function countUnreachable(
  tx: Tx,
  scope: ApplicationScope,
  listId: number,
  channels: readonly ReachChannel[],
): Promise<{ without_address: number; opted_out: number }> {
  const { applicationId } = scope;
  const isVisible = isVisibleContact(scope);
  const members = sql`mailing_list_contacts mc
      on mc.application_id = ${applicationId} and mc.mailing_list_id = ${listId} and mc.contact_id = c.id`;
  const hasNone = channels.map((channel) => sql`c.${sql.ref(COLUMN[channel].address)} is null`);
  const optedOut = channels.map(
    (channel) => sql`
        select c.id from opt_outs o
        join contacts c on c.application_id = ${applicationId} and c.${sql.ref(COLUMN[channel].found)} = o.address
        where o.application_id = ${applicationId} and o.channel = ${channel}`,
  );
  const cannot = channels.map(
    (channel) => sql`(c.${sql.ref(COLUMN[channel].address)} is null or exists (
        select from opt_outs o
        where o.application_id = ${applicationId} and o.channel = ${channel} and o.address = c.${sql.ref(COLUMN[channel].found)}))`,
  );
  const { rows } = await sql<{ without_address: number; opted_out: number }>`
    select (
      select count(*) from contacts c join ${members}
      where c.application_id = ${applicationId} and ${sql.join(hasNone, sql` and `)} and ${isVisible}) as without_address, (
      select count(*) from (${sql.join(optedOut, sql` union `)}) stopped
      join contacts c on c.application_id = ${applicationId} and c.id = stopped.id
      join ${members}
      where ${sql.join(cannot, sql` and `)} and ${isVisible}) as opted_out`.execute(tx);
  return onlyRow(rows);
}

/** The column of the address, and the column by which it is looked up. */
const COLUMN = {
  email: { address: 'email', found: 'email_lower' },
  sms: { address: 'phone', found: 'phone' },
} as const;
