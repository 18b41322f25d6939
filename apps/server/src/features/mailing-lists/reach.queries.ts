import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export type ReachChannel = 'email' | 'sms';

/**
 * Who of a list cannot be written to over any of these channels, and why. Counted from those who cannot: without an address
 * there, or with one that has opted out. Of a million they are the fewer, and an index knows them.
 */
export async function countUnreachable(
  tx: Tx,
  applicationId: number,
  listId: number,
  channels: readonly ReachChannel[],
): Promise<{ without_address: number; opted_out: number }> {
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
      where c.application_id = ${applicationId} and ${sql.join(hasNone, sql` and `)}) as without_address, (
      select count(*) from (${sql.join(optedOut, sql` union `)}) stopped
      join contacts c on c.application_id = ${applicationId} and c.id = stopped.id
      join ${members}
      where ${sql.join(cannot, sql` and `)}) as opted_out`.execute(tx);
  return rows[0] as (typeof rows)[number];
}

/** As it was given, and as it is found by. */
const COLUMN = {
  email: { address: 'email', found: 'email_lower' },
  sms: { address: 'phone', found: 'phone' },
} as const;
